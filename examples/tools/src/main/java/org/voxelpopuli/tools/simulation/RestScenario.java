package org.voxelpopuli.tools.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

/** A network grows, and is left alone at each size. */
public final class RestScenario {
    private static final int NODES = 500;

    /** After this, a node looks up its own id once an hour. */
    private static final int SETTLE_MINUTES = 90;

    private static final int HOUR = 60;

    private final long seed;
    private final List<Integer> sizes;
    private final Watcher watcher;
    private final List<Tally> tallies = new ArrayList<>();
    private long steps;

    /** @param limit of nodes, of which it takes {@value #NODES} at most */
    public RestScenario(long seed, int limit, Watcher watcher) {
        this.seed = seed;
        this.sizes = sizes(limit);
        this.watcher = watcher;
    }

    private static List<Integer> sizes(int limit) {
        return Sizes.upTo(Math.min(limit, NODES));
    }

    /** How many steps the watcher will see: the virtual minutes of all nodes. */
    public static long steps(int limit) {
        return sizes(limit).stream()
                .mapToLong(size -> (long) size * (SETTLE_MINUTES + HOUR))
                .sum();
    }

    /** What a node costs at rest, by size. */
    public List<RestRow> run() {
        List<RestRow> rows = new ArrayList<>();
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.onBuild(node -> {
            Tally tally = new Tally();
            tallies.add(tally);
            node.addListener(tally);
        });
        for (int size : sizes) {
            network.grow(size);
            rest(network, size, SETTLE_MINUTES);
            long bytes = bytesSent();
            long datagrams = datagramsSent();
            rest(network, size, HOUR);
            rows.add(new RestRow(
                    size, (double) (bytesSent() - bytes) / size, (double) (datagramsSent() - datagrams) / size));
        }
        return rows;
    }

    private void rest(SimulatedKademlia network, int size, int minutes) {
        for (int minute = 0; minute < minutes; minute++) {
            network.simulation().run(Duration.ofMinutes(1));
            steps += size;
            watcher.done(steps, size + " nodes rest");
        }
    }

    private long bytesSent() {
        return tallies.stream().mapToLong(Tally::bytesSent).sum();
    }

    private long datagramsSent() {
        return tallies.stream().mapToLong(Tally::datagramsSent).sum();
    }
}
