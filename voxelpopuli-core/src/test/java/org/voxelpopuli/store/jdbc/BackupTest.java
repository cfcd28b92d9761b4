package org.voxelpopuli.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

@Timeout(120)
final class BackupTest {
    private static final int ROUNDS = 3;

    @TempDir
    Path folder;

    private static <T> T get(CompletableFuture<T> future) {
        return future.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Test
    @DisplayName("Issue 6: a copy that is taken by the documented command while the node writes is a consistent world")
    void aCopyUnderLoadIsConsistent() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong durable = new AtomicLong(-1);
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> write(store, stop, durable));
            for (int round = 0; round < ROUNDS; round++) {
                long before = Math.max(durable.get(), 500L * round);
                while (durable.get() < before) {
                    Thread.onSpinWait();
                }
                Path copy = Files.createDirectory(folder.resolve("copy" + round));
                backUp(copy);
                check(copy, before);
            }
            stop.set(true);
            get(load);
        }
    }

    /** Numbers in turn, over several chunks, some waiting at a time. */
    private static void write(WorldStore store, AtomicBoolean stop, AtomicLong durable) {
        CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
        for (long number = 0; !stop.get() && number < (long) WritingProcess.CHUNKS * ChunkPos.VOLUME; number++) {
            long written = number;
            ChunkPos chunk = new ChunkPos((int) (number % WritingProcess.CHUNKS), 0, 0);
            last = store.saveChunk(chunk, EditBatch.of(List.of(WritingProcess.edit(number))))
                    .thenRun(() -> durable.accumulateAndGet(written, Math::max));
            if (number % 16 == 0) {
                get(last);
            }
        }
        get(last);
    }

    /** As the operators' page says. */
    private void backUp(Path copy) throws SQLException {
        try (Connection tool = FaultyDisk.plain(folder.resolve(SqliteWorldStore.FILE));
                Statement sql = tool.createStatement()) {
            sql.execute("VACUUM INTO '" + copy.resolve(SqliteWorldStore.FILE) + "'");
        }
    }

    private static void check(Path copy, long before) {
        try (WorldStore store = SqliteWorldStore.open(copy)) {
            Set<Long> numbers = new TreeSet<>();
            for (ChunkPos chunk : get(store.residentChunks())) {
                List<Edit> edits = get(store.loadEdits(chunk)).edits();
                assertThat(edits).allMatch(WritingProcess::isIntact);
                edits.forEach(edit -> numbers.add(edit.stamp().time()));
            }
            assertThat(store.status().damagedChunks()).isEmpty();
            assertThat(numbers.size()).as("all that was durable before it").isGreaterThan((int) before);
            // Each with all that went before it: a moment of the world, not a mixture of two.
            assertThat(numbers).last().isEqualTo(numbers.size() - 1L);
        }
    }
}
