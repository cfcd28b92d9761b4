package org.voxelpopuli.kademlia.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.client.WorldClient;
import org.voxelpopuli.client.WorldClientBuilder;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.server.ChunkInfo;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.world.ChunkPos;

class SimulatedScenarioTest {
    private static final int NODES = 50;

    @Test
    @DisplayName("V9.1, V9.2, V9.6, V11.3 walk, build, stop and start 50 simulated nodes, and find everything again")
    void walkAndBuild() {
        SimulatedStage stage = new SimulatedStage(20);
        new WalkAndBuild(stage).play();
        assertThat(stage.simulation.failures()).isEmpty();
    }

    private static final class SimulatedStage implements Stage {
        private static final Duration LIMIT = Duration.ofSeconds(60);

        final Simulation simulation;
        private final List<SimulatedHost> hosts = new ArrayList<>();
        private final List<MemoryWorldStore> stores = new ArrayList<>();
        private final List<VoxelNode> nodes = new ArrayList<>();
        private int clients;

        SimulatedStage(long seed) {
            simulation = new Simulation(seed);
            for (int i = 0; i < NODES; i++) {
                hosts.add(simulation.newHost("node-" + i));
                stores.add(new MemoryWorldStore());
            }
            startAll();
        }

        private void startAll() {
            for (int i = 0; i < NODES; i++) {
                KademliaSettings.Builder settings = KademliaSettings.builder();
                if (i > 0) {
                    settings.bootstrap(hosts.get(0).address().getHostAddress() + ":4000");
                }
                VoxelNode node = await(VoxelNode.builder()
                        .port(4000)
                        .host(hosts.get(i).address().getHostAddress())
                        .environment(hosts.get(i))
                        .store(stores.get(i))
                        .directory(KademliaDirectory.provider(settings.build()))
                        .start());
                await(node.ready());
                nodes.add(node);
            }
        }

        @Override
        public WorldClientBuilder client(int node) {
            SimulatedHost host = simulation.newHost("client-" + ++clients);
            return WorldClient.builder(host)
                    .steppingStone(hosts.get(node).address().getHostAddress(), 4000);
        }

        @Override
        public <T> T await(CompletableFuture<T> future) {
            return simulation.await(future, LIMIT);
        }

        @Override
        public void until(String what, BooleanSupplier holds) {
            simulation.runUntil(holds, LIMIT);
        }

        @Override
        public void restartAllNodes() {
            for (VoxelNode node : nodes) {
                await(node.stop());
            }
            nodes.clear();
            startAll();
        }

        @Override
        public Map<Integer, Set<ChunkPos>> residentChunks() {
            Map<Integer, Set<ChunkPos>> resident = new HashMap<>();
            for (int i = 0; i < NODES; i++) {
                resident.put(
                        i,
                        await(nodes.get(i).chunks()).stream()
                                .map(ChunkInfo::position)
                                .collect(Collectors.toSet()));
            }
            return resident;
        }
    }
}
