package org.voxelpopuli.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.world.ChunkPos;

@DisplayName("The connection that writes")
final class WriteConnectionTest {
    private static final ChunkPos HERE = new ChunkPos(1, 2, 3);

    @TempDir
    Path folder;

    private static final class Source implements ConnectionSource {
        private final Path file;
        private boolean moved;

        Source(Path file) {
            this.file = file;
        }

        @Override
        public Connection connect() throws SQLException {
            return FaultyDisk.plain(file);
        }

        @Override
        public void requireInPlace() throws SQLException {
            if (moved) {
                throw new SQLException("moved", null, SqliteDialect.MOVED);
            }
        }
    }

    private static void save(WriteConnection connection, BatchIndex index, int number) throws SQLException {
        Edit edit = new Edit(number, 1, new Stamp(number, WriterId.of(new byte[WriterId.LENGTH])));
        Write write = new Write.SaveChunk(HERE, EditBatch.of(List.of(edit)), new CompletableFuture<>());
        connection.commit(List.of(write)).added().forEach((position, row) -> {
            index.begin(position, 0);
            index.add(position, row);
        });
    }

    private static long merged(Connection connection) throws SQLException {
        try (Statement sql = connection.createStatement();
                ResultSet row = sql.executeQuery("SELECT count(*) FROM batch WHERE number < 0")) {
            return row.getLong(1);
        }
    }

    private static int edits(Connection connection, BatchIndex index) throws SQLException {
        return StoredChunk.read(connection, new SqliteDialect(), HERE, index.numbers(HERE))
                .log()
                .size();
    }

    @Test
    @DisplayName("Issue 6: rows that are merged stay until it is certain that what they were merged into is on disk")
    void aMergeThatMayBeLostLosesNothing() throws SQLException {
        Source source = new Source(folder.resolve("world.sqlite"));
        Connection own = source.connect();
        SqliteSchema.prepare(own, source.file);
        try (WriteConnection connection = new WriteConnection(new SqliteDialect(), source, own);
                Connection other = source.connect()) {
            BatchIndex index = connection.readIndex();
            for (int i = 0; i < BatchIndex.MOST_ROWS; i++) {
                save(connection, index, i);
            }
            BatchIndex.Due due = index.due().orElseThrow();
            assertThat(due).isEqualTo(new BatchIndex.Due(HERE, false));

            source.moved = true;
            assertThatThrownBy(() -> connection.compact(due)).isInstanceOf(SQLException.class);
            source.moved = false;
            assertThat(edits(other, index)).isEqualTo(BatchIndex.MOST_ROWS);
            save(connection, index, BatchIndex.MOST_ROWS);
            assertThat(merged(other)).as("what nobody knows of is gone").isZero();
            assertThat(edits(other, index)).isEqualTo(BatchIndex.MOST_ROWS + 1);

            assertThat(connection.compact(due).unreadable()).isEmpty();
            assertThat(merged(other)).isEqualTo(1);
            assertThat(index.numbers(HERE)).hasSize(1);
            assertThat(edits(other, index)).isEqualTo(BatchIndex.MOST_ROWS + 1);
        }
    }
}
