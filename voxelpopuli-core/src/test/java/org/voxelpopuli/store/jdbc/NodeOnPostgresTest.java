package org.voxelpopuli.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.VoxelNodeBuilder;
import org.voxelpopuli.store.KeyFile;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.BlockType;

@Timeout(120)
final class NodeOnPostgresTest {
    private static final BlockPos ABOVE = new BlockPos(3, 31, 4);

    @TempDir
    Path folder;

    private static <T> T get(CompletableFuture<T> future) {
        return future.orTimeout(60, TimeUnit.SECONDS).join();
    }

    private VoxelNodeBuilder builder() {
        return VoxelNode.builder().port(0).data(folder).database(TestPostgres.settings());
    }

    @Test
    void whatIsBuiltIsThereAfterARestart() {
        String id;
        try (VoxelNode node = get(builder().start())) {
            get(node.ready());
            id = node.id().toString();
            assertThat(node.store().kind()).isEqualTo("jdbc");
            assertThat(node.store().location()).endsWith("/postgres, schema voxelpopuli_" + id);
            get(node.world().setBlock(ABOVE, BlockType.STONE.id()));
        }
        assertThat(folder).isDirectoryContaining(file -> file.endsWith(KeyFile.FILE));
        assertThat(folder.resolve(SqliteWorldStore.FILE)).doesNotExist();
        try (VoxelNode node = get(builder().start())) {
            get(node.ready());
            assertThat(node.id()).hasToString(id);
            assertThat(get(node.world().block(ABOVE))).isEqualTo(BlockType.STONE.id());
        }
    }

    @Test
    void oneStoreIsEnough() {
        assertThatThrownBy(() -> builder().store(new MemoryWorldStore()).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed is one of them");
    }
}
