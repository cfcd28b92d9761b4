package org.voxelpopuli.tools.sharing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.content.ContentListener;
import org.voxelpopuli.kademlia.content.ContentNode;
import org.voxelpopuli.kademlia.content.ContentSettings;
import org.voxelpopuli.kademlia.content.KadFile;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.dht.LocalDht;
import org.voxelpopuli.tools.dht.NodeKind;
import org.voxelpopuli.tools.nodes.Folders;
import org.voxelpopuli.tools.nodes.Ports;
import org.voxelpopuli.tools.simulation.Calls;
import org.voxelpopuli.tools.simulation.Tally;

/** On loopback sockets, all nodes in this process, which share two threads; their files are in a temporary folder. */
public final class SocketSharing implements SharingNetwork {
    private static final String ARTIST = "Artist";
    /** Below those that operating systems give to connections: of hundreds of UDP ports that they choose, some have a number that is taken by a TCP connection. Programs that search at the same time begin at different places, most of them. */
    private static final int FIRST_TCP_PORT =
            22_000 + (int) (ProcessHandle.current().pid() % 32) * 256;

    private final SharingKind kind;
    private final Duration rest;
    private final RandomGenerator random;
    private boolean rested;
    private int tcpPort = FIRST_TCP_PORT;
    private final LocalDht dht;
    private final Path folder = Folders.temporary("voxelpopuli-sharing");
    private final List<Peer> peers = new ArrayList<>();

    /** A node with what it shares. */
    private record Peer(KademliaNode node, ContentNode content, Tally tally) {}

    /** How an operation ended, written down in the moment when it did. */
    private record End(boolean done, long nanos, Calls calls) {}

    /**
     * A network without nodes.
     *
     * @param rest after the joins, which is enough for the nodes' second and third lookup of their own ids
     */
    public SocketSharing(SharingKind kind, long seed, Duration rest) {
        this.kind = kind;
        this.rest = rest;
        this.random = new SplittableRandom(seed);
        this.dht = new LocalDht(
                new NodeKind(kind.k(), Compatibility.NONE, Dialect.CBOR, kind.layout()), random, this::attach);
    }

    private void attach(KademliaNode node, NodeEnvironment environment) {
        Tally tally = new Tally();
        node.addListener(tally);
        tcpPort = Ports.freeTcp(tcpPort + 1);
        ContentSettings settings = ContentSettings.builder().port(tcpPort).build();
        peers.add(new Peer(node, ContentNode.of(node, environment, settings), tally));
    }

    @Override
    public List<Operation> grow(int nodes, IntConsumer joined) {
        List<Operation> joins = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            LocalDht.Join join = dht.join();
            var unused = LocalDht.await(peers.get(i).content().start());
            joins.add(new Operation(true, Duration.ofNanos(join.nanos()), new Calls(join.findNodeCalls(), 0, 0)));
            joined.accept(joins.size());
        }
        return joins;
    }

    /** Only after the joins: providers look after their kad-files a minute after they have stored them, and all is over before. */
    @Override
    public void rest() {
        if (rested) {
            return;
        }
        rested = true;
        try {
            TimeUnit.NANOSECONDS.sleep(rest.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ToolException("Interrupted.", e);
        }
    }

    @Override
    public Operation put(int node, String song) {
        byte[] bytes = new byte[kind.fileBytes()];
        random.nextBytes(bytes);
        Path file = folder.resolve(song);
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new ToolException(file + " cannot be written: " + FileError.words(e), e);
        }
        Peer peer = peers.get(node);
        Calls before = peer.tally().calls();
        long began = System.nanoTime();
        return operation(before, began, end(peer, peer.content().put(file, song, ARTIST)));
    }

    @Override
    public Fetched get(int node, String song) {
        Peer peer = peers.get(node);
        CompletableFuture<KadFile> published = new CompletableFuture<>();
        ContentListener listener = new ContentListener() {
            @Override
            public void published(KadFile file) {
                if (file.name().song().equals(song)) {
                    published.complete(file);
                }
            }
        };
        peer.content().addListener(listener);
        CompletableFuture<End> providing = end(peer, published);
        Calls before = peer.tally().calls();
        long began = System.nanoTime();
        CompletableFuture<End> fetching = end(
                peer,
                peer.content().get(song, ARTIST, folder.resolve("of-" + node)).result());
        Operation download = operation(before, began, fetching);
        if (!download.done()) {
            published.cancel(false);
        }
        End there = LocalDht.await(fetching);
        Operation provide = operation(there.calls(), there.nanos(), providing);
        peer.content().removeListener(listener);
        return new Fetched(download, provide);
    }

    private static CompletableFuture<End> end(Peer peer, CompletableFuture<?> end) {
        return end.handle((value, failure) ->
                new End(failure == null, System.nanoTime(), peer.tally().calls()));
    }

    private static Operation operation(Calls before, long began, CompletableFuture<End> end) {
        End ended = LocalDht.await(end);
        return new Operation(
                ended.done(),
                Duration.ofNanos(ended.nanos() - began),
                ended.calls().since(before));
    }

    @Override
    public void die(Set<Integer> nodes) {
        List<Peer> dead = nodes.stream().map(peers::get).toList();
        LocalDht.await(CompletableFuture.allOf(
                dead.stream().map(peer -> peer.content().close()).toArray(CompletableFuture[]::new)));
        dht.stop(dead.stream().map(Peer::node).toList());
    }

    @Override
    public void close() {
        dht.close();
        Folders.delete(folder);
    }
}
