package org.voxelpopuli.kademlia.content;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.simulation.SimulatedFiles;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;

/** A simulated network in which every node shares files. */
final class ContentNetwork {
    static final Path MUSIC = Path.of("/music");
    static final String SONG = "Imagine";
    static final String ARTIST = "John Lennon";
    static final NodeId KEY = new SongName(SONG, ARTIST).key();

    private final SimulatedKademlia network;
    private final Map<String, MemoryWorldStore> disks = new HashMap<>();
    private final Set<String> started = new HashSet<>();
    private final Map<String, ContentNode> contents = new LinkedHashMap<>();
    private ContentSettings settings = ContentSettings.builder().build();

    ContentNetwork(long seed) {
        network = new SimulatedKademlia(seed);
        network.onBuild(this::attach);
    }

    private void attach(KademliaNode node) {
        String name = network.names().stream()
                .filter(each -> network.node(each) == node)
                .findFirst()
                .orElseThrow();
        contents.put(
                name,
                ContentNode.of(
                        node,
                        network.host(name),
                        settings,
                        disks.computeIfAbsent(name, n -> new MemoryWorldStore()).records()));
    }

    SimulatedKademlia kademlia() {
        return network;
    }

    Simulation simulation() {
        return network.simulation();
    }

    /** Of all nodes to come. */
    void settings(ContentSettings wanted) {
        settings = wanted;
    }

    /** Grows to so many nodes, all of which serve files. */
    void grow(int count) {
        network.grow(count);
        for (int i = 0; i < count; i++) {
            if (!started.contains("n" + i)) {
                start("n" + i);
            }
        }
    }

    ContentNode start(String name) {
        started.add(name);
        network.await(content(name).start());
        return content(name);
    }

    ContentNode content(String name) {
        return contents.get(name);
    }

    SimulatedFiles files(String name) {
        return network.host(name).files();
    }

    /** Bytes that are the same for the same number. */
    byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        RandomGenerator random = simulation().random("bytes " + count);
        random.nextBytes(bytes);
        return bytes;
    }

    KadFile put(String name, byte[] bytes) {
        Path file = Path.of("/mine/" + name + ".mp3");
        files(name).put(file, bytes);
        return await(content(name).put(file, SONG, ARTIST));
    }

    Download get(String name) {
        return content(name).get(SONG, ARTIST, MUSIC);
    }

    <T> T await(CompletableFuture<T> future) {
        return simulation().await(future, Duration.ofMinutes(10));
    }

    /** Why a download fails. */
    String failure(Download download) {
        return await(download.result()
                .handle((path, failure) -> failure == null ? "it is in " + path : failure.getMessage()));
    }
}
