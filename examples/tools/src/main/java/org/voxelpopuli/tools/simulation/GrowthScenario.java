package org.voxelpopuli.tools.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.simulation.ObservedLookup;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

/** One network grows, and does lookups at each size. */
public final class GrowthScenario {
    private static final int LOOKUPS_AT_ONCE = 500;
    private static final Duration BETWEEN_LOOKUPS = Duration.ofMillis(10);
    private static final int MIN_JOINS = 10;

    private final long seed;
    private final List<Integer> sizes;
    private final Watcher watcher;
    private final Map<NodeId, Tally> tallies = new HashMap<>();
    private final List<Integer> callsAtJoin = new ArrayList<>();
    private final List<LookupRow> lookupRows = new ArrayList<>();
    private final List<JoinRow> joinRows = new ArrayList<>();
    private long steps;
    private double joinSeconds;
    private double lookupSeconds;

    /** @param nodes at the end */
    public GrowthScenario(long seed, int nodes, Watcher watcher) {
        this.seed = seed;
        this.sizes = Sizes.upTo(nodes);
        this.watcher = watcher;
    }

    /** How many steps the watcher will see: joins and lookups. */
    public static long steps(int nodes) {
        return nodes + Sizes.upTo(nodes).stream().mapToLong(Sizes::lookups).sum();
    }

    /** Runs it; to be called once. */
    public Cost run() {
        long heapBefore = usedHeap();
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.onBuild(node -> node.addListener(tally(node)));
        for (int size : sizes) {
            grow(network, size);
            lookUp(network, size);
        }
        int nodes = network.nodes().size();
        long heap = (usedHeap() - heapBefore) / nodes;
        return new Cost(
                nodes, joinSeconds, lookupRows.get(lookupRows.size() - 1).lookups(), lookupSeconds, heap);
    }

    private Tally tally(KademliaNode node) {
        return tallies.computeIfAbsent(node.id(), id -> new Tally());
    }

    private void grow(SimulatedKademlia network, int size) {
        long begin = System.nanoTime();
        network.grow(size, joined -> {
            callsAtJoin.add(tally(joined).findNodeCalls());
            watcher.done(++steps, callsAtJoin.size() + " nodes have joined");
        });
        joinSeconds += secondsSince(begin);
        int joins = Math.min(size, Math.max(MIN_JOINS, size / 10));
        Sample calls =
                new Sample(callsAtJoin.subList(size - joins, size).stream().mapToDouble(Integer::doubleValue));
        joinRows.add(new JoinRow(size, joins, calls.mean(), calls.percentile(99)));
    }

    private void lookUp(SimulatedKademlia network, int size) {
        long begin = System.nanoTime();
        int count = Sizes.lookups(size);
        List<ObservedLookup> lookups = new ArrayList<>();
        while (lookups.size() < count) {
            int next = Math.min(LOOKUPS_AT_ONCE, count - lookups.size());
            lookups.addAll(network.lookUp("lookups " + size + " " + lookups.size(), next, BETWEEN_LOOKUPS));
            steps += next;
            watcher.done(steps, lookups.size() + " lookups among " + size + " nodes");
        }
        lookupSeconds = secondsSince(begin);
        lookupRows.add(LookupRow.of(size, 0, lookups));
    }

    private static double secondsSince(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** What lookups cost, by size. */
    public List<LookupRow> lookupRows() {
        return List.copyOf(lookupRows);
    }

    /** What joining costs, by size. */
    public List<JoinRow> joinRows() {
        return List.copyOf(joinRows);
    }
}
