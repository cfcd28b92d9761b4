package org.voxelpopuli.tools.presence;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.voxelpopuli.presence.PresenceSettings;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.Simulation;

/**
 * Where a way is tried.
 *
 * @param simulation in which it runs; a packet takes {@value #LINK_MILLIS} ms
 * @param worker on which what is no real code runs
 * @param random of what is no real code
 * @param avatars that there will be
 * @param settings of the presence, whose area of interest, number of neighbours and times the other ways have, too
 * @param traffic where packets are counted
 * @param sights which is told who draws whom
 * @param directory which has the cost of lookups
 */
record Stage(
        Simulation simulation,
        Worker worker,
        RandomGenerator random,
        int avatars,
        PresenceSettings settings,
        Traffic traffic,
        Sights sights,
        Directory directory) {

    /** How long a packet takes. */
    static final int LINK_MILLIS = 20;

    private static final Duration LINK = Duration.ofMillis(LINK_MILLIS);

    /** A UDP datagram or TCP segment has so many bytes at most. */
    private static final int MTU_PAYLOAD = 1_400;

    /** Virtual time. */
    double nowMillis() {
        return simulation.elapsed().toNanos() / 1e6;
    }

    /** Packets of a way that is no real code go from one node to another; nothing is lost. */
    void send(Traffic.Use use, int from, int to, int bytes, Runnable arrived) {
        if (from == to) {
            worker.execute(arrived);
            return;
        }
        traffic.carried(use, from, to, Math.ceil((double) bytes / MTU_PAYLOAD), bytes);
        worker.schedule(LINK, arrived);
    }
}
