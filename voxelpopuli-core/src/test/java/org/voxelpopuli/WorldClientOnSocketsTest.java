package org.voxelpopuli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.voxelpopuli.client.WorldClient;
import org.voxelpopuli.client.WorldClientListener;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** The client on real sockets and threads. */
@Timeout(120)
class WorldClientOnSocketsTest {
    @Test
    @DisplayName("V9 two players enter by name of the host, see each other, build over a border, leave and come back")
    void twoPlayers() {
        try (MemoryWorldStore store = new MemoryWorldStore();
                VoxelNode node =
                        VoxelNode.builder().port(0).store(store).start().join();
                NodeEnvironment environment = NettyEnvironment.create()) {
            node.ready().join();
            BlockPos block = new BlockPos(33, 40, 2);
            CompletableFuture<PlayerName> appeared = new CompletableFuture<>();
            CompletableFuture<PlayerName> left = new CompletableFuture<>();
            ConcurrentLinkedQueue<String> changes = new ConcurrentLinkedQueue<>();
            CompletableFuture<Integer> changed = new CompletableFuture<>();
            CompletableFuture<ChunkPos> loadedByAnna = new CompletableFuture<>();
            CompletableFuture<ChunkPos> loadedByBerta = new CompletableFuture<>();
            WorldClient berta = WorldClient.builder(environment)
                    .steppingStone("localhost", node.port())
                    .player("berta")
                    .radius(1, 1)
                    .listener(new Loaded(block.chunk(), loadedByBerta))
                    .listener(new WorldClientListener() {
                        @Override
                        public void playerAppeared(PlayerName player, Position position) {
                            appeared.complete(player);
                        }

                        @Override
                        public void playerLeft(PlayerName player) {
                            left.complete(player);
                        }

                        @Override
                        public void blockChanged(BlockPos position, int before, int after) {
                            changes.add(position + ": " + before + " -> " + after);
                            changed.complete(after);
                        }
                    })
                    .build();
            berta.connect().join();
            WorldClient anna = enter(environment, node, "anna", new Loaded(block.chunk(), loadedByAnna));
            assertThat(appeared.join()).isEqualTo(anna.player());
            loadedByAnna.join();
            loadedByBerta.join();
            assertThat(anna.setBlock(block, 3).join()).isEqualTo(3);
            assertThat(changed.join()).isEqualTo(3);
            anna.moveTo(new Position(40, 33, 2, 45));
            assertThat(anna.position()).isEqualTo(new Position(40, 33, 2, 45));
            anna.closeAsync().join();
            assertThat(left.join()).isEqualTo(anna.player());
            assertThat(changes).containsExactly("33,40,2: 0 -> 3");
            assertThat(enter(environment, node, "anna", new WorldClientListener() {})
                            .position())
                    .isEqualTo(new Position(40, 33, 2));
            assertThat(berta.stats().rejectedPackets()).isZero();
            assertThat(berta.stats().disconnects()).isZero();
        }
    }

    private static WorldClient enter(
            NodeEnvironment environment, VoxelNode node, String name, WorldClientListener listener) {
        return WorldClient.builder(environment)
                .steppingStone("127.0.0.1", node.address().port())
                .player(name)
                .radius(1, 0)
                .listener(listener)
                .build()
                .connect()
                .join();
    }

    private static final class Loaded implements WorldClientListener {
        private final ChunkPos wanted;
        private final CompletableFuture<ChunkPos> loaded;

        Loaded(ChunkPos wanted, CompletableFuture<ChunkPos> loaded) {
            this.wanted = wanted;
            this.loaded = loaded;
        }

        @Override
        public void chunkLoaded(ChunkPos chunk) {
            if (chunk.equals(wanted)) {
                loaded.complete(chunk);
            }
        }
    }
}
