package org.voxelpopuli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.World;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.StoreStatus;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.terrain.HeightMapTerrain;
import org.voxelpopuli.terrain.TerrainGenerator;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

class ChunkLifeTest {
    private final SimulatedServer server = new SimulatedServer();

    private ChunkInfo home() {
        return server.simulation
                .await(server.node.chunk(SimulatedServer.HOME), SimulatedServer.SOON)
                .orElseThrow();
    }

    @Test
    @DisplayName("V7.2 no clients left: the chunk is saved and unloaded, and comes back with its edits")
    void unload() {
        SeedClient client = server.join();
        assertThat(home().loaded()).isTrue();
        client.packet(7, "4,31,4,3", "");
        client.await(5);
        client.hangUp();
        server.run(SimulatedServer.SOON);
        assertThat(home().loaded()).isFalse();
        assertThat(server.store.loadEdits(SimulatedServer.HOME).join().edits()).hasSize(1);
        SeedClient again = server.dial().say("{\"type\":\"connect\",\"chunk\":[0,0]}");
        assertThat(SeedClient.block(again.await(5), 4, 31, 4)).isEqualTo(3);
    }

    @Test
    @DisplayName("V7.2 a block change in the last moment before the connection ends is kept")
    void changeAndHangUp() {
        SeedClient client = server.join();
        client.packet(7, "4,31,4,3", "");
        client.hangUp();
        server.run(SimulatedServer.SOON);
        assertThat(server.store.loadEdits(SimulatedServer.HOME).join().edits()).hasSize(1);
    }

    @Test
    @DisplayName("V7.2 an unloaded chunk costs no tick: with none loaded, nothing runs")
    void idle() {
        server.join().hangUp();
        server.run(Duration.ofSeconds(1));
        AtomicInteger ticks = new AtomicInteger();
        SimulatedServer idle = new SimulatedServer(builder -> builder.observer(new ServerObserver() {
            @Override
            public void ticked(ChunkPos chunk, long nanos) {
                ticks.incrementAndGet();
            }
        }));
        for (int x = 0; x < 3000; x++) {
            idle.simulation.await(idle.directory.host.generate(new ChunkPos(x, 0, 0)), SimulatedServer.SOON);
        }
        idle.run(Duration.ofSeconds(60));
        assertThat(ticks).hasValue(0);
        assertThat(idle.simulation.await(idle.node.chunks(), SimulatedServer.SOON))
                .hasSize(3000);
    }

    @Test
    @DisplayName("V11.3 what the node acknowledged as stopped is there when it starts again on the same store")
    void restart() {
        SeedClient client = server.join();
        client.packet(1, "1,33,1", "alice").packet(7, "4,31,4,3", "");
        server.run(SimulatedServer.TICK.multipliedBy(3));
        server.simulation.await(server.node.stop(), Duration.ofSeconds(10));
        assertThat(server.directory.saved).hasSize(1);
        VoxelNode again = server.simulation.await(
                VoxelNode.builder()
                        .port(4100)
                        .host(server.host.address().getHostAddress())
                        .environment(server.host)
                        .store(server.store)
                        .start(),
                SimulatedServer.SOON);
        assertThat(again.id()).isEqualTo(server.node.id());
        assertThat(server.simulation.await(again.world().block(new BlockPos(4, 31, 4)), SimulatedServer.SOON))
                .isEqualTo(3);
    }

    @Test
    @DisplayName("V7.1 a client that stops reading is dropped at a backlog of 10 s or 4 MiB; the others get every tick")
    void slowReader() {
        SeedClient slow = server.join();
        SeedClient brisk = server.join();
        slow.host.pauseReading();
        brisk.drain(6);
        for (int change = 0; change < 200; change++) {
            brisk.packet(7, "0,31,0," + change % 2, "");
            server.run(SimulatedServer.TICK);
        }
        server.run(Duration.ofSeconds(5));
        assertThat(server.events.closed).hasSize(1);
        assertThat(home().clients()).isEqualTo(1);
        assertThat(brisk.drain(6).size()).isBetween(298, 302);
    }

    @Test
    @DisplayName("V7.1 a client that floods packets is cut off, the others stay")
    void flood() {
        SeedClient flooding = server.join();
        SeedClient calm = server.join();
        StringBuilder flood = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            flood.append("{\"type\":7,\"args\":[0,31,0,1],\"player\":\"\"}\n");
        }
        flooding.say(flood.toString());
        flooding.awaitClosed(Duration.ofSeconds(2));
        assertThat(server.events.closed).containsExactly("flood");
        assertThat(calm.isClosed()).isFalse();
    }

    @Test
    @DisplayName("A bug in one chunk's tick stops that chunk only, and it is loaded again from the store")
    void chunkThatThrows() {
        AtomicInteger failures = new AtomicInteger(1);
        TerrainGenerator hills = new HeightMapTerrain(0);
        SimulatedServer buggy = new SimulatedServer();
        SeedClient client = buggy.join();
        SeedClient neighbour = buggy.join(new ChunkPos(1, 0, 0));
        client.packet(7, "2,31,2,3", "");
        client.await(5);
        // A listener of the embedding game that throws takes the tick down with it.
        buggy.node.world().onBlockChange((position, before, after) -> {
            if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("a bug");
            }
        });
        client.packet(7, "3,31,3,3", "");
        buggy.run(Duration.ofSeconds(3));
        client.drainButTime();
        client.packet(7, "4,31,4,3", "");
        buggy.run(SimulatedServer.SOON);
        String seen = client.drain(5).get(0);
        assertThat(SeedClient.block(seen, 2, 31, 2)).isEqualTo(3);
        assertThat(SeedClient.block(seen, 4, 31, 4)).isEqualTo(3);
        assertThat(SeedClient.block(seen, 0, 0, 0))
                .isEqualTo(hills.generate(SimulatedServer.HOME).get(0));
        assertThat(neighbour.isClosed()).isFalse();
        assertThat(neighbour.drain(6)).isNotEmpty();
    }

    @Test
    @DisplayName("A generator that throws refuses nobody else: the chunk's client waits, the node goes on")
    void generatorThatThrows() {
        TerrainGenerator hills = new HeightMapTerrain(0);
        SimulatedServer fragile = new SimulatedServer(builder -> builder.terrain(new TerrainGenerator() {
            @Override
            public String id() {
                return "fragile";
            }

            @Override
            public int version() {
                return 1;
            }

            @Override
            public Chunk generate(ChunkPos position) {
                if (position.x() == 13) {
                    throw new IllegalStateException("no 13th chunk");
                }
                return hills.generate(position);
            }
        }));
        fragile.simulation.await(fragile.directory.host.generate(new ChunkPos(13, 0, 0)), SimulatedServer.SOON);
        SeedClient unlucky = fragile.dial().say("{\"type\":\"connect\",\"chunk\":[13,0]}\n");
        assertThat(unlucky.line()).startsWith("{\"ok\":false,\"error\":\"");
        unlucky.awaitClosed(SimulatedServer.SOON);
        fragile.join();
    }

    @Test
    @DisplayName("V7.1 20 ticks a second against the clock, without drift; a stall of 10 s is not made up for")
    void tickLoop() {
        long period = 50;
        assertThat(TickLoop.next(1000, 1003, period)).isEqualTo(1050);
        assertThat(TickLoop.next(1000, 1050, period)).isEqualTo(1050);
        assertThat(TickLoop.next(1000, 1051, period)).isEqualTo(1100);
        assertThat(TickLoop.next(1000, 11_020, period)).isEqualTo(11_050);
        SeedClient client = server.join();
        client.drain(6);
        server.run(Duration.ofSeconds(600));
        assertThat(client.drain(6)).hasSizeBetween(11_999, 12_001);
    }

    @Test
    @DisplayName("The embedding game hears each change once, and its own change completes when it is durable")
    void embeddedWorld() {
        List<String> heard = new ArrayList<>();
        BlockPos block = new BlockPos(3, 31, 3);
        World.Subscription listening =
                server.node.world().onBlockChange((at, before, after) -> heard.add(at + " " + before + after));
        server.simulation.await(server.node.world().setBlock(block, 2), Duration.ofSeconds(1));
        assertThat(server.store.loadEdits(SimulatedServer.HOME).join().edits()).hasSize(1);
        server.simulation.await(server.node.world().setBlock(block, 2), Duration.ofSeconds(1));
        listening.close();
        server.simulation.await(server.node.world().setBlock(block, 3), Duration.ofSeconds(1));
        assertThat(heard).containsExactly("3,31,3 02");
        CompletableFuture<Void> refused = server.node.world().setBlock(block, 4);
        assertThat(refused).failsWithin(Duration.ZERO).withThrowableThat().withMessageContaining("block type 4");
    }

    @Test
    @DisplayName("V11.3 a node without a network keeps its players over a restart, too")
    void playersOfANodeAlone() {
        for (String expected : new String[] {"[0,32,0]", "[3,33,3]"}) {
            VoxelNode alone = server.simulation.await(
                    VoxelNode.builder()
                            .port(5000)
                            .host(server.host.address().getHostAddress())
                            .environment(server.host)
                            .store(server.store)
                            .start(),
                    SimulatedServer.SOON);
            SeedClient dht = SeedClient.dial(
                    server.simulation, server.simulation.newHost("asks-" + expected), server.host.socketAddress(5001));
            dht.say("{\"type\":\"dht\"}");
            dht.expect("{\"ok\":true}");
            dht.say("\0[0,0]\n");
            dht.line();
            dht.say("\1{\"name\":\"alice\"}\n");
            dht.expect(expected);
            SeedClient alice = SeedClient.dial(
                    server.simulation, server.simulation.newHost("is-" + expected), server.host.socketAddress(5001));
            alice.say("{\"type\":\"connect\",\"chunk\":[0,0]}\n");
            alice.await(5);
            alice.packet(1, "3,33,3", "alice").packet(2, "", "alice");
            server.run(SimulatedServer.SOON);
            server.simulation.await(alone.stop(), Duration.ofSeconds(10));
        }
    }

    @Test
    @DisplayName("V6.1 a stored block type that this node does not know is loaded, sent and kept unchanged")
    void unknownBlockType() {
        Stamp stamp = new Stamp(1L << 16, server.node.id());
        server.simulation.await(
                server.store.saveChunk(SimulatedServer.HOME, EditBatch.of(List.of(new Edit(0, 4000, stamp)))),
                SimulatedServer.SOON);
        SeedClient client = server.join();
        client.packet(7, "0,31,0,1", "");
        assertThat(SeedClient.block(client.await(5), 0, 0, 0)).isEqualTo(4000);
        client.hangUp();
        server.run(SimulatedServer.SOON);
        assertThat(server.store.loadEdits(SimulatedServer.HOME).join().edits())
                .extracting(Edit::block)
                .containsExactlyInAnyOrder(4000, 1);
    }

    @Test
    @DisplayName("CASES a chunk in which every voxel was edited is saved, unloaded and sent like any other")
    void everyVoxel() {
        List<Edit> edits = new ArrayList<>();
        for (int voxel = 0; voxel < ChunkPos.VOLUME; voxel++) {
            edits.add(new Edit(voxel, voxel, new Stamp(1L << 16, server.node.id())));
        }
        server.simulation.await(
                server.store.saveChunk(SimulatedServer.HOME, EditBatch.of(edits)), SimulatedServer.SOON);
        SeedClient client = server.join();
        client.packet(7, "31,31,31,2", "");
        String seen = client.await(5);
        assertThat(SeedClient.block(seen, 0, 0, 5)).isEqualTo(5);
        assertThat(SeedClient.block(seen, 31, 31, 30)).isEqualTo(32_766);
        assertThat(SeedClient.block(seen, 31, 31, 31)).isEqualTo(2);
        assertThat(home().edits()).isEqualTo(ChunkPos.VOLUME);
    }

    @Test
    @DisplayName(
            "CASES one unreadable chunk is refused with the reason, never shown as it is not; the node and the others go on")
    void unreadableChunk() {
        Simulation simulation = server.simulation;
        SimulatedHost host = simulation.newHost("damaged");
        AtomicBoolean away = new AtomicBoolean(true);
        VoxelNode node = simulation.await(
                VoxelNode.builder()
                        .port(4000)
                        .host(host.address().getHostAddress())
                        .environment(host)
                        .store(new UnreadableStore(new MemoryWorldStore(), SimulatedServer.HOME, away))
                        .start(),
                SimulatedServer.SOON);
        simulation.await(node.world().setBlock(new BlockPos(40, 31, 0), 1), SimulatedServer.SOON);
        for (int i = 0; i < 3; i++) {
            // The first try is repeated after a second.
            CompletableFuture<?> refused = i == 1
                    ? node.world().block(new BlockPos(0, 31, 0))
                    : node.world().setBlock(new BlockPos(0, 31, 0), 1);
            simulation.run(Duration.ofMillis(1_100));
            assertThat(refused)
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withMessageContaining("chunk 0,0,0 cannot be read now: the database is away");
        }
        assertThat(simulation.await(node.world().block(new BlockPos(40, 31, 0)), SimulatedServer.SOON))
                .isEqualTo(1);
        away.set(false);
        simulation.await(node.world().setBlock(new BlockPos(0, 31, 0), 1), SimulatedServer.SOON);
        assertThat(simulation.await(node.world().block(new BlockPos(0, 31, 0)), SimulatedServer.SOON))
                .isEqualTo(1);
    }

    /** A store that cannot read one chunk while it is away. */
    private record UnreadableStore(WorldStore sound, ChunkPos unreadable, AtomicBoolean away) implements WorldStore {
        @Override
        public CompletableFuture<Set<ChunkPos>> residentChunks() {
            return sound.residentChunks();
        }

        @Override
        public CompletableFuture<EditBatch> loadEdits(ChunkPos position) {
            return away.get() && position.equals(unreadable)
                    ? CompletableFuture.failedFuture(new StoreException("the database is away", null))
                    : sound.loadEdits(position);
        }

        @Override
        public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
            return sound.saveChunk(position, edits);
        }

        @Override
        public CompletableFuture<Void> removeChunk(ChunkPos position) {
            return sound.removeChunk(position);
        }

        @Override
        public RecordTable records() {
            return sound.records();
        }

        @Override
        public StoreStatus status() {
            return sound.status();
        }

        @Override
        public void close() {
            sound.close();
        }
    }
}
