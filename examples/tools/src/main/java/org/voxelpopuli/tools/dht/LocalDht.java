package org.voxelpopuli.tools.dht;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.voxelpopuli.kademlia.KademliaListener;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.RpcOutcome;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.tools.console.ToolException;

/** Kademlia nodes in this process, on loopback sockets; they share one or two threads. Used by one thread. */
public final class LocalDht implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    /** So long may one who is not of this program keep a node waiting, beside the time for which a node tries to join. */
    private static final long PATIENCE_WITH_OTHERS_SECONDS = 3;

    private final NettyEnvironment environment = NettyEnvironment.createDaemon();
    private final NodeKind kind;
    private final RandomGenerator random;
    private final BiConsumer<KademliaNode, NodeEnvironment> onBuild;
    private final List<KademliaNode> nodes = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();

    /**
     * A network without nodes.
     *
     * @param random decides through whom a node joins
     */
    public LocalDht(NodeKind kind, RandomGenerator random) {
        this(kind, random, (node, environment) -> {});
    }

    /**
     * As {@link #LocalDht(NodeKind, RandomGenerator)}.
     *
     * @param onBuild is given each node, with its environment, before it is started
     */
    public LocalDht(NodeKind kind, RandomGenerator random, BiConsumer<KademliaNode, NodeEnvironment> onBuild) {
        this.kind = kind;
        this.random = random;
        this.onBuild = onBuild;
    }

    /**
     * How a node got in.
     *
     * @param nanos until its table was filled
     * @param findNodeCalls that this took
     */
    public record Join(long nanos, int findNodeCalls) {}

    /** A further node, which joins through a random earlier one. */
    public Join join() {
        return add(nodes.isEmpty() ? List.of() : List.of(addresses.get(random.nextInt(nodes.size()))));
    }

    /** A further node, which joins through one of this program at that address, {@code host:port}. */
    public Join joinThrough(String address) {
        return add(List.of(address));
    }

    /**
     * A further node, which joins through one of another program at that address, {@code host:port}.
     *
     * @throws ToolException if it has not joined after about 8 s: with the address and why, as far as that is known
     */
    public Join joinOthers(String address) {
        return add(List.of(address), PATIENCE_WITH_OTHERS_SECONDS);
    }

    private Join add(List<String> bootstrap) {
        return add(bootstrap, PATIENCE_SECONDS);
    }

    private Join add(List<String> bootstrap, long patienceSeconds) {
        KademliaSettings settings =
                kind.settings().bootstrap(bootstrap.toArray(String[]::new)).build();
        AtomicInteger findNodeCalls = new AtomicInteger();
        CompletableFuture<Void> met = new CompletableFuture<>();
        long begin = System.nanoTime();
        NodeEnvironment own = environment.onOneLoop();
        KademliaNode node = KademliaNode.builder(own)
                .settings(settings)
                .identity(NodeKind.identity())
                .build();
        node.addListener(new KademliaListener() {
            @Override
            public void called(String rpc, RpcOutcome outcome, long nanos) {
                if (rpc.equals("FIND_NODE")) {
                    findNodeCalls.incrementAndGet();
                }
            }

            @Override
            public void contactAdded(Contact contact) {
                met.complete(null);
            }
        });
        onBuild.accept(node, own);
        await(node.start());
        if (!await(node.bootstrap()) && !bootstrap.isEmpty()) {
            // A virtual machine that has just begun may be slower than a node waits; it goes on trying.
            awaitMet(node, met, patienceSeconds);
        }
        long nanos = System.nanoTime() - begin;
        int calls = findNodeCalls.get();
        nodes.add(node);
        addresses.add(await(node.status()).address());
        return new Join(nanos, calls);
    }

    private static void awaitMet(KademliaNode node, CompletableFuture<Void> met, long patienceSeconds) {
        try {
            await(met, patienceSeconds);
        } catch (TimeoutException e) {
            throw new ToolException("Not joined: " + await(node.status()).bootstrap() + ".", e);
        }
    }

    /** Where the first node is, {@code host:port}. */
    public String address() {
        return addresses.get(0);
    }

    int size() {
        return nodes.size();
    }

    KademliaNode node(int number) {
        return nodes.get(number);
    }

    KademliaNode anyNode() {
        return nodes.get(random.nextInt(nodes.size()));
    }

    NodeId anyKey() {
        return NodeId.random(random);
    }

    /** A node that has to ask others for the records of a key, as it is not one of the k closest; any node if all are. */
    KademliaNode anyWithout(NodeId key) {
        if (nodes.size() <= kind.k()) {
            return anyNode();
        }
        List<NodeId> closest = nodes.stream()
                .map(KademliaNode::id)
                .sorted(key::compareDistance)
                .limit(kind.k())
                .toList();
        KademliaNode node = anyNode();
        while (closest.contains(node.id())) {
            node = anyNode();
        }
        return node;
    }

    /** Stops so many random nodes at once, without a word to the others. */
    void stop(int count) {
        List<KademliaNode> stopped = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = random.nextInt(nodes.size());
            stopped.add(nodes.remove(number));
            addresses.remove(number);
        }
        closeAll(stopped);
    }

    /** Stops these nodes at once, without a word to the others. */
    public void stop(List<KademliaNode> stopped) {
        for (KademliaNode node : stopped) {
            int number = nodes.indexOf(node);
            nodes.remove(number);
            addresses.remove(number);
        }
        closeAll(stopped);
    }

    private static void closeAll(List<KademliaNode> stopped) {
        await(CompletableFuture.allOf(stopped.stream().map(KademliaNode::close).toArray(CompletableFuture[]::new)));
    }

    /** What a future gives within a time that is always enough. */
    public static <T> T await(CompletableFuture<T> future) {
        try {
            return await(future, PATIENCE_SECONDS);
        } catch (TimeoutException e) {
            throw new ToolException("A node did not answer its own program within " + PATIENCE_SECONDS + " s.", e);
        }
    }

    private static <T> T await(CompletableFuture<T> future, long seconds) throws TimeoutException {
        try {
            return future.get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ToolException("Interrupted.", e);
        }
    }

    @Override
    public void close() {
        stop(nodes.size());
        environment.close();
    }
}
