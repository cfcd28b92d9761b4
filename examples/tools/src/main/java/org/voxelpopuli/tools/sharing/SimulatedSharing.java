package org.voxelpopuli.tools.sharing;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.content.ContentListener;
import org.voxelpopuli.kademlia.content.ContentNode;
import org.voxelpopuli.kademlia.content.ContentSettings;
import org.voxelpopuli.kademlia.content.KadFile;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.tools.simulation.Calls;
import org.voxelpopuli.tools.simulation.GrowingNetwork;

/** In virtual time, where a packet takes 5 to 60 ms: the same seed gives the same operations. */
public final class SimulatedSharing implements SharingNetwork {
    private static final Path MINE = Path.of("/mine");
    private static final Path MUSIC = Path.of("/music");
    private static final String ARTIST = "Artist";
    /** Nodes look up their own ids until 35 s after they have joined; providers look after their kad-files up to 105 s after they have stored them. */
    private static final Duration REST = Duration.ofMinutes(3);
    /** More than a download takes to give up. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final SharingKind kind;
    private final SimulatedKademlia network;
    private final GrowingNetwork growing;
    private final List<ContentNode> contents = new ArrayList<>();

    /** A network without nodes. */
    public SimulatedSharing(SharingKind kind, long seed) {
        this.kind = kind;
        this.network = new SimulatedKademlia(seed);
        network.settings(settings -> settings.k(kind.k()).layout(kind.layout()));
        this.growing = new GrowingNetwork(network, this::attach);
    }

    private void attach(KademliaNode node) {
        contents.add(ContentNode.of(
                node,
                network.host(name(contents.size())),
                ContentSettings.builder().build()));
    }

    private static String name(int node) {
        return "n" + node;
    }

    private Simulation simulation() {
        return network.simulation();
    }

    @Override
    public List<Operation> grow(int nodes, IntConsumer joined) {
        growing.grow(nodes, joined);
        contents.forEach(content -> network.await(content.start()));
        return growing.joins().stream()
                .map(join -> new Operation(true, join.took(), join.calls()))
                .toList();
    }

    @Override
    public void rest() {
        simulation().run(REST);
    }

    @Override
    public Operation put(int node, String song) {
        byte[] bytes = new byte[kind.fileBytes()];
        simulation().random(song).nextBytes(bytes);
        Path file = MINE.resolve(song);
        network.host(name(node)).files().put(file, bytes);
        Stage stage = new Stage(node);
        return stage.until(contents.get(node).put(file, song, ARTIST));
    }

    @Override
    public Fetched get(int node, String song) {
        CompletableFuture<KadFile> published = new CompletableFuture<>();
        ContentListener listener = new ContentListener() {
            @Override
            public void published(KadFile file) {
                if (file.name().song().equals(song)) {
                    published.complete(file);
                }
            }
        };
        ContentNode content = contents.get(node);
        content.addListener(listener);
        Operation download =
                new Stage(node).until(content.get(song, ARTIST, MUSIC).result());
        Stage providing = new Stage(node);
        if (!download.done()) {
            published.cancel(false);
        }
        Operation provide = providing.until(published);
        content.removeListener(listener);
        return new Fetched(download, provide);
    }

    @Override
    public void die(Set<Integer> nodes) {
        nodes.forEach(node -> network.crash(name(node)));
    }

    /** Nothing is left outside of the heap. */
    @Override
    public void close() {}

    /** What a node does from now on. */
    private final class Stage {
        private final KademliaNode node;
        private final Duration began = simulation().elapsed();
        private final Calls before;

        Stage(int number) {
            this.node = network.node(name(number));
            this.before = growing.tally(node).calls();
        }

        Operation until(CompletableFuture<?> end) {
            boolean done = simulation().await(end.handle((value, failure) -> failure == null), LIMIT);
            return new Operation(
                    done,
                    simulation().elapsed().minus(began),
                    growing.tally(node).calls().since(before));
        }
    }
}
