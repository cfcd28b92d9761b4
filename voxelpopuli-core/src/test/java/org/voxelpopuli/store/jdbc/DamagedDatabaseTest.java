package org.voxelpopuli.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

@DisplayName("Of a damaged database, the SQLite store")
final class DamagedDatabaseTest {
    private static final ChunkPos SOUND = new ChunkPos(-3, 0, 7);
    private static final ChunkPos DAMAGED = new ChunkPos(5, -1, 8);
    private static final int PAGE = 4_096;

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

    private void sql(String statement) throws SQLException {
        try (Connection tool = FaultyDisk.plain(folder.resolve(SqliteWorldStore.FILE));
                Statement sql = tool.createStatement()) {
            assertThat(sql.executeUpdate(statement)).isEqualTo(1);
        }
    }

    @BeforeEach
    void fill() {
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            get(store.saveChunk(SOUND, EditBatch.of(edits(2_000, 0xAB))));
            get(store.saveChunk(DAMAGED, EditBatch.of(edits(2_000, 0xCD))));
            get(store.records().put(new StoredRecord("node", "id", "0123", 1)));
        }
    }

    /** Each as a flipped bit could leave it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "block = 2",
                "block = 70000",
                "block = 4294967299",
                "time = time + 1",
                "writer = x'00'",
                "writer = 'text'",
                "checksum = checksum - 1",
                "voxel = -1",
                "voxel = 40000"
            })
    void leavesOutTheDamagedRowAndServesTheRest(String damage) throws Exception {
        sql("UPDATE edit SET " + damage + " WHERE x = 5 AND y = -1 AND z = 8 AND voxel = 77");
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.loadEdits(DAMAGED)).edits())
                    .hasSize(1_999)
                    .extracting(Edit::voxel)
                    .doesNotContain(77);
            assertThat(get(store.loadEdits(SOUND)).edits()).hasSize(2_000);
            assertThat(get(store.residentChunks())).containsExactlyInAnyOrder(SOUND, DAMAGED);
            assertThat(get(store.records().all("node"))).hasSize(1);
            get(store.saveChunk(SOUND, EditBatch.of(edits(2_001, 0xAB))));
        }
    }

    @Test
    void leavesOutAChunkThatIsOutsideTheWorld() throws Exception {
        sql("UPDATE chunk SET x = 67108864 WHERE x = 5");
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.residentChunks())).containsExactly(SOUND);
        }
    }

    @Test
    void survivesAPageOfGarbage() throws Exception {
        Path file = folder.resolve(SqliteWorldStore.FILE);
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer garbage = ByteBuffer.wrap(bytes);
        int spoiled = 0;
        for (int page = 1; page < bytes.length / PAGE && spoiled == 0; page++) {
            // A page in which the one chunk's writer is common and the other's does not occur.
            if (count(bytes, page, 0xCD) > 1_000 && count(bytes, page, 0xAB) < 20) {
                Arrays.fill(bytes, page * PAGE, (page + 1) * PAGE, (byte) 0x5A);
                spoiled = page;
            }
        }
        assertThat(spoiled).isPositive();
        Files.write(file, garbage.array());
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThatThrownBy(() -> get(store.loadEdits(DAMAGED)).edits())
                    .hasCauseInstanceOf(StoreException.class)
                    .hasMessageContaining("chunk 5,-1,8 cannot be read")
                    .hasMessageContaining(".recover");
            assertThat(get(store.loadEdits(SOUND)).edits()).hasSize(2_000);
            assertThat(get(store.records().all("node"))).hasSize(1);
            CompletableFuture<Void> hopeless = store.saveChunk(DAMAGED, EditBatch.of(edits(2_001, 0xCE)));
            CompletableFuture<Void> sound = store.saveChunk(SOUND, EditBatch.of(edits(2_001, 0xAC)));
            get(sound);
            assertThatThrownBy(() -> get(hopeless)).hasMessageContaining("chunk 5,-1,8 is not saved");
            assertThat(get(store.loadEdits(SOUND)).edits()).hasSize(2_001);
        }
    }

    private static int count(byte[] bytes, int page, int value) {
        int count = 0;
        for (int i = page * PAGE; i < (page + 1) * PAGE; i++) {
            count += bytes[i] == (byte) value ? 1 : 0;
        }
        return count;
    }

    /** CRC-32C written out bit by bit, since the database outlives any one implementation. */
    @Test
    void checksEachRowByTheCrcOfItsColumns() {
        ByteBuffer row = ByteBuffer.allocate(48);
        row.putInt(5)
                .putInt(-1)
                .putInt(8)
                .putInt(77)
                .putInt(3)
                .putLong(1L << 40 | 77)
                .put(new byte[20]);
        int crc = -1;
        for (byte b : row.array()) {
            crc ^= b & 0xFF;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc >>> 1) ^ ((crc & 1) * 0x82F63B78);
            }
        }
        assertThat(EditRow.checksum(DAMAGED, 77, 3, 1L << 40 | 77, new byte[20]))
                .isEqualTo(~crc & 0xFFFFFFFFL);
    }
}
