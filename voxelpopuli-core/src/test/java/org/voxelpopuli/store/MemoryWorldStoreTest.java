package org.voxelpopuli.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.world.ChunkPos;

@DisplayName("The memory store")
final class MemoryWorldStoreTest extends WorldStoreContract {
    private final MemoryWorldStore store = new MemoryWorldStore();

    @Override
    protected WorldStore open() {
        return store;
    }

    @Test
    void completesAtOnceAndWorksAfterClose() {
        store.close();
        assertThat(store.saveChunk(new ChunkPos(1, 2, 3), EditBatch.of(List.of())))
                .isCompleted();
        assertThat(store.residentChunks()).isCompletedWithValueMatching(chunks -> chunks.size() == 1);
    }
}
