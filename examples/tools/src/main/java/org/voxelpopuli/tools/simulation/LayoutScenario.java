package org.voxelpopuli.tools.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.voxelpopuli.kademlia.KademliaStatus;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

/** The same network grows with each layout of the routing table, and does lookups at each size. */
public final class LayoutScenario {
    private static final Duration BETWEEN_LOOKUPS = Duration.ofMillis(10);
    private static final int LEAST_JOINS = 10;

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
        String name = layout.name().toLowerCase(Locale.ROOT).replace('_', '-');
        Map<NodeId, Tally> tallies = new HashMap<>();
        List<Integer> callsAtJoin = new ArrayList<>();
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.settings(settings -> settings.layout(layout));
        network.onBuild(node -> node.addListener(tallies.computeIfAbsent(node.id(), id -> new Tally())));
        for (int size : sizes) {
            network.grow(size, joined -> {
                callsAtJoin.add(
                        tallies.computeIfAbsent(joined.id(), id -> new Tally()).findNodeCalls());
                watcher.done(++steps, callsAtJoin.size() + " nodes have joined, layout " + name);
            });
            int joins = Math.min(size, Math.max(LEAST_JOINS, size / 10));
            int count = Sizes.lookups(size);
            LookupRow lookups = LookupRow.of(size, 0, network.lookUp("lookups " + size, count, BETWEEN_LOOKUPS));
            steps += count;
            watcher.done(steps, count + " lookups among " + size + " nodes, layout " + name);
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
                    callsAtJoin.subList(size - joins, size).stream()
                            .mapToInt(Integer::intValue)
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
