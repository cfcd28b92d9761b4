package org.voxelpopuli.kademlia;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;

/** A network of nodes in a simulation, and what is true about it. */
public final class SimulatedKademlia {
    /** Enough for anything that is not waiting on purpose. */
    public static final Duration LIMIT = Duration.ofMinutes(2);

    public static final int PORT = 4000;

    private final Simulation simulation;
    private final Map<String, KademliaNode> nodes = new LinkedHashMap<>();
    private final Map<String, SimulatedHost> hosts = new LinkedHashMap<>();
    private final Map<String, MemoryWorldStore> disks = new LinkedHashMap<>();
    private UnaryOperator<KademliaSettings.Builder> settings = UnaryOperator.identity();
    private @Nullable Function<String, InetAddress> addresses;

    public SimulatedKademlia(long seed) {
        simulation = new Simulation(seed);
        simulation.network().latency(Duration.ofMillis(5), Duration.ofMillis(60));
    }

    public Simulation simulation() {
        return simulation;
    }

    /** Settings of all nodes to come. */
    public void settings(UnaryOperator<KademliaSettings.Builder> change) {
        settings = change;
    }

    /** The addresses of all nodes to come. */
    public void addresses(Function<String, InetAddress> ofNode) {
        addresses = ofNode;
    }

    /** Starts a node, which keeps over its restarts what it writes to its disk, and its id. */
    public KademliaNode start(String name, String... bootstrap) {
        KademliaNode node = build(name, bootstrap);
        await(node.start());
        return node;
    }

    public KademliaNode build(String name, String... bootstrap) {
        SimulatedHost host =
                addresses == null ? simulation.newHost(name) : simulation.newHost(name, addresses.apply(name));
        KademliaNode node = KademliaNode.builder(host)
                .settings(settings.apply(KademliaSettings.builder()
                                .nodeId(NodeId.sha1Of(simulation.seed() + name))
                                .bind(host.socketAddress(PORT))
                                .bootstrap(bootstrap))
                        .build())
                .records(
                        disks.computeIfAbsent(name, n -> new MemoryWorldStore()).records())
                .build();
        hosts.put(name, host);
        nodes.put(name, node);
        return node;
    }

    /** Starts a node and lets it join through another. */
    public KademliaNode join(String name, String through) {
        KademliaNode node = start(name, address(through));
        if (!await(node.bootstrap())) {
            throw new AssertionError(name + " did not join through " + through);
        }
        return node;
    }

    /** A network of so many nodes, {@code n0} to {@code n<count-1>}, each joined through an earlier one. */
    public void grow(int count) {
        await(start("n0").bootstrap());
        List<CompletableFuture<Boolean>> joins = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            KademliaNode node =
                    start("n" + i, address("n" + simulation.random("join " + i).nextInt(i)));
            joins.add(node.bootstrap());
            if (i % 20 == 0) {
                joins.forEach(this::await);
                joins.clear();
            }
        }
        joins.forEach(this::await);
        // Who joined through one that was itself still joining meets the others with the second lookup of its own id.
        simulation.run(Duration.ofSeconds(10));
    }

    public String address(String name) {
        InetAddress host = hosts.get(name).address();
        String text = host.getHostAddress();
        return (host instanceof Inet6Address ? "[" + text + "]" : text) + ":" + PORT;
    }

    public KademliaNode node(String name) {
        return nodes.get(name);
    }

    public SimulatedHost host(String name) {
        return hosts.get(name);
    }

    public List<KademliaNode> nodes() {
        return List.copyOf(nodes.values());
    }

    public List<String> names() {
        return List.copyOf(nodes.keySet());
    }

    /** Dies without a word. */
    public void crash(String name) {
        hosts.get(name).crash();
        nodes.remove(name);
    }

    public <T> T await(CompletableFuture<T> future) {
        return simulation.await(future, LIMIT);
    }

    public KademliaStatus status(String name) {
        return await(nodes.get(name).status());
    }

    /** The ids of the live nodes that are truly closest to a key. */
    public List<NodeId> trulyClosest(NodeId key, int limit) {
        return nodes.values().stream()
                .map(KademliaNode::id)
                .sorted(Comparator.comparing((NodeId id) -> id, key::compareDistance))
                .limit(limit)
                .toList();
    }
}
