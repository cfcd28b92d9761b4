package org.voxelpopuli.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

@DisplayName("When the disk does not take it, the SQLite store")
@Timeout(120)
final class DiskTroubleTest {
    private static final ChunkPos HERE = new ChunkPos(0, 0, 0);
    private static final WriterId WRITER = WriterId.of(new byte[WriterId.LENGTH]);

    @TempDir
    Path folder;

    private final FaultyDisk disk = new FaultyDisk();

    private static <T> T get(CompletableFuture<T> future) {
        return future.orTimeout(60, TimeUnit.SECONDS).join();
    }

    private static Edit edit(int voxel, long time) {
        return new Edit(voxel, 2, new Stamp(time, WRITER));
    }

    private static StoredRecord row(String kind, String key, String value) {
        return new StoredRecord(kind, key, value, 1);
    }

    private Connection otherProgram() throws SQLException {
        return FaultyDisk.plain(folder.resolve(SqliteWorldStore.FILE));
    }

    @Test
    void keepsWritesSaysWhyAndCatchesUpByItself() throws Exception {
        try (WorldStore store = SqliteWorldStore.open(folder, disk)) {
            disk.failWith(FaultyDisk.FULL);
            CompletableFuture<Void> first = store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 1))));
            disk.awaitSecondAttempt();
            CompletableFuture<Void> second = store.records().put(row("player", "Anna", "here"));
            assertThat(store.status().writeError())
                    .hasValueSatisfying(e -> assertThat(e).contains("disk is full"));
            assertThat(store.status().canWrite()).isFalse();
            assertThat(store.status().queuedWrites()).isEqualTo(2);
            assertThat(first).isNotDone();

            // What waits is there for readers.
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactly(edit(1, 1));
            assertThat(get(store.residentChunks())).containsExactly(HERE);
            assertThat(get(store.records().all("player"))).hasSize(1);

            disk.failWith(FaultyDisk.IO);
            disk.awaitSecondAttempt();
            assertThat(store.status().writeError())
                    .hasValueSatisfying(e -> assertThat(e).contains("input/output"));

            disk.failWith(0);
            get(first);
            get(second);
            assertThat(store.status().writeError()).isEmpty();
            assertThat(store.status().queuedWrites()).isZero();
        }
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactly(edit(1, 1));
            assertThat(get(store.records().all("player"))).hasSize(1);
        }
    }

    /** Only the lower bound: 100, 200 and 400 ms. */
    @Test
    void triesAgainAfterLongerAndLongerPauses() throws Exception {
        try (WorldStore store = SqliteWorldStore.open(folder, disk)) {
            disk.failWith(FaultyDisk.FULL);
            long begin = System.nanoTime();
            CompletableFuture<Void> save = store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 1))));
            disk.awaitSecondAttempt();
            disk.failWith(FaultyDisk.IO);
            disk.awaitSecondAttempt();
            assertThat(System.nanoTime() - begin)
                    .isGreaterThanOrEqualTo(Duration.ofMillis(700).toNanos());
            disk.failWith(0);
            get(save);
        }
    }

    private static Edit only(WorldStore store, ChunkPos chunk) {
        return get(store.loadEdits(chunk)).edits().get(0);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void takesNothingIntoAFileThatWasMovedAndGoesOnWhenItIsBack() throws Exception {
        Path home = folder.resolve("home");
        Path away = folder.resolve("away");
        try (WorldStore store = SqliteWorldStore.open(home)) {
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 1)))));
            Files.move(home, away);
            CompletableFuture<Void> save = store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 2))));
            while (store.status().canWrite()) {
                Thread.onSpinWait();
            }
            assertThat(store.status().writeError()).hasValueSatisfying(e -> assertThat(e)
                    .startsWith(SqliteWorldStore.FILE)
                    .contains("was deleted, moved or replaced while the node runs: put it back"));
            assertThat(save).isNotDone();
            assertThat(only(store, HERE)).isEqualTo(edit(1, 2));
            Files.move(away, home);
            get(save);
            assertThat(store.status().canWrite()).isTrue();
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(2, 3)))));
        }
        try (WorldStore store = SqliteWorldStore.open(home)) {
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactlyInAnyOrder(edit(1, 2), edit(2, 3));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-wal", "-shm"})
    @EnabledOnOs(OS.LINUX)
    void acknowledgesNothingThatIsInAFileWithoutAName(String suffix) throws Exception {
        WorldStore store = SqliteWorldStore.open(folder);
        get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 1)))));
        Files.delete(folder.resolve(SqliteWorldStore.FILE + suffix));
        CompletableFuture<Void> lost = store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 2))));
        while (store.status().canWrite()) {
            Thread.onSpinWait();
        }
        assertThat(lost).isNotDone();
        store.close();
        assertThatThrownBy(() -> get(lost)).hasMessageContaining("was deleted, moved or replaced");
    }

    /** As a bad block of the disk would. */
    @Test
    void servesTheRestOfAChunkOfWhichAPlaceOfTheDiskCannotBeRead() throws Exception {
        try (WorldStore store = SqliteWorldStore.open(folder, disk)) {
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 1)))));
            disk.failReads("FROM snapshot", "[SQLITE_IOERR_READ]  Disk I/O error while reading");
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactly(edit(1, 1));
            assertThat(store.status().damagedChunks()).containsExactly(HERE);
            disk.failReads("FROM snapshot", "[SQLITE_IOERR_SHMMAP]  I/O error on a shared memory map");
            assertThatThrownBy(() -> get(store.loadEdits(HERE))).hasMessageContaining("input/output error");
        }
    }

    /** SQLite's own "database or disk is full", by its limit of pages. */
    @Test
    void recoversFromARealFullFile() throws Exception {
        List<Connection> connections = new ArrayList<>();
        Connector limited = database -> {
            Connection connection = FaultyDisk.plain(database);
            connections.add(connection);
            return connection;
        };
        try (WorldStore store = SqliteWorldStore.open(folder, limited)) {
            pages(connections, 10);
            CompletableFuture<Void> large = store.records().put(row("blob", "large", "x".repeat(1_000_000)));
            // Nothing to wait on but the status itself: it changes at the first failure.
            while (store.status().canWrite()) {
                Thread.onSpinWait();
            }
            assertThat(store.status().writeError())
                    .hasValueSatisfying(e -> assertThat(e).contains("disk is full"));
            assertThat(large).isNotDone();
            pages(connections, 1_000_000);
            get(large);
        }
    }

    private static void pages(List<Connection> connections, int most) throws SQLException {
        try (Statement sql = connections.get(0).createStatement()) {
            sql.execute("PRAGMA max_page_count = " + most);
        }
    }

    @Test
    void refusesMoreThanMemoryMayHoldAndLosesNothingOfTheRest() throws Exception {
        try (WorldStore store = SqliteWorldStore.open(folder, disk)) {
            disk.failWith(FaultyDisk.FULL);
            String megabytes = "x".repeat(1_000_000);
            List<CompletableFuture<Void>> taken = new ArrayList<>();
            CompletableFuture<Void> last = store.records().put(row("blob", "0", megabytes));
            while (!last.isDone()) {
                taken.add(last);
                last = store.records().put(row("blob", String.valueOf(taken.size()), megabytes));
            }
            assertThat(taken).hasSizeBetween(10, 20);
            assertThatThrownBy(last::join)
                    .hasCauseInstanceOf(StoreException.class)
                    .hasMessageContaining("blob record " + taken.size() + " is not saved")
                    .hasMessageContaining("wait for the disk already");
            disk.failWith(0);
            taken.forEach(DiskTroubleTest::get);
            assertThat(get(store.records().all("blob"))).hasSize(taken.size());
        }
    }

    @Test
    void failsWhatIsLeftWhenItIsClosed() throws Exception {
        WorldStore store = SqliteWorldStore.open(folder, disk);
        disk.failWith(FaultyDisk.IO);
        CompletableFuture<Void> lost = store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 1))));
        store.close();
        assertThatThrownBy(() -> get(lost))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreException.class)
                .hasMessageContaining("chunk 0,0,0 is not saved")
                .hasMessageContaining("input/output");
        assertThatThrownBy(() -> get(store.saveChunk(HERE, EditBatch.of(List.of()))))
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> get(store.loadEdits(HERE)).edits()).hasMessageContaining("closed");
        store.close();
        SqliteWorldStore.open(folder).close();
    }

    @Test
    void gathersTheWritesOfASlowCommitIntoTheNext() throws Exception {
        try (WorldStore store = SqliteWorldStore.open(folder, disk)) {
            CountDownLatch slow = new CountDownLatch(1);
            disk.holdUntil(slow);
            List<CompletableFuture<Void>> saves = new ArrayList<>();
            saves.add(store.saveChunk(HERE, EditBatch.of(List.of(edit(0, 1)))));
            disk.awaitFirstAttempt();
            for (int i = 1; i < 500; i++) {
                saves.add(store.saveChunk(new ChunkPos(i, 0, 0), EditBatch.of(List.of(edit(i, 1)))));
            }
            slow.countDown();
            saves.forEach(DiskTroubleTest::get);
            assertThat(store.status().commits()).isEqualTo(2);
            assertThat(store.status().writes()).isEqualTo(500);
        }
    }

    @Test
    void failsAWriteThatIsItselfToBlameAloneAndGoesOn() throws Exception {
        try (WorldStore store = SqliteWorldStore.open(folder, disk)) {
            try (Connection tool = otherProgram();
                    Statement sql = tool.createStatement()) {
                sql.execute("CREATE TRIGGER veto BEFORE INSERT ON record WHEN new.key = 'bad'"
                        + " BEGIN SELECT RAISE(ABORT, 'vetoed'); END");
            }
            CountDownLatch together = new CountDownLatch(1);
            disk.holdUntil(together);
            CompletableFuture<Void> before = store.records().put(row("k", "before", "1"));
            disk.awaitFirstAttempt();
            CompletableFuture<Void> good = store.records().put(row("k", "good", "1"));
            CompletableFuture<Void> bad = store.records().put(row("k", "bad", "1"));
            CompletableFuture<Void> also = store.records().put(row("k", "also", "1"));
            together.countDown();
            get(before);
            get(good);
            assertThatThrownBy(() -> get(bad))
                    .hasMessageContaining("k record bad")
                    .hasMessageContaining("vetoed");
            get(also);
            assertThat(get(store.records().all("k")))
                    .extracting(StoredRecord::key)
                    .containsExactly("also", "before", "good");
            assertThat(store.status().canWrite()).isTrue();
        }
    }

    @Test
    void isNotDisturbedByALongReadNorByABackup() throws Exception {
        try (WorldStore store = SqliteWorldStore.open(folder);
                Connection tool = otherProgram();
                Statement sql = tool.createStatement()) {
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(0, 1)))));
            sql.execute("BEGIN");
            try (ResultSet rows = sql.executeQuery("SELECT * FROM batch")) {
                assertThat(rows.next()).isTrue();
                // More than SQLite's log holds before it wants to copy it into the file.
                for (int round = 0; round < 300; round++) {
                    List<Edit> edits = new ArrayList<>();
                    for (int i = 0; i < 300; i++) {
                        edits.add(edit((round * 300 + i) % ChunkPos.VOLUME, round + 2));
                    }
                    get(store.saveChunk(new ChunkPos(round % 5, 0, 0), EditBatch.of(edits)));
                }
                assertThat(store.status().writeError()).isEmpty();
            }
            sql.execute("COMMIT");

            Path copy = folder.resolve("backup.sqlite");
            CompletableFuture<Void> backup = CompletableFuture.runAsync(() -> vacuumInto(copy));
            List<CompletableFuture<Void>> saves = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                saves.add(store.saveChunk(HERE, EditBatch.of(List.of(edit(i, 1_000)))));
            }
            saves.forEach(DiskTroubleTest::get);
            get(backup);
            assertThat(store.status().writeError()).isEmpty();
            try (Connection restored = FaultyDisk.plain(copy);
                    Statement check = restored.createStatement();
                    ResultSet result = check.executeQuery("PRAGMA integrity_check")) {
                assertThat(result.getString(1)).isEqualTo("ok");
            }
        }
    }

    private void vacuumInto(Path copy) {
        try (Connection tool = otherProgram();
                Statement sql = tool.createStatement()) {
            sql.execute("VACUUM INTO '" + copy + "'");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void waitsForAnotherProgramThatWrites() throws Exception {
        try (WorldStore store = SqliteWorldStore.open(folder, FaultyDisk::plain);
                Connection tool = otherProgram();
                Statement sql = tool.createStatement()) {
            sql.execute("BEGIN IMMEDIATE");
            CompletableFuture<Void> save = store.saveChunk(HERE, EditBatch.of(List.of(edit(0, 1))));
            while (store.status().canWrite()) {
                Thread.onSpinWait();
            }
            assertThat(store.status().writeError())
                    .hasValueSatisfying(e -> assertThat(e).contains("another program"));
            assertThat(save).isNotDone();
            sql.execute("COMMIT");
            get(save);
        }
    }
}
