package org.voxelpopuli.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.edits.AppliedRange;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

@DisplayName("What is saved for a chunk is merged into its snapshot")
@Timeout(120)
final class CompactionTest {
    private static final ChunkPos HERE = new ChunkPos(1, -2, 3);
    private static final int CONSTANT = 64 << 10;

    @TempDir
    Path folder;

    private final Random random = new Random(6);

    private static <T> T get(CompletableFuture<T> future) {
        return future.orTimeout(60, TimeUnit.SECONDS).join();
    }

    private Edit edit(int voxel) {
        byte[] writer = new byte[WriterId.LENGTH];
        Arrays.fill(writer, (byte) random.nextInt(100));
        // Some thirty years of milliseconds, and all of the counter.
        long time = (1_700_000_000_000L + random.nextLong(1_000_000_000_000L)) << 16 | random.nextInt(65_536);
        return new Edit(voxel, random.nextInt(65_536), new Stamp(time, WriterId.of(writer)));
    }

    private List<Edit> everyVoxel() {
        List<Edit> edits = new ArrayList<>();
        for (int voxel = 0; voxel < ChunkPos.VOLUME; voxel++) {
            edits.add(edit(voxel));
        }
        Collections.shuffle(edits, random);
        return edits;
    }

    private long number(String query) throws SQLException {
        try (Connection tool = FaultyDisk.plain(folder.resolve(SqliteWorldStore.FILE));
                Statement sql = tool.createStatement();
                ResultSet row = sql.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private long rows() throws SQLException {
        return number("SELECT count(*) FROM batch");
    }

    private void awaitMerged() throws SQLException {
        // The store has no event for it: it is an inner matter of its own.
        for (int tries = 0;
                number("SELECT sum(length(bytes)) FROM batch") >= BatchIndex.LEAST_BYTES_WHEN_IDLE || rows() >= 8;
                tries++) {
            assertThat(tries).as("the rows are not merged").isLessThan(100_000);
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName("Issue 6: at most 16 bytes for each voxel that was edited, and a constant, at worst")
    void theSizeOfAChunkIsBounded() throws SQLException {
        EditLog all = new EditLog();
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            // Each voxel three times over, so that there is something to merge.
            for (int round = 0; round < 3; round++) {
                List<Edit> edits = everyVoxel();
                for (int from = 0; from < edits.size(); from += 1_000) {
                    EditBatch batch = EditBatch.of(edits.subList(from, Math.min(edits.size(), from + 1_000)));
                    all.merge(batch);
                    get(store.saveChunk(HERE, batch));
                }
            }
            awaitMerged();
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactlyInAnyOrderElementsOf(all.edits());
        }
        assertThat(number("SELECT sum(length(bytes)) FROM snapshot"))
                .isLessThanOrEqualTo(16L * ChunkPos.VOLUME + CONSTANT);
        long pages = number("SELECT page_count - freelist_count FROM pragma_page_count, pragma_freelist_count");
        assertThat(pages * 4_096).as("all of the file in use").isLessThanOrEqualTo(16L * ChunkPos.VOLUME + CONSTANT);
    }

    @Test
    void whileItIsWrittenAsWellSoThatReadingStaysQuick() throws SQLException {
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            EditLog all = new EditLog();
            for (int i = 0; i < 3 * BatchIndex.MOST_ROWS; i++) {
                EditBatch batch = new EditBatch(
                        List.of(edit(random.nextInt(ChunkPos.VOLUME))), List.of(new AppliedRange(9, i + 1, i + 1, 1)));
                all.merge(batch);
                get(store.saveChunk(HERE, batch));
                // Those that were merged into one last are deleted when the next are.
                assertThat(rows()).isLessThanOrEqualTo(2L * BatchIndex.MOST_ROWS + 3);
            }
            assertThat(number("SELECT count(*) FROM batch WHERE number < 0")).isPositive();
            EditBatch loaded = get(store.loadEdits(HERE));
            assertThat(loaded.edits()).containsExactlyInAnyOrderElementsOf(all.edits());
            assertThat(loaded.applied()).containsExactly(new AppliedRange(9, 1, 3 * BatchIndex.MOST_ROWS, 1));
        }
    }

    @Test
    void alsoRowsOfTheLastRun() throws SQLException {
        List<Edit> edits = new ArrayList<>();
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            for (int i = 0; i < 30; i++) {
                edits.add(edit(i));
                get(store.saveChunk(HERE, EditBatch.of(List.of(edits.get(i)))));
            }
        }
        assertThat(rows()).isEqualTo(30);
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            get(store.saveChunk(HERE, EditBatch.of(List.of())));
            awaitMerged();
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactlyInAnyOrderElementsOf(edits);
        }
    }

    /** With more rows than a snapshot waits for; each also written a second time, so that they are read from the disk and not from memory. */
    @Test
    void rowsOfManyCommitsAreReadMergedAndRemoved() throws SQLException {
        EditLog all = new EditLog();
        for (int run = 0; run < 3; run++) {
            try (WorldStore store = SqliteWorldStore.open(folder)) {
                assertThat(get(store.loadEdits(HERE)).edits()).containsExactlyInAnyOrderElementsOf(all.edits());
                for (int i = 0; i < 1.5 * BatchIndex.MOST_ROWS; i++) {
                    EditBatch batch = EditBatch.of(List.of(edit(random.nextInt(ChunkPos.VOLUME))));
                    all.merge(batch);
                    get(store.saveChunk(HERE, batch));
                }
                assertThat(get(store.loadEdits(HERE)).edits()).containsExactlyInAnyOrderElementsOf(all.edits());
            }
            assertThat(number("SELECT count(*) FROM batch WHERE number < 0")).isPositive();
        }
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            List<Edit> edits = everyVoxel().subList(0, 9_000);
            all.merge(EditBatch.of(edits));
            get(store.saveChunk(HERE, EditBatch.of(edits)));
            get(store.saveChunk(HERE, EditBatch.of(List.of())));
            awaitMerged();
            assertThat(number("SELECT count(*) FROM snapshot")).isEqualTo(1);
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactlyInAnyOrderElementsOf(all.edits());
            get(store.removeChunk(HERE));
            assertThat(get(store.loadEdits(HERE)).isEmpty()).isTrue();
        }
        assertThat(rows()).isZero();
    }

    @Test
    void aChunkIsRemovedWithItsRowsOfManyCommits() throws SQLException {
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            for (int i = 0; i <= BatchIndex.MOST_ROWS; i++) {
                get(store.saveChunk(HERE, EditBatch.of(List.of(edit(i)))));
            }
            assertThat(number("SELECT count(*) FROM batch WHERE number < 0")).isPositive();
            get(store.removeChunk(HERE));
        }
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.residentChunks())).isEmpty();
            assertThat(get(store.loadEdits(HERE)).isEmpty()).isTrue();
        }
        assertThat(rows()).isZero();
    }

    /** They stay as long as a row before them is not merged; what is read again after a restart is merged again. */
    @Test
    void rowsThatAreMergedAndNotYetDeletedGoWithTheirChunk() throws SQLException {
        ChunkPos there = new ChunkPos(0, 0, 0);
        Edit first = edit(1);
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            get(store.saveChunk(there, EditBatch.of(List.of(first))));
            for (int i = 0; i < BatchIndex.MOST_ROWS; i++) {
                get(store.saveChunk(HERE, EditBatch.of(List.of(edit(i)))));
            }
        }
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.loadEdits(HERE)).edits()).hasSize(BatchIndex.MOST_ROWS);
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(5)))));
            get(store.removeChunk(HERE));
        }
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.residentChunks())).containsExactly(there);
            assertThat(get(store.loadEdits(HERE)).isEmpty()).isTrue();
            assertThat(get(store.loadEdits(there)).edits()).containsExactly(first);
        }
        assertThat(number("SELECT count(*) FROM batch WHERE x = 1")).isZero();
    }

    @Test
    void leavesNothingOfAChunkThatIsRemoved() throws SQLException {
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            get(store.saveChunk(HERE, EditBatch.of(everyVoxel())));
            awaitMerged();
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1)))));
            get(store.removeChunk(HERE));
        }
        assertThat(
                        number(
                                "SELECT (SELECT count(*) FROM chunk) + (SELECT count(*) FROM snapshot) + (SELECT count(*) FROM batch)"))
                .isZero();
    }
}
