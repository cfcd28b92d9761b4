package org.voxelpopuli.tools.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

/** The same network again and again, of which more and more nodes die at one moment; lookups begin before anybody has noticed. */
public final class DeathScenario {
    private static final int NODES = 500;
    private static final int[] DEAD_PERCENT = {0, 10, 20, 30, 40, 50};
    private static final Duration BETWEEN_LOOKUPS = Duration.ofMillis(10);

    private final long seed;
    private final int nodes;
    private final Watcher watcher;
    private long steps;

    /** @param limit of nodes, of which it takes {@value #NODES} at most */
    public DeathScenario(long seed, int limit, Watcher watcher) {
        this.seed = seed;
        this.nodes = Math.min(limit, NODES);
        this.watcher = watcher;
    }

    /** How many steps the watcher will see: joins and lookups. */
    public static long steps(int limit) {
        int nodes = Math.min(limit, NODES);
        return (long) DEAD_PERCENT.length * (nodes + Sizes.lookups(nodes));
    }

    /** What lookups cost, by the share of the dead. */
    public List<LookupRow> run() {
        int lookups = Sizes.lookups(nodes);
        List<LookupRow> rows = new ArrayList<>();
        for (int percent : DEAD_PERCENT) {
            SimulatedKademlia network = new SimulatedKademlia(seed);
            network.grow(nodes, joined -> watcher.done(++steps, "a network for " + percent + " % dead"));
            network.crash(nodes * percent / 100);
            rows.add(LookupRow.of(nodes, percent, network.lookUp("lookups", lookups, BETWEEN_LOOKUPS)));
            steps += lookups;
            watcher.done(steps, lookups + " lookups with " + percent + " % dead");
        }
        return rows;
    }
}
