package org.voxelpopuli.kademlia.simulation;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.kademlia.BootstrapAddress;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.KademliaStatus;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.SimulatedIdentity;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;

/**
 * A network of Kademlia nodes in a simulation, each on a host of its own, and what is true about it. Packets take 5 to 60 ms. The same seed and the
 * same calls give the same run. To be used on the thread that created it.
 *
 * <pre>{@code
 * SimulatedKademlia network = new SimulatedKademlia(42);
 * network.grow(100);
 * NodeId key = NodeId.sha1Of("greeting");
 * List<Contact> found = network.await(network.node("n7").lookup(key));
 * }</pre>
 */
public final class SimulatedKademlia {
    /** Enough virtual time for anything that is not waiting on purpose. */
    public static final Duration LIMIT = Duration.ofMinutes(2);

    /** The UDP port of every node. */
    public static final int PORT = 4000;

    /** At least so many nodes join at the same time. */
    private static final int JOINING = 20;

    /** In a large network, one node in so many may be joining. */
    private static final int JOINED_FOR_EACH_JOINING = 20;

    private final Simulation simulation;
    private final Map<String, KademliaNode> nodes = new LinkedHashMap<>();
    private final Map<String, SimulatedHost> hosts = new LinkedHashMap<>();
    private final Map<String, MemoryWorldStore> disks = new LinkedHashMap<>();
    private UnaryOperator<KademliaSettings.Builder> settings = UnaryOperator.identity();
    private Consumer<KademliaNode> onBuild = node -> {};
    private @Nullable Function<String, InetAddress> addresses;
    private int puzzleBits = IdPuzzle.DEFAULT_BITS;
    private final Liars liars = new Liars(() -> puzzleBits);
    private final Map<String, NodeIdentity> identities = new HashMap<>();
    private int grown;

    /** A network without nodes. */
    public SimulatedKademlia(long seed) {
        simulation = new Simulation(seed);
        simulation.network().latency(Duration.ofMillis(5), Duration.ofMillis(60));
    }

    /** Where it runs: time, faults, failures. */
    public Simulation simulation() {
        return simulation;
    }

    /** Settings of all nodes to come; id, address and bootstrap hosts are given. */
    public void settings(UnaryOperator<KademliaSettings.Builder> change) {
        settings = change;
        puzzleBits = change.apply(KademliaSettings.builder()).build().puzzleBits();
    }

    /** The addresses of all nodes to come, by their names. */
    public void addresses(Function<String, InetAddress> ofNode) {
        addresses = ofNode;
    }

    /** Is given all nodes to come, before they are started: the place to add listeners. */
    public void onBuild(Consumer<KademliaNode> task) {
        onBuild = task;
    }

    /**
     * Starts a node, which keeps over its restarts what it writes to its disk, and its id. It does not join yet.
     *
     * @param name of its host; it must not be running
     * @param bootstrap each {@code host:port}
     */
    public KademliaNode start(String name, String... bootstrap) {
        KademliaNode node = build(name, bootstrap);
        await(node.start());
        return node;
    }

    /** As {@link #start}, but only builds the node. */
    public KademliaNode build(String name, String... bootstrap) {
        SimulatedHost host =
                addresses == null ? simulation.newHost(name) : simulation.newHost(name, addresses.apply(name));
        KademliaNode node = KademliaNode.builder(host)
                .settings(settings.apply(KademliaSettings.builder()
                                .bind(host.socketAddress(PORT))
                                .bootstrap(bootstrap))
                        .build())
                .identity(identity(name))
                .records(
                        disks.computeIfAbsent(name, n -> new MemoryWorldStore()).records())
                .build();
        hosts.put(name, host);
        nodes.put(name, node);
        onBuild.accept(node);
        return node;
    }

    /** Gives a node that was not built yet this identity, instead of one made of its name. */
    public void identity(String name, NodeIdentity identity) {
        identities.put(name, identity);
    }

    /** The identity that a node of that name has, whether it runs or not. */
    public NodeIdentity identity(String name) {
        NodeIdentity given = identities.get(name);
        return given != null ? given : SimulatedIdentity.of(simulation.seed() + name, puzzleBits);
    }

    /**
     * Starts a node and lets it join through another.
     *
     * @throws AssertionError if it does not find the other at the first try
     */
    public KademliaNode join(String name, String through) {
        KademliaNode node = start(name, address(through));
        if (!await(node.bootstrap())) {
            throw new AssertionError(name + " did not join through " + through);
        }
        return node;
    }

    /**
     * Grows to so many nodes, {@code n0} to {@code n<count-1>}, each joined through an earlier one; some join at the same time. May be called again
     * with a larger number, as long as none of them has crashed.
     */
    public void grow(int count) {
        grow(count, joined -> {});
    }

    /**
     * As {@link #grow(int)}.
     *
     * @param joined is told each node at the moment when it has joined
     */
    public void grow(int count, Consumer<KademliaNode> joined) {
        List<CompletableFuture<Void>> joining = new ArrayList<>();
        for (; grown < count; grown++) {
            String name = "n" + grown;
            KademliaNode node = grown == 0
                    ? start(name)
                    : start(
                            name,
                            address("n" + simulation.random("join " + grown).nextInt(grown)));
            joining.add(node.bootstrap().thenAccept(done -> joined.accept(node)));
            if (grown == 0 || joining.size() >= Math.max(JOINING, grown / JOINED_FOR_EACH_JOINING)) {
                joining.forEach(this::await);
                joining.clear();
            }
        }
        joining.forEach(this::await);
        // Who joined through one that was itself still joining meets the others with the second lookup of its own id.
        simulation.run(Duration.ofSeconds(10));
    }

    /** The address of a node, {@code host:port}, with brackets around an IPv6 address. */
    public String address(String name) {
        return new BootstrapAddress(host(name).address().getHostAddress(), PORT).toString();
    }

    /**
     * A node that runs.
     *
     * @throws IllegalArgumentException if none of that name does
     */
    public KademliaNode node(String name) {
        return named(nodes, name);
    }

    /**
     * The host of a node, also of one that has crashed.
     *
     * @throws IllegalArgumentException if there was none of that name
     */
    public SimulatedHost host(String name) {
        return named(hosts, name);
    }

    private static <T> T named(Map<String, T> all, String name) {
        T found = all.get(name);
        if (found == null) {
            throw new IllegalArgumentException("there is no node " + name + " among " + all.size());
        }
        return found;
    }

    /** The nodes that run, in the order in which they were built. */
    public List<KademliaNode> nodes() {
        return List.copyOf(nodes.values());
    }

    /** Their names. */
    public List<String> names() {
        return List.copyOf(nodes.keySet());
    }

    /** A node dies without a word. */
    public void crash(String name) {
        host(name).crash();
        nodes.remove(name);
    }

    /** A node dies without a word, and its disk with it: nothing of it is kept for a node of that name. */
    public void crashForGood(String name) {
        crash(name);
        hosts.remove(name);
        disks.remove(name);
    }

    /** So many nodes, drawn at random, die without a word. */
    public void crash(int count) {
        RandomGenerator random = simulation.random("deaths");
        List<String> live = new ArrayList<>(nodes.keySet());
        for (int i = 0; i < count; i++) {
            crash(live.remove(random.nextInt(live.size())));
        }
    }

    /**
     * From now on, so many more of the nodes that run, drawn at random, lie, each kind of lie being told by as many as the others.
     *
     * @throws IllegalArgumentException if there are not so many honest ones
     */
    public void lie(int count, Lie... kinds) {
        RandomGenerator random = simulation.random("liars");
        List<String> honest = new ArrayList<>(nodes.keySet());
        honest.removeIf(this::isLiar);
        if (count > honest.size()) {
            throw new IllegalArgumentException(
                    count + " nodes are to lie, allowed are 0.." + honest.size() + ", the honest ones that run");
        }
        for (int i = 0; i < count; i++) {
            lie(honest.remove(random.nextInt(honest.size())), kinds[i % kinds.length]);
        }
    }

    /** From now on, this node lies. */
    public void lie(String name, Lie kind) {
        simulation.network().remove(liars);
        simulation.network().add(liars);
        liars.add(new Contact(node(name).id(), host(name).socketAddress(PORT)), kind);
    }

    private boolean isLiar(String name) {
        return liars.isLiar(host(name).socketAddress(PORT));
    }

    /** The nodes that run and do not lie, in the order in which they were built. */
    public List<KademliaNode> honestNodes() {
        return nodes.entrySet().stream()
                .filter(node -> !isLiar(node.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /**
     * Lets random live honest nodes look up random keys, one lookup beginning after another.
     *
     * @param name of the keys: another name draws others
     * @param apart how much later the next one begins, in virtual time
     * @return in the order in which they began
     */
    public List<ObservedLookup> lookUp(String name, int count, Duration apart) {
        return lookUp(name, honestNodes(), count, apart);
    }

    /** As {@link #lookUp(String, int, Duration)}, by these nodes, each as often as chance has it. */
    public List<ObservedLookup> lookUp(String name, List<KademliaNode> askers, int count, Duration apart) {
        RandomGenerator random = simulation.random(name);
        int k = settings.apply(KademliaSettings.builder()).build().k();
        List<CompletableFuture<ObservedLookup>> lookups = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            NodeId key = NodeId.random(random);
            lookups.add(askers.get(random.nextInt(askers.size()))
                    .trace(key)
                    .thenApply(trace -> ObservedLookup.of(trace, truth(key, k))));
            simulation.run(apart);
        }
        return lookups.stream().map(this::await).toList();
    }

    private LookupTruth truth(NodeId key, int k) {
        Set<NodeId> live = nodes.values().stream().map(KademliaNode::id).collect(Collectors.toSet());
        return new LookupTruth(key, k, closest(honestNodes(), key, k), live);
    }

    /** Lets virtual time pass until a future is completed, for {@link #LIMIT} at most. */
    public <T> T await(CompletableFuture<T> future) {
        return simulation.await(future, LIMIT);
    }

    /** What an operator sees of a node. */
    public KademliaStatus status(String name) {
        return await(node(name).status());
    }

    /** The ids of the live nodes that are truly closest to a key, the closest first. */
    public List<NodeId> trulyClosest(NodeId key, int limit) {
        return closest(nodes.values(), key, limit);
    }

    private static List<NodeId> closest(Collection<KademliaNode> nodes, NodeId key, int limit) {
        PriorityQueue<NodeId> farthestFirst = new PriorityQueue<>((a, b) -> key.compareDistance(b, a));
        for (KademliaNode node : nodes) {
            NodeId farthest = farthestFirst.size() < limit ? null : farthestFirst.peek();
            if (farthest == null) {
                farthestFirst.add(node.id());
            } else if (key.compareDistance(node.id(), farthest) < 0) {
                farthestFirst.remove();
                farthestFirst.add(node.id());
            }
        }
        return farthestFirst.stream().sorted(key::compareDistance).toList();
    }
}
