package org.voxelpopuli.tools.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.simulation.ObservedLookup;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

/** A simulated network that grows: what each node did until it had joined, and lookups at each size. */
public final class GrowingNetwork {
    private static final int LOOKUPS_AT_ONCE = 500;
    private static final Duration BETWEEN_LOOKUPS = Duration.ofMillis(10);
    private static final int LEAST_JOINS = 10;

    private final SimulatedKademlia network;
    private final Map<NodeId, Tally> tallies = new HashMap<>();
    private final Map<NodeId, Duration> built = new HashMap<>();
    private final List<Join> joins = new ArrayList<>();

    /**
     * How a node got in.
     *
     * @param calls until it had joined
     * @param took from its start until then, in virtual time
     */
    public record Join(Calls calls, Duration took) {}

    /**
     * Nothing has grown yet.
     *
     * @param network without nodes
     * @param onBuild is given each node before it is started
     */
    public GrowingNetwork(SimulatedKademlia network, Consumer<KademliaNode> onBuild) {
        this.network = network;
        network.onBuild(node -> {
            Tally tally = new Tally();
            node.addListener(tally);
            tallies.put(node.id(), tally);
            built.put(node.id(), network.simulation().elapsed());
            onBuild.accept(node);
        });
    }

    /**
     * Grows to so many nodes.
     *
     * @param joined is told how many have joined, after each
     */
    public void grow(int size, IntConsumer joined) {
        network.grow(size, node -> {
            Duration began = built.getOrDefault(node.id(), Duration.ZERO);
            joins.add(
                    new Join(tally(node).calls(), network.simulation().elapsed().minus(began)));
            joined.accept(joins.size());
        });
    }

    /** What a node has done so far. */
    public Tally tally(KademliaNode node) {
        return tallies.computeIfAbsent(node.id(), id -> new Tally());
    }

    /** Of all nodes, in the order in which they had joined. */
    public List<Join> joins() {
        return List.copyOf(joins);
    }

    /** The last tenth of the joins, ten at least: what it costs to join a network of this size. */
    public List<Join> lastJoins() {
        return last(joins);
    }

    /** The last tenth of a list, ten at least if there are so many. */
    public static <T> List<T> last(List<T> all) {
        int size = all.size();
        return all.subList(size - Math.min(size, Math.max(LEAST_JOINS, size / 10)), size);
    }

    /**
     * Lets random nodes look up random keys, as many as say enough about a network of this size.
     *
     * @param done is told how many are over, now and then
     */
    List<ObservedLookup> lookUp(IntConsumer done) {
        int size = joins.size();
        int count = Sizes.lookups(size);
        List<ObservedLookup> lookups = new ArrayList<>();
        while (lookups.size() < count) {
            int next = Math.min(LOOKUPS_AT_ONCE, count - lookups.size());
            lookups.addAll(network.lookUp("lookups " + size + " " + lookups.size(), next, BETWEEN_LOOKUPS));
            done.accept(lookups.size());
        }
        return lookups;
    }
}
