package org.voxelpopuli.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
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
    private static final ChunkPos THERE = new ChunkPos(4, 5, 6);

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

    private static WriteConnection open(Source source) throws SQLException {
        Connection own = source.connect();
        SqliteSchema.prepare(own, source.file);
        return new WriteConnection(new SqliteDialect(), source, own);
    }

    private static void save(WriteConnection connection, BatchIndex index, int number) throws SQLException {
        save(connection, index, HERE, number);
    }

    private static void save(WriteConnection connection, BatchIndex index, ChunkPos chunk, int number)
            throws SQLException {
        Edit edit = new Edit(number, 1, new Stamp(number, WriterId.of(new byte[WriterId.LENGTH])));
        Write write = new Write.SaveChunk(chunk, EditBatch.of(List.of(edit)), new CompletableFuture<>());
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
        return StoredChunk.read(connection, new SqliteDialect(), HERE, index)
                .log()
                .size();
    }

    @Test
    @DisplayName("Issue 6: rows that are merged stay until it is certain that what they were merged into is on disk")
    void aMergeThatMayBeLostLosesNothing() throws SQLException {
        Source source = new Source(folder.resolve("world.sqlite"));
        try (WriteConnection connection = open(source);
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

    @FunctionalInterface
    private interface Step {
        void run() throws SQLException;
    }

    /** Before it asks for anything, others come in between. */
    private static Connection interrupted(Connection connection, Step between) {
        AtomicBoolean done = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement") && !done.getAndSet(true)) {
                        between.run();
                    }
                    return method.invoke(connection, arguments);
                });
    }

    @Test
    @DisplayName("Issue 6: who reads while rows are merged, and those they were merged from deleted, misses nothing")
    void whatIsMergedWhileItIsReadIsRead() throws SQLException {
        Source source = new Source(folder.resolve("world.sqlite"));
        try (WriteConnection connection = open(source);
                Connection other = source.connect()) {
            BatchIndex index = connection.readIndex();
            for (int i = 0; i < 40; i++) {
                save(connection, index, i);
            }
            save(connection, index, THERE, 1);
            Step merge = () -> {
                connection.compact(new BatchIndex.Due(HERE, false));
                connection.compact(new BatchIndex.Due(THERE, true));
            };
            assertThat(edits(interrupted(other, merge), index)).isEqualTo(40);
            Step again = () -> connection.compact(new BatchIndex.Due(HERE, true));
            assertThat(edits(interrupted(other, again), index)).isEqualTo(40);
        }
    }

    @Test
    @DisplayName("Issue 6: a chunk that is never written again does not keep merged rows of others in the file")
    void mergedRowsAreDeletedAlsoBehindOneThatIsNot() throws SQLException {
        Source source = new Source(folder.resolve("world.sqlite"));
        try (WriteConnection connection = open(source);
                Connection other = source.connect()) {
            BatchIndex index = connection.readIndex();
            save(connection, index, THERE, 1);
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 40; j++) {
                    save(connection, index, j);
                }
                connection.compact(new BatchIndex.Due(HERE, i == 1));
            }
            assertThat(index.hasMergedRows()).isTrue();
            assertThat(index.mergedRows()).hasSize(120);
            connection.deleteMergedRows();
            assertThat(index.hasMergedRows()).isFalse();
            assertThat(index.allNumbers(HERE)).hasSize(1);
            assertThat(edits(other, index)).isEqualTo(40);
            try (Statement sql = other.createStatement();
                    ResultSet row = sql.executeQuery("SELECT count(*) FROM batch")) {
                assertThat(row.getInt(1)).isEqualTo(2);
            }
        }
    }

    @Test
    void tellsWhenManyMergedRowsHeapUpAndDoesNotInsistOnWhatCannotBeDeleted() {
        BatchIndex index = new BatchIndex();
        index.begin(THERE, 0);
        index.add(THERE, 1, 10);
        index.begin(HERE, 0);
        for (int i = 0; i <= BatchIndex.MOST_MERGED; i++) {
            assertThat(index.hasManyMergedRows()).isFalse();
            index.add(HERE, i + 2, 10);
        }
        index.mergedIntoSnapshot(HERE, 1);
        assertThat(index.hasManyMergedRows()).isTrue();
        index.postponeMergedRows();
        assertThat(index.hasManyMergedRows()).isFalse();
        assertThat(index.hasMergedRows()).isFalse();
        index.forget(HERE);
        assertThat(index.hasMergedRows()).isFalse();
        index.begin(HERE, 0);
        index.add(HERE, 99_999, 10);
        index.mergedIntoSnapshot(HERE, 1);
        assertThat(index.hasMergedRows()).isTrue();
    }
}
