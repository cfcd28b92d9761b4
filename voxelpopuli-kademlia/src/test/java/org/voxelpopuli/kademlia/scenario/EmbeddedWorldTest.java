package org.voxelpopuli.kademlia.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.world.BlockPos;

/** The world as an embedding game sees it, over several nodes. */
class EmbeddedWorldTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Simulation simulation = new Simulation(6);
    private final List<SimulatedHost> hosts = new ArrayList<>();
    private final List<VoxelNode> nodes = new ArrayList<>();

    private void start(int count) {
        for (int i = 0; i < count; i++) {
            SimulatedHost host = simulation.newHost("node-" + i);
            KademliaSettings.Builder settings = KademliaSettings.builder();
            if (i > 0) {
                settings.bootstrap(hosts.get(0).address().getHostAddress() + ":4000");
            }
            hosts.add(host);
            VoxelNode node = await(VoxelNode.builder()
                    .port(4000)
                    .host(host.address().getHostAddress())
                    .environment(host)
                    .store(new MemoryWorldStore())
                    .directory(KademliaDirectory.provider(settings.build()))
                    .start());
            await(node.ready());
            nodes.add(node);
        }
    }

    private <T> T await(CompletableFuture<T> future) {
        return simulation.await(future, LIMIT);
    }

    @Test
    @DisplayName("A game reads and changes blocks of every chunk through its own node, whoever serves it")
    void everyChunk() {
        start(5);
        List<BlockPos> blocks = new ArrayList<>();
        for (int x = -2; x <= 2; x++) {
            for (int z = -2; z <= 2; z++) {
                blocks.add(new BlockPos(x * 32 + 5, 40, z * 32 - 1));
            }
        }
        for (int i = 0; i < blocks.size(); i++) {
            VoxelNode writer = nodes.get(i % nodes.size());
            assertThat(await(writer.world().block(blocks.get(i)))).isZero();
            await(writer.world().setBlock(blocks.get(i), 1 + i % 3));
        }
        for (VoxelNode reader : nodes) {
            for (int i = 0; i < blocks.size(); i++) {
                assertThat(await(reader.world().block(blocks.get(i)))).isEqualTo(1 + i % 3);
            }
        }
        assertThat(nodes).allSatisfy(node -> assertThat(await(node.chunks())).isNotEmpty());
        // Connections to other nodes' chunks are not kept for ever; one between each two nodes is.
        simulation.run(Duration.ofSeconds(30));
        assertThat(nodes).allSatisfy(node -> assertThat(node.connections()).isLessThan(nodes.size()));
        assertThat(simulation.failures()).isEmpty();
    }

    @Test
    @DisplayName("D4 when a chunk's server dies, another serves it with all its blocks")
    void deadServer() {
        start(3);
        BlockPos block = null;
        for (int x = 0; block == null; x++) {
            BlockPos candidate = new BlockPos(x * 32, 40, 0);
            await(nodes.get(0).world().setBlock(candidate, 1));
            if (await(nodes.get(2).chunk(candidate.chunk())).isPresent()) {
                block = candidate;
            }
        }
        hosts.get(2).crash();
        BlockPos lost = block;
        CompletableFuture<Integer> during = nodes.get(0).world().block(lost);
        simulation.runUntil(during::isDone, LIMIT);
        simulation.run(Duration.ofSeconds(30));
        assertThat(await(nodes.get(0).world().block(lost))).isEqualTo(1);
        assertThatThrownBy(() -> nodes.get(0).world().setBlock(lost, 99).join()).hasMessageContaining("block type 99");
    }

    @Test
    @DisplayName(
            "What a game asks a node that stops, or has stopped, is answered or fails with the reason; nothing hangs")
    void aStoppedNodeAnswersEverybody() {
        start(3);
        VoxelNode node = nodes.get(0);
        List<BlockPos> blocks = new ArrayList<>();
        for (int x = 0; x < 12; x++) {
            blocks.add(new BlockPos(x * 32, 40, 0));
            await(node.world().setBlock(blocks.get(x), 1));
        }
        List<CompletableFuture<?>> asked = new ArrayList<>();
        Runnable ask = () -> {
            blocks.forEach(block -> asked.add(node.world().block(block)));
            blocks.forEach(block -> asked.add(node.world().setBlock(block, 2)));
            asked.add(node.chunks());
            asked.add(node.chunk(blocks.get(0).chunk()));
            asked.add(node.players());
        };
        ask.run();
        CompletableFuture<Void> stopped = node.stop();
        ask.run();
        for (int i = 0; i < 20 && !stopped.isDone(); i++) {
            simulation.run(Duration.ofMillis(5));
            ask.run();
        }
        await(stopped);
        assertThat(asked).allSatisfy(answer -> assertThat(answer).isDone());
        ask.run();
        assertThat(asked).allSatisfy(answer -> assertThat(answer).isDone());
        assertThatThrownBy(() -> node.world().setBlock(blocks.get(0), 2).join())
                .hasMessageContaining("the node is stopped");
        assertThat(simulation.failures()).isEmpty();
    }
}
