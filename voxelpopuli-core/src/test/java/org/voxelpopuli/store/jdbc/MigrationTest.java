package org.voxelpopuli.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

@DisplayName("A database of schema version 1")
@Timeout(120)
final class MigrationTest {
    private static final ChunkPos FULL = new ChunkPos(-3, 0, 7);
    private static final ChunkPos FEW = new ChunkPos(5, -1, 8);
    private static final ChunkPos UNEDITED = new ChunkPos(ChunkPos.MIN, ChunkPos.MAX, 0);
    private static final StoredRecord RECORD = new StoredRecord("player", "Zoé", "{\"x\":1}", -5);

    @TempDir
    Path folder;

    private final List<Edit> full = edits(ChunkPos.VOLUME, 1);
    private final List<Edit> few = edits(20, 2);

    private static <T> T get(CompletableFuture<T> future) {
        return future.orTimeout(60, TimeUnit.SECONDS).join();
    }

    private static List<Edit> edits(int count, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, count)
                .mapToObj(voxel -> {
                    byte[] writer = new byte[WriterId.LENGTH];
                    Arrays.fill(writer, (byte) random.nextInt(100));
                    return new Edit(
                            voxel, random.nextInt(65_536), new Stamp(random.nextLong() >> 2, WriterId.of(writer)));
                })
                .toList();
    }

    private Path file() {
        return folder.resolve(SqliteWorldStore.FILE);
    }

    @BeforeEach
    void fill() throws SQLException {
        try (VersionOne old = new VersionOne(file())) {
            old.save(FULL, full);
            old.save(FEW, few);
            old.save(UNEDITED, List.of());
            old.put(RECORD);
        }
    }

    @Test
    void isBroughtToTheVersionOfTodayWithAllThatIsInIt() throws SQLException {
        for (int time = 0; time < 2; time++) {
            try (WorldStore store = SqliteWorldStore.open(folder)) {
                assertThat(get(store.residentChunks())).isEqualTo(Set.of(FULL, FEW, UNEDITED));
                assertThat(get(store.loadEdits(FULL)).edits()).containsExactlyInAnyOrderElementsOf(full);
                assertThat(get(store.loadEdits(FEW)).edits()).containsExactlyInAnyOrderElementsOf(few);
                assertThat(get(store.loadEdits(UNEDITED)).isEmpty()).isTrue();
                assertThat(get(store.records().all("player"))).containsExactly(RECORD);
                assertThat(store.status().damagedChunks()).isEmpty();
            }
        }
        assertThat(
                        sql(
                                "SELECT group_concat(name) FROM (SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name)"))
                .isEqualTo("batch,chunk,damaged,record,snapshot");
    }

    @Test
    void hasTheSameTablesThenAsAFreshOne() throws SQLException {
        SqliteWorldStore.open(folder).close();
        String migrated = schema(file());
        Path other = folder.resolve("fresh");
        SqliteWorldStore.open(other).close();
        assertThat(migrated).isEqualTo(schema(other.resolve(SqliteWorldStore.FILE)));
    }

    private static String schema(Path database) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (Connection tool = FaultyDisk.plain(database);
                Statement sql = tool.createStatement();
                ResultSet rows = sql.executeQuery(
                        "SELECT m.name, c.name, c.type, c.\"notnull\", c.pk FROM sqlite_master m,"
                                + " pragma_table_xinfo(m.name) c WHERE m.name NOT LIKE 'sqlite%' ORDER BY m.name, c.cid")) {
            while (rows.next()) {
                columns.add(rows.getString(1) + "." + rows.getString(2) + " " + rows.getString(3) + " "
                        + rows.getString(4) + rows.getString(5));
            }
        }
        return String.join("\n", columns);
    }

    @Test
    void keepsADamagedRowForThoseWhoLookIntoIt() throws SQLException {
        try (Connection tool = FaultyDisk.plain(file());
                Statement sql = tool.createStatement()) {
            sql.execute("UPDATE edit SET block = block + 1 WHERE x = 5 AND voxel = 7");
        }
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            assertThat(get(store.loadEdits(FEW)).edits())
                    .hasSize(19)
                    .extracting(Edit::voxel)
                    .doesNotContain(7);
        }
        assertThat(sql("SELECT name FROM damaged")).startsWith("voxel 7 of chunk 5,-1,8: block ");
    }

    @Test
    void staysAsItIsWhenThereIsNoRoomToMigrate() throws SQLException {
        Connector small = database -> {
            Connection connection = FaultyDisk.plain(database);
            try (Statement sql = connection.createStatement()) {
                sql.execute("PRAGMA max_page_count = 1");
            }
            return connection;
        };
        assertThatThrownBy(() -> SqliteWorldStore.open(folder, small))
                .hasMessageContaining("cannot be opened: the disk is full");
        assertThat(sql("PRAGMA user_version")).isEqualTo("1");
        isBroughtToTheVersionOfTodayWithAllThatIsInIt();
    }

    private String sql(String query) throws SQLException {
        try (Connection tool = FaultyDisk.plain(file());
                Statement sql = tool.createStatement();
                ResultSet row = sql.executeQuery(query)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    @Test
    void takesEditsAfterwards() {
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            Edit later =
                    new Edit(3, 4, new Stamp(Long.MIN_VALUE, few.get(0).stamp().writer()));
            get(store.saveChunk(FEW, EditBatch.of(List.of(later))));
            assertThat(get(store.loadEdits(FEW)).edits()).hasSize(20).contains(later);
        }
    }
}
