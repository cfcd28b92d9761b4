package org.voxelpopuli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.client.EditRefusedException;
import org.voxelpopuli.client.HandshakeClient;
import org.voxelpopuli.client.WorldClient;
import org.voxelpopuli.client.WorldClientListener;
import org.voxelpopuli.simulation.Partition;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** The client against real servers, in the simulator. */
class WorldClientOnNodesTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Simulation simulation = new Simulation(31);
    private final List<MemoryWorldStore> stores =
            List.of(new MemoryWorldStore(), new MemoryWorldStore(), new MemoryWorldStore());
    private final SharedDirectory directory = new SharedDirectory();
    private final List<SimulatedHost> hosts = new ArrayList<>();
    private final List<VoxelNode> nodes = new ArrayList<>();

    private int clients;

    private void startNodes() {
        for (int i = 0; i < stores.size(); i++) {
            SimulatedHost host = simulation.newHost("node" + i);
            hosts.add(host);
            nodes.add(simulation.await(
                    VoxelNode.builder()
                            .environment(host)
                            .host(host.address().getHostAddress())
                            .port(4000)
                            .store(stores.get(i))
                            .directory(directory.provider())
                            .start(),
                    LONG));
        }
        nodes.forEach(node -> simulation.await(node.ready(), LONG));
    }

    @AfterEach
    void nothingFailed() {
        assertThat(simulation.failures()).isEmpty();
    }

    private WorldClient enter(String name, int node, WorldClientListener listener) {
        return simulation.await(
                WorldClient.builder(simulation.newHost("client" + ++clients))
                        .steppingStone(nodes.get(node).address().host(), 4000)
                        .player(name)
                        .radius(1, 1)
                        .listener(listener)
                        .build()
                        .connect(),
                LONG);
    }

    /** Counts what is reported for each voxel. */
    private static final class Reports implements WorldClientListener {
        final Map<BlockPos, Integer> blocks = new HashMap<>();
        final List<String> players = new ArrayList<>();
        final List<ChunkPos> disconnected = new ArrayList<>();
        int displaced;

        @Override
        public void blockChanged(BlockPos position, int before, int after) {
            blocks.merge(position, 1, Integer::sum);
        }

        @Override
        public void playerAppeared(PlayerName player, Position position) {
            players.add(player + " appeared");
        }

        @Override
        public void playerLeft(PlayerName player) {
            players.add(player + " left");
        }

        @Override
        public void disconnected(ChunkPos chunk, String reason) {
            disconnected.add(chunk);
        }

        @Override
        public void displaced(String reason) {
            displaced++;
            assertThat(reason).isEqualTo("player anna is played by a newer session, in this chunk");
        }
    }

    @Test
    void handshakesOfTheClientAreUnderstood() {
        startNodes();
        HandshakeClient client = new HandshakeClient(simulation.newHost("asker"));
        simulation.await(client.ping(hosts.get(0).socketAddress(4001), Duration.ofSeconds(2)), LONG);
        ChunkPos chunk = new ChunkPos(7, 7, 7);
        simulation.await(client.generate(hosts.get(0).socketAddress(4001), chunk, Duration.ofSeconds(2)), LONG);
        assertThat(simulation.await(nodes.get(0).chunk(chunk), LONG)).isPresent();
    }

    @Test
    @DisplayName(
            "A walks over 8 chunks of 3 servers while building; B sees each change once; after a restart C finds all")
    void theStory() {
        startNodes();
        Reports seenByB = new Reports();
        WorldClient a = enter("anna", 0, new Reports());
        WorldClient b = enter("berta", 1, seenByB);
        Set<BlockPos> built = new HashSet<>();
        Set<BlockPos> inSightOfB = new HashSet<>();
        List<CompletableFuture<Integer>> edits = new ArrayList<>();
        for (int step = 0; step < 150; step++) {
            double x = step * 2;
            a.moveTo(new Position(x, 33, 5, 90));
            // B follows a bit behind.
            b.moveTo(new Position(Math.max(0, x - 10), 33, 8));
            simulation.run(Duration.ofMillis(150));
            BlockPos block = new BlockPos((int) x, 36, 5);
            boolean loadedByB = b.block(block).isPresent();
            if (a.block(block).isPresent()) {
                edits.add(a.setBlock(block, 1 + step % 3));
                built.add(block);
                if (loadedByB) {
                    inSightOfB.add(block);
                }
            }
        }
        simulation.run(Duration.ofSeconds(2));
        assertThat(built).hasSizeGreaterThan(140);
        edits.forEach(edit -> assertThat(edit).isCompletedWithValueMatching(block -> block >= 1 && block <= 3));
        assertThat(inSightOfB).hasSizeGreaterThan(140);
        for (BlockPos block : inSightOfB) {
            assertThat(seenByB.blocks).as("reports of %s", block).containsEntry(block, 1);
        }
        assertThat(seenByB.players).containsExactly("anna appeared");
        assertThat(seenByB.disconnected).isEmpty();
        assertThat(b.view().players().get(a.player()).position()).isEqualTo(a.position());
        Position last = a.position();
        simulation.await(a.closeAsync(), LONG);
        simulation.await(b.closeAsync(), LONG);

        restart();
        WorldClient again = enter("anna", 2, new Reports());
        assertThat(again.position()).isEqualTo(new Position(last.x(), last.y(), last.z()));
        WorldClient c = enter("carla", 1, new Reports());
        for (int x = 0; x < 300; x += 16) {
            c.moveTo(new Position(x, 33, 5));
            ChunkPos here = c.position().chunk();
            simulation.runUntil(() -> c.view().chunks().contains(here), LONG);
            int from = x;
            built.stream()
                    .filter(block -> block.x() >= from && block.x() < from + 16)
                    .forEach(block ->
                            assertThat(c.block(block)).as("block %s", block).hasValue(1 + block.x() / 2 % 3));
        }
    }

    private void restart() {
        nodes.forEach(node -> simulation.await(node.stop(), LONG));
        hosts.forEach(SimulatedHost::close);
        nodes.clear();
        hosts.clear();
        startNodes();
    }

    @Test
    @DisplayName("V6.5 what the server refuses is taken back")
    void anUnregisteredTypeIsTakenBack() {
        startNodes();
        WorldClient a = enter("anna", 0, new Reports());
        BlockPos block = new BlockPos(1, 40, 1);
        CompletableFuture<Integer> edit = a.setBlock(block, 4);
        simulation.runUntil(edit::isDone, LONG);
        assertThatThrownBy(edit::join)
                .hasCauseInstanceOf(EditRefusedException.class)
                .hasMessageContaining("block type 4 is not registered here");
        assertThat(a.block(block)).hasValue(0);
        assertThat(simulation.await(a.setBlock(block, 2), LONG)).isEqualTo(2);
    }

    @Test
    @DisplayName("two who set the same voxel at once end up seeing the same block")
    void twoAtOnce() {
        startNodes();
        WorldClient a = enter("anna", 0, new Reports());
        WorldClient b = enter("berta", 1, new Reports());
        BlockPos block = new BlockPos(1, 40, 1);
        CompletableFuture<Integer> one = a.setBlock(block, 1);
        CompletableFuture<Integer> two = b.setBlock(block, 2);
        simulation.run(Duration.ofSeconds(3));
        assertThat(one).isDone();
        assertThat(two).isDone();
        assertThat(a.block(block)).isEqualTo(b.block(block));
    }

    @Test
    @DisplayName("V6.8 the newer session of a player wins, the older is told and only watches")
    void theSamePlayerTwice() {
        startNodes();
        Reports told = new Reports();
        WorldClient older = enter("anna", 0, told);
        WorldClient newer = simulation.await(
                WorldClient.builder(simulation.newHost("elsewhere"))
                        .steppingStone(nodes.get(1).address().host(), 4001)
                        .player("anna")
                        .radius(0, 0)
                        .build()
                        .connect(),
                LONG);
        simulation.run(Duration.ofSeconds(10));
        assertThat(told.displaced).isEqualTo(1);
        newer.moveTo(new Position(5, 34, 5));
        simulation.run(Duration.ofSeconds(1));
        assertThat(simulation.await(nodes.get(0).players(), LONG))
                .singleElement()
                .satisfies(player -> assertThat(player.position()).isEqualTo(new Position(5, 34, 5)));
        assertThat(older.view().chunks()).contains(new ChunkPos(0, 1, 0));
    }

    @Test
    @DisplayName("a minute without network: the player is back by itself, and what changed meanwhile is reported once")
    void anOutage() {
        startNodes();
        Reports seen = new Reports();
        SimulatedHost home = simulation.newHost("home");
        WorldClient a = simulation.await(
                WorldClient.builder(home)
                        .steppingStone(hosts.get(0).socketAddress(4001))
                        .player("anna")
                        .radius(1, 0)
                        .listener(seen)
                        .build()
                        .connect(),
                LONG);
        simulation.runUntil(() -> a.view().chunks().size() == 9, LONG);
        WorldClient b = enter("berta", 1, new Reports());
        simulation.run(Duration.ofSeconds(3));
        Partition cut = Partition.between(List.of(home), hosts);
        simulation.network().add(cut);
        BlockPos block = new BlockPos(1, 40, 1);
        simulation.await(b.setBlock(block, 2), LONG);
        simulation.run(Duration.ofMinutes(1));
        assertThat(seen.disconnected).hasSize(9);
        assertThat(simulation.await(nodes.get(0).players(), LONG)).hasSize(1);
        simulation.network().remove(cut);
        simulation.run(Duration.ofSeconds(20));
        assertThat(seen.blocks).containsExactly(Map.entry(block, 1));
        assertThat(a.view().players()).containsOnlyKeys(b.player());
        assertThat(b.view().players()).containsOnlyKeys(a.player());
    }
}
