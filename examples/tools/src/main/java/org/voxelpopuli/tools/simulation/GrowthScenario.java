package org.voxelpopuli.tools.simulation;

import java.util.ArrayList;
import java.util.List;
import org.voxelpopuli.kademlia.simulation.ObservedLookup;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

/** One network grows, and does lookups at each size. */
public final class GrowthScenario {
    private final long seed;
    private final List<Integer> sizes;
    private final Watcher watcher;
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
        GrowingNetwork growing = new GrowingNetwork(network, node -> {});
        for (int size : sizes) {
            grow(growing, size);
            lookUp(growing, size);
        }
        int nodes = network.nodes().size();
        long heap = (usedHeap() - heapBefore) / nodes;
        return new Cost(
                nodes, joinSeconds, lookupRows.get(lookupRows.size() - 1).lookups(), lookupSeconds, heap);
    }

    private void grow(GrowingNetwork network, int size) {
        long begin = System.nanoTime();
        network.grow(size, joined -> watcher.done(++steps, joined + " nodes have joined"));
        joinSeconds += secondsSince(begin);
        List<GrowingNetwork.Join> joins = network.lastJoins();
        Sample calls =
                new Sample(joins.stream().mapToDouble(join -> join.calls().findNode()));
        joinRows.add(new JoinRow(size, joins.size(), calls.mean(), calls.percentile(99)));
    }

    private void lookUp(GrowingNetwork network, int size) {
        long begin = System.nanoTime();
        long stepsBefore = steps;
        List<ObservedLookup> lookups = network.lookUp(done -> {
            steps = stepsBefore + done;
            watcher.done(steps, done + " lookups among " + size + " nodes");
        });
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
