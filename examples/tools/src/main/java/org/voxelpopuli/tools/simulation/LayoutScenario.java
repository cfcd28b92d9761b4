package org.voxelpopuli.tools.simulation;

import java.util.ArrayList;
import java.util.List;
import org.voxelpopuli.kademlia.KademliaStatus;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

/** The same network grows with each layout of the routing table, and does lookups at each size. */
public final class LayoutScenario {
    private final long seed;
    private final List<Integer> sizes;
    private final Watcher watcher;
    private final List<LayoutRow> rows = new ArrayList<>();
    private long steps;

    /** @param nodes at the end */
    public LayoutScenario(long seed, int nodes, Watcher watcher) {
        this.seed = seed;
        this.sizes = Sizes.upTo(nodes);
        this.watcher = watcher;
    }

    /** How many steps the watcher will see: joins and lookups. */
    public static long steps(int nodes) {
        return TableLayout.values().length * GrowthScenario.steps(nodes);
    }

    /** Runs it; to be called once. */
    public List<LayoutRow> run() {
        for (TableLayout layout : TableLayout.values()) {
            grow(layout);
        }
        return List.copyOf(rows);
    }

    private void grow(TableLayout layout) {
        String name = LayoutNames.of(layout);
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.settings(settings -> settings.layout(layout));
        GrowingNetwork growing = new GrowingNetwork(network, node -> {});
        for (int size : sizes) {
            growing.grow(size, joined -> watcher.done(++steps, joined + " nodes have joined, layout " + name));
            long stepsBefore = steps;
            LookupRow lookups = LookupRow.of(size, 0, growing.lookUp(done -> {
                steps = stepsBefore + done;
                watcher.done(steps, done + " lookups among " + size + " nodes, layout " + name);
            }));
            List<KademliaStatus> states =
                    network.names().stream().map(network::status).toList();
            rows.add(new LayoutRow(
                    size,
                    name,
                    states.stream().mapToInt(KademliaStatus::contacts).average().orElse(0),
                    states.stream().mapToInt(LayoutScenario::buckets).average().orElse(0),
                    lookups.hops(),
                    lookups.messages(),
                    lookups.exactPercent(),
                    growing.lastJoins().stream()
                            .mapToInt(join -> join.calls().findNode())
                            .average()
                            .orElse(0)));
        }
    }

    private static int buckets(KademliaStatus status) {
        return (int) status.buckets().stream()
                .filter(bucket -> !bucket.contacts().isEmpty())
                .count();
    }
}
