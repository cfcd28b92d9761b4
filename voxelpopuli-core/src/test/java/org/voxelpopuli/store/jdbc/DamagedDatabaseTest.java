package org.voxelpopuli.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.KeyFile;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

@DisplayName("Of a damaged database, the SQLite store")
final class DamagedDatabaseTest {
    private static final ChunkPos SOUND = new ChunkPos(-3, 0, 7);
    private static final ChunkPos DAMAGED = new ChunkPos(5, -1, 8);
    private static final int PAGE = 4_096;
    private static final Edit LATER = edits(2_001, 0xCD).get(2_000);

    @TempDir
    Path folder;

    private static <T> T get(CompletableFuture<T> future) {
        return future.orTimeout(60, TimeUnit.SECONDS).join();
    }

    private static List<Edit> edits(int count, int writer) {
        byte[] name = new byte[WriterId.LENGTH];
        Arrays.fill(name, (byte) writer);
        return IntStream.range(0, count)
                .mapToObj(voxel -> new Edit(voxel, 3, new Stamp(1L << 40 | voxel, WriterId.of(name))))
                .toList();
    }

    private Path file() {
        return folder.resolve(SqliteWorldStore.FILE);
    }

    private void sql(String statement) throws SQLException {
        try (Connection tool = FaultyDisk.plain(file());
                Statement sql = tool.createStatement()) {
            assertThat(sql.executeUpdate(statement)).isEqualTo(1);
        }
    }

    private String ask(String query) throws SQLException {
        try (Connection tool = FaultyDisk.plain(file());
                Statement sql = tool.createStatement();
                ResultSet row = sql.executeQuery(query)) {
            return row.next() ? String.valueOf(row.getString(1)) : "nothing";
        }
    }

    private List<Path> putAside() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each ->
                            each.getFileName().toString().matches("world\\.sqlite\\.damaged-\\d{8}T\\d{6}Z(-\\d)?"))
                    .toList();
        }
    }

    @BeforeEach
    void fill() {
        KeyFile.loadOrCreate(folder, 0);
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            get(store.saveChunk(SOUND, EditBatch.of(edits(2_000, 0xAB))));
            get(store.saveChunk(DAMAGED, EditBatch.of(edits(2_000, 0xCD))));
            get(store.saveChunk(DAMAGED, EditBatch.of(List.of(LATER))));
            get(store.records().put(new StoredRecord("node", "id", "0123", 1)));
            get(store.records().put(new StoredRecord("node", "name", "me", 1)));
        }
    }

    /** Each as a flipped bit could leave it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes = x'00'",
                "bytes = 'text'",
                "bytes = substr(bytes, 1, length(bytes) - 1)",
                "bytes = x'01' || substr(bytes, 3)",
                "checksum = checksum - 1"
            })
    void aDamagedRowIsPutAsideAndTheRestServed(String damage) throws Exception {
        sql("UPDATE batch SET " + damage + " WHERE x = 5 AND length(bytes) > 100");
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(store.status().damagedChunks()).containsExactly(DAMAGED);
            assertThat(get(store.loadEdits(DAMAGED)).edits()).containsExactly(LATER);
            assertThat(get(store.loadEdits(SOUND)).edits()).hasSize(2_000);
            assertThat(get(store.residentChunks())).containsExactlyInAnyOrder(SOUND, DAMAGED);
            assertThat(get(store.records().all("node"))).hasSize(2);
            get(store.saveChunk(SOUND, EditBatch.of(edits(2_001, 0xAB))));
        }
        assertThat(ask("SELECT name || ': ' || reason FROM damaged"))
                .startsWith("row ")
                .endsWith("of chunk 5,-1,8: its checksum is wrong");
        assertThat(putAside()).isEmpty();
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(store.status().damagedChunks()).isEmpty();
        }
    }

    @Test
    void aRowThatClaimsToBeOfAnotherChunkIsNotTakenForOneOfIt() throws Exception {
        sql("UPDATE batch SET x = -3, y = 0, z = 7 WHERE x = 5 AND length(bytes) < 100");
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.loadEdits(SOUND)).edits()).hasSize(2_000).doesNotContain(LATER);
            assertThat(store.status().damagedChunks()).containsExactly(SOUND);
        }
    }

    @Test
    void damageThatComesWhileTheNodeRunsIsFoundWhenTheChunkIsRead() throws Exception {
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            sql("UPDATE batch SET checksum = 5 WHERE x = 5 AND length(bytes) > 100");
            for (int i = 0; i < 2; i++) {
                assertThat(get(store.loadEdits(DAMAGED)).edits()).containsExactly(LATER);
                assertThat(store.status().damagedChunks()).containsExactly(DAMAGED);
            }
        }
        assertThat(ask("SELECT count(*) FROM damaged")).isEqualTo("1");
    }

    @Test
    void aDamagedSnapshotTakesNothingElseWithIt() throws Exception {
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            for (int i = 0; i < 10; i++) {
                get(store.saveChunk(SOUND, EditBatch.of(edits(100, 0xAC))));
            }
            for (int tries = 0; !ask("SELECT count(*) FROM batch WHERE x = -3").equals("0"); tries++) {
                assertThat(tries).as("the rows are not merged").isLessThan(100_000);
            }
        }
        sql("UPDATE snapshot SET bytes = zeroblob(3) WHERE x = -3");
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(store.status().damagedChunks()).containsExactly(SOUND);
            assertThat(get(store.loadEdits(SOUND)).isEmpty()).isTrue();
            get(store.saveChunk(SOUND, EditBatch.of(edits(2_000, 0xAB))));
            assertThat(get(store.loadEdits(SOUND)).edits()).hasSize(2_000);
        }
        assertThat(ask("SELECT name FROM damaged")).isEqualTo("snapshot of chunk -3,0,7");
    }

    /** The rows of that table have no checksum: a flipped bit makes another chunk of one. */
    @Test
    void aChunkThatIsLostFromTheTableOfChunksIsStillThere() throws Exception {
        sql("UPDATE chunk SET y = 99 WHERE x = 5");
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.residentChunks())).contains(SOUND, DAMAGED);
            assertThat(store.status().damagedChunks()).containsExactly(DAMAGED);
            assertThat(get(store.loadEdits(DAMAGED)).edits()).hasSize(2_001);
        }
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(store.status().damagedChunks()).isEmpty();
        }
    }

    @Test
    void aFileThatIsTooLargeToBeCheckedIsStillOpenedWithDamagedPages() throws Exception {
        int root = Integer.parseInt(ask("SELECT rootpage FROM sqlite_master WHERE name = 'batch'"));
        byte[] bytes = Files.readAllBytes(file());
        Arrays.fill(bytes, (root - 1) * PAGE, root * PAGE, (byte) 0x5A);
        Files.write(file(), bytes);
        DamagedChunks damaged = new DamagedChunks();
        try (Connection opened = new SqliteFile(file(), FaultyDisk::plain, damaged, 0).open()) {
            new WriteConnection(new SqliteDialect(), () -> opened, opened).readIndex();
        }
        assertThat(putAside()).hasSize(1);
        assertThat(damaged.positions()).containsExactlyInAnyOrder(SOUND, DAMAGED);
    }

    @Test
    void aDamagedRecordIsPutAside() throws Exception {
        sql("UPDATE record SET value = '0124' WHERE key = 'id'");
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.records().all("node")))
                    .extracting(StoredRecord::key)
                    .containsExactly("name");
        }
        assertThat(ask("SELECT name || ' ' || bytes FROM damaged")).isEqualTo("node record id 0124");
    }

    @Test
    void leavesOutAChunkThatIsOutsideTheWorld() throws Exception {
        sql("UPDATE chunk SET x = 67108864 WHERE x = 5");
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.residentChunks())).containsExactlyInAnyOrder(SOUND, DAMAGED);
        }
    }

    /** Of the file as a whole: it is put aside, and the node begins with nothing but its key. */
    @ParameterizedTest
    @ValueSource(strings = {"empty", "one byte", "header cut", "foreign", "garbage"})
    void aFileOfWhichNothingIsLeftIsPutAside(String damage) throws Exception {
        byte[] key = Files.readAllBytes(folder.resolve(KeyFile.FILE));
        byte[] whole = Files.readAllBytes(file());
        byte[] left =
                switch (damage) {
                    case "empty" -> new byte[0];
                    case "one byte" -> Arrays.copyOf(whole, 1);
                    case "header cut" -> Arrays.copyOf(whole, 90);
                    case "foreign" ->
                        "This is a letter to my grandmother. ".repeat(300).getBytes(StandardCharsets.UTF_8);
                    default -> {
                        byte[] garbage = new byte[whole.length];
                        new Random(5).nextBytes(garbage);
                        yield garbage;
                    }
                };
        Files.write(file(), left);
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.residentChunks())).isEmpty();
            get(store.saveChunk(SOUND, EditBatch.of(edits(10, 1))));
        }
        assertThat(putAside()).hasSize(1).first().satisfies(aside -> assertThat(aside)
                .hasBinaryContent(left));
        assertThat(folder.resolve(KeyFile.FILE)).hasBinaryContent(key);
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.loadEdits(SOUND)).edits()).hasSize(10);
        }
    }

    @Test
    void ofATruncatedFileAllThatIsLeftIsKept() throws Exception {
        byte[] whole = Files.readAllBytes(file());
        Files.write(file(), Arrays.copyOf(whole, whole.length - PAGE));
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(putAside()).hasSize(1);
            assertThat(get(store.residentChunks())).containsExactlyInAnyOrder(SOUND, DAMAGED);
            assertThat(get(store.records().all("node"))).hasSize(2);
            assertThat(store.status().damagedChunks()).isNotEmpty();
        }
    }

    @Test
    void ofAFileWithAPageOfGarbageAllElseIsKept() throws Exception {
        byte[] bytes = Files.readAllBytes(file());
        int spoiled = 0;
        for (int page = 1; page < bytes.length / PAGE && spoiled == 0; page++) {
            // A page that holds nothing but edits of the one chunk.
            if (isPartOfBatch(bytes, page)) {
                Arrays.fill(bytes, page * PAGE, (page + 1) * PAGE, (byte) 0x5A);
                spoiled = page;
            }
        }
        assertThat(spoiled).isPositive();
        Files.write(file(), bytes);
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            List<Edit> sound = get(store.loadEdits(SOUND)).edits();
            List<Edit> damaged = get(store.loadEdits(DAMAGED)).edits();
            assertThat(sound.size() == 2_000 || damaged.size() == 2_001)
                    .as("%s and %s edits are left", sound.size(), damaged.size())
                    .isTrue();
            assertThat(store.status().damagedChunks()).isNotEmpty();
            assertThat(get(store.records().all("node"))).hasSize(2);
            get(store.saveChunk(DAMAGED, EditBatch.of(edits(2_001, 0xCE))));
            get(store.saveChunk(SOUND, EditBatch.of(edits(2_001, 0xAC))));
            assertThat(get(store.loadEdits(DAMAGED)).edits()).hasSize(2_001);
        }
    }

    /** The content of a row that is too long for its page goes on in pages that begin with the number of the next. */
    private static boolean isPartOfBatch(byte[] bytes, int page) {
        ByteBuffer content = ByteBuffer.wrap(bytes, page * PAGE, PAGE);
        int next = content.getInt();
        return next > page && next < bytes.length / PAGE;
    }

    /** Whatever a few flipped bytes do, the store opens, serves nothing false, and takes writes. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void flippedBytesNeverLeadToAFalseEditNorToANodeThatDoesNotStart(long seed) throws Exception {
        Random random = new Random(seed);
        byte[] bytes = Files.readAllBytes(file());
        for (int i = 0; i < 8; i++) {
            // Behind the header, in which it is written whose the file is.
            int at = 100 + random.nextInt(bytes.length - 100);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
        }
        Files.write(file(), bytes);
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(edits(2_000, 0xAB))
                    .containsAll(get(store.loadEdits(SOUND)).edits());
            List<Edit> allowed = new ArrayList<>(edits(2_000, 0xCD));
            allowed.add(LATER);
            assertThat(allowed).containsAll(get(store.loadEdits(DAMAGED)).edits());
            get(store.saveChunk(DAMAGED, EditBatch.of(edits(3, 0xEE))));
            assertThat(get(store.loadEdits(DAMAGED)).edits()).containsAll(edits(3, 0xEE));
        }
    }

    /** Of each byte of the header a bit: it opens with everything, or says that it is newer. */
    @Test
    void aFlippedBitInTheHeaderTakesNothingAway() throws Exception {
        byte[] whole = Files.readAllBytes(file());
        Random random = new Random(7);
        for (int at = 0; at < 100; at++) {
            byte[] bytes = whole.clone();
            int bit = random.nextInt(8);
            bytes[at] ^= (byte) (1 << bit);
            Path other = Files.createDirectory(folder.resolve("header-" + at));
            Files.write(other.resolve(SqliteWorldStore.FILE), bytes);
            boolean isVersion = at >= 60 && at < 64;
            try (WorldStore store = SqliteWorldStore.open(other)) {
                assertThat(List.of(
                                get(store.loadEdits(SOUND)).edits().size(),
                                get(store.loadEdits(DAMAGED)).edits().size()))
                        .as("bit %d of byte %d", bit, at)
                        .containsExactly(2_000, 2_001);
            } catch (StoreException e) {
                assertThat(isVersion).as("bit %d of byte %d: %s", bit, at, e).isTrue();
                assertThat(e).hasMessageContaining("has schema version").hasMessageContaining("Use the newer program");
            }
        }
    }

    /** As a process that was killed leaves it: with a log, of one commit for each voxel. */
    private Path killed(int commits) throws IOException {
        Path left = Files.createDirectory(folder.resolve("killed"));
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            for (Edit edit : edits(commits, 0xAC)) {
                get(store.saveChunk(SOUND, EditBatch.of(List.of(edit))));
            }
            for (String suffix : List.of("", "-wal")) {
                Files.copy(
                        folder.resolve(SqliteWorldStore.FILE + suffix), left.resolve(SqliteWorldStore.FILE + suffix));
            }
        }
        return left;
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "header", "first page", "foreign", "last page", "cut off"})
    void damageOfTheLogIsToldAndTheLogKept(String damage) throws Exception {
        Path left = killed(5);
        Path log = left.resolve(SqliteWorldStore.FILE + "-wal");
        byte[] bytes = Files.readAllBytes(log);
        switch (damage) {
            case "header" -> bytes[17] ^= 4;
            case "first page" -> bytes[32 + 24 + 1_000] ^= 4;
            case "foreign" ->
                bytes = "This is a letter to my grandmother. ".repeat(300).getBytes(StandardCharsets.UTF_8);
            case "last page" -> bytes[bytes.length - 1] ^= 4;
            case "cut off" -> bytes = Arrays.copyOf(bytes, bytes.length - 10);
            default -> {}
        }
        Files.write(log, bytes);
        boolean told = List.of("header", "first page", "foreign").contains(damage);
        try (WorldStore store = SqliteWorldStore.open(left)) {
            // What a crash may leave is no damage.
            assertThat(store.status().damagedChunks()).hasSize(told ? 2 : 0);
            assertThat(get(store.loadEdits(SOUND)).edits()).hasSize(2_000);
            get(store.saveChunk(SOUND, EditBatch.of(edits(1, 0xAD))));
        }
        try (Stream<Path> files = Files.list(left)) {
            List<Path> aside = files.filter(each -> each.toString().matches(".*\\.damaged-\\d{8}T\\d{6}Z-wal"))
                    .toList();
            assertThat(aside).hasSize(told ? 1 : 0);
            if (told) {
                assertThat(aside.get(0)).hasBinaryContent(bytes);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 90})
    void whatIsInTheLogOfAnEmptyOrMissingFileIsSaved(int length) throws Exception {
        Path young = folder.resolve("young");
        Path left = Files.createDirectory(folder.resolve("left"));
        try (WorldStore store = SqliteWorldStore.open(young)) {
            get(store.saveChunk(SOUND, EditBatch.of(edits(2_000, 0xAB))));
            Files.copy(young.resolve(SqliteWorldStore.FILE + "-wal"), left.resolve(SqliteWorldStore.FILE + "-wal"));
        }
        if (length >= 0) {
            Files.write(left.resolve(SqliteWorldStore.FILE), new byte[length]);
        }
        try (WorldStore store = SqliteWorldStore.open(left)) {
            assertThat(get(store.loadEdits(SOUND)).edits()).hasSize(2_000);
        }
    }

    /** A full disk, or a process that is killed, while what is left of a damaged file is being saved. */
    @Test
    void whatCouldNotBeSavedAtOnceIsSavedTheNextTime() throws Exception {
        byte[] bytes = Files.readAllBytes(file());
        byte[] damaged = Arrays.copyOf(bytes, bytes.length - PAGE);
        int commits = 0;
        for (boolean failed = true; failed; commits++) {
            Path other = Files.createDirectory(folder.resolve("after-" + commits));
            Files.write(other.resolve(SqliteWorldStore.FILE), damaged);
            FaultyDisk disk = new FaultyDisk();
            disk.failAfter(commits);
            failed = false;
            try {
                SqliteWorldStore.open(other, disk).close();
            } catch (StoreException e) {
                assertThat(e).hasMessageContaining("disk is full");
                failed = true;
            }
            try (WorldStore store = SqliteWorldStore.open(other)) {
                assertThat(get(store.residentChunks())).containsExactlyInAnyOrder(SOUND, DAMAGED);
                assertThat(get(store.records().all("node"))).hasSize(2);
                assertThat(get(store.loadEdits(SOUND)).edits().size()
                                + get(store.loadEdits(DAMAGED)).edits().size())
                        .isGreaterThanOrEqualTo(2_000);
            }
            try (Stream<Path> files = Files.list(other)) {
                assertThat(files.map(each -> each.getFileName().toString()))
                        .noneMatch(name -> name.contains(".part"))
                        .filteredOn(name -> name.matches("world\\.sqlite\\.damaged-\\d{8}T\\d{6}Z"))
                        .hasSize(1);
            }
        }
        assertThat(commits).isGreaterThan(2);
    }

    /** CRC-32C written out bit by bit, since the database outlives any one implementation. */
    @Test
    void checksEachRowByTheCrcOfItsColumns() {
        ByteBuffer row = ByteBuffer.allocate(15);
        row.putInt(5).putInt(-1).putInt(8).put(new byte[] {1, 2, 3});
        int crc = -1;
        for (byte b : row.array()) {
            crc ^= b & 0xFF;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc >>> 1) ^ ((crc & 1) * 0x82F63B78);
            }
        }
        assertThat(Checksums.of(DAMAGED, new byte[] {1, 2, 3})).isEqualTo(~crc & 0xFFFFFFFFL);
    }
}
