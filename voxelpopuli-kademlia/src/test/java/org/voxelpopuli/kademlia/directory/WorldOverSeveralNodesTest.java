package org.voxelpopuli.kademlia.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;
import org.voxelpopuli.world.Position;

/** Whole nodes, with their game servers. */
class WorldOverSeveralNodesTest {
    private static final List<ChunkPos> CHUNKS = chunks();

    private static List<ChunkPos> chunks() {
        List<ChunkPos> chunks = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            chunks.add(new ChunkPos(i % 6, 0, i / 6));
        }
        return chunks;
    }

    private static KademliaSettings settings(String... bootstrap) {
        return KademliaSettings.builder().bootstrap(bootstrap).build();
    }

    @Test
    @DisplayName("V5, V7.3 in a simulation: each chunk has one owner, whoever asks, and all nodes own some")
    void simulated() {
        Simulation simulation = new Simulation(49);
        simulation.network().latency(Duration.ofMillis(1), Duration.ofMillis(30));
        List<VoxelNode> nodes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            SimulatedHost host = simulation.newHost("n" + i);
            VoxelNode node = simulation.await(
                    VoxelNode.builder()
                            .environment(host)
                            .host(host.address().getHostAddress())
                            .port(4000)
                            .store(new MemoryWorldStore())
                            .directory(KademliaDirectory.provider(i == 0 ? settings() : settings("10.0.0.1:4000")))
                            .start(),
                    Duration.ofSeconds(30));
            simulation.await(node.ready(), Duration.ofSeconds(30));
            nodes.add(node);
        }
        Set<ServerAddress> owners = new HashSet<>();
        for (ChunkPos chunk : CHUNKS) {
            List<CompletableFuture<ServerAddress>> all =
                    nodes.stream().map(node -> node.directory().locate(chunk)).toList();
            Set<ServerAddress> found = new HashSet<>();
            all.forEach(located -> found.add(simulation.await(located, Duration.ofSeconds(30))));
            assertThat(found).as(chunk.toString()).hasSize(1);
            owners.addAll(found);
            assertThat(nodes.stream().filter(node -> simulation
                            .await(node.chunk(chunk), Duration.ofSeconds(5))
                            .isPresent()))
                    .singleElement()
                    .satisfies(owner -> assertThat(found).containsExactly(owner.address()));
        }
        assertThat(owners).hasSizeGreaterThanOrEqualTo(3);
        assertThat(simulation.failures()).isEmpty();
    }

    @Test
    @Timeout(120)
    @DisplayName("V5 on real sockets: three nodes find each other, share the chunks, and remember a player")
    void realSockets() throws Exception {
        List<VoxelNode> nodes = new ArrayList<>();
        List<MemoryWorldStore> stores = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                stores.add(new MemoryWorldStore());
                nodes.add(VoxelNode.builder()
                        .port(0)
                        .store(stores.get(i))
                        .directory(KademliaDirectory.provider(
                                i == 0
                                        ? settings()
                                        : settings("127.0.0.1:" + nodes.get(0).port())))
                        .start()
                        .get(30, TimeUnit.SECONDS));
                nodes.get(i).ready().get(30, TimeUnit.SECONDS);
            }
            for (ChunkPos chunk : CHUNKS.subList(0, 8)) {
                ServerAddress server = nodes.get(2).directory().locate(chunk).get(30, TimeUnit.SECONDS);
                assertThat(nodes.get(1).directory().locate(chunk).get(30, TimeUnit.SECONDS))
                        .isEqualTo(server);
                assertThat(nodes).extracting(VoxelNode::address).contains(server);
            }
            PlayerRecord alice = new PlayerRecord(new PlayerName("alice"), new Position(1, 33, 2));
            nodes.get(1).directory().savePlayer(alice).get(30, TimeUnit.SECONDS);
            assertThat(nodes.get(0).directory().findPlayer(alice.name()).get(30, TimeUnit.SECONDS))
                    .contains(alice);
            KademliaDirectory directory = (KademliaDirectory) nodes.get(0).directory();
            assertThat(directory.kademlia().status().get(30, TimeUnit.SECONDS).contacts())
                    .isEqualTo(2);
        } finally {
            nodes.forEach(VoxelNode::close);
            stores.forEach(MemoryWorldStore::close);
        }
    }
}
