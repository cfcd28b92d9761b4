package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.jdbc.BatchIndex.Due;
import org.voxelpopuli.store.jdbc.WriteStatements.Added;
import org.voxelpopuli.store.jdbc.WriteStatements.Changes;
import org.voxelpopuli.world.ChunkPos;

/** The connection that writes; made again when it is lost. Belongs to the committer's thread. */
final class WriteConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcWorldStore.class);

    private final Dialect dialect;
    private final ConnectionSource source;
    private @Nullable Connection connection;
    private @Nullable WriteStatements statements;
    private final BatchIndex index = new BatchIndex();
    private long lastNumber;
    private long lastCommitted;
    private long lowestNumber;
    private long lowestCommitted;
    private boolean uncertain;

    /** @param connection the first one, made by this source */
    WriteConnection(Dialect dialect, ConnectionSource source, Connection connection) {
        this.dialect = dialect;
        this.source = source;
        this.connection = connection;
    }

    /** Makes these writes durable, all or none. */
    Changes commit(List<Write> writes) throws SQLException {
        return inTransaction(() -> prepared().apply(writes, index, () -> ++lastNumber));
    }

    /**
     * Merges rows of a chunk. What is damaged is put aside; if a part cannot even be read, everything stays as it is, and is due again when the chunk has more rows.
     */
    StoredChunk compact(Due due) throws SQLException {
        StoredChunk merged =
                due.intoSnapshot() ? compactIntoSnapshot(due.position()) : compactIntoOneRow(due.position());
        if (!merged.unreadable().isEmpty()) {
            index.postpone(due.position());
        }
        return merged;
    }

    private StoredChunk compactIntoSnapshot(ChunkPos position) throws SQLException {
        long below = index.mergedBelow(position);
        StoredChunk chunk = inTransaction(() -> {
            long[] rows = index.numbersOfManyCommits(position);
            StoredChunk read = commits(position).withRows(open(), dialect, rows).withSnapshot(open(), dialect);
            if (read.unreadable().isEmpty()) {
                prepared().writeSnapshot(read, position, below, rows);
            }
            return read;
        });
        if (chunk.unreadable().isEmpty()) {
            index.mergedIntoSnapshot(position, below);
        }
        return chunk;
    }

    private StoredChunk compactIntoOneRow(ChunkPos position) throws SQLException {
        long below = index.mergedBelow();
        AtomicReference<@Nullable Added> added = new AtomicReference<>();
        StoredChunk rows = inTransaction(() -> {
            StoredChunk read = commits(position);
            if (read.unreadable().isEmpty()) {
                added.set(prepared().writeOneRow(read, position, --lowestNumber, below));
            }
            return read;
        });
        Added row = added.get();
        if (row != null) {
            index.mergedIntoRow(position, row, below);
        }
        return rows;
    }

    private StoredChunk commits(ChunkPos position) throws SQLException {
        Optional<List<EditBatch>> kept = index.editsOfCommits(position);
        return kept.isPresent()
                ? StoredChunk.of(position, kept.get())
                : StoredChunk.of(position, List.of()).withRows(open(), dialect, index.numbersOfCommits(position));
    }

    /** Deletes what is merged, one by one. */
    void deleteMergedRows() throws SQLException {
        long[] rows = index.mergedRows();
        inTransaction(() -> {
            prepared().removeBatches(rows);
            return rows;
        });
        index.deletedMergedRows();
    }

    /** 0 also if it cannot be read: then the chunk is merged earlier. */
    long snapshotBytes(ChunkPos position) {
        try {
            return prepared().snapshotBytes(position);
        } catch (SQLException e) {
            LOG.debug("The snapshot of chunk {}: {}", position, dialect.words(e));
            return 0;
        }
    }

    /** All rows that are there. To be called once, before anything is written. */
    BatchIndex readIndex() throws SQLException {
        try (Statement sql = open().createStatement();
                ResultSet rows = sql.executeQuery("SELECT x, y, z, number, length(bytes) FROM batch ORDER BY number")) {
            while (rows.next()) {
                ChunkPos position = Positions.readOrNull(rows);
                long number = rows.getLong(4);
                lowestNumber = Math.min(lowestNumber, number);
                lastNumber = Math.max(lastNumber, number);
                if (position != null) {
                    if (index.isNew(position)) {
                        index.found(position, snapshotBytes(position));
                    }
                    index.add(position, number, rows.getLong(5));
                }
            }
        }
        committed();
        return index;
    }

    @FunctionalInterface
    private interface Work<T> {
        T run() throws SQLException;
    }

    private <T> T inTransaction(Work<T> work) throws SQLException {
        try {
            execute(dialect.begin());
            if (uncertain) {
                execute("DELETE FROM batch WHERE number > " + lastCommitted + " OR number < " + lowestCommitted);
            }
            T result = work.run();
            // Until we know better: what was committed for nothing is written once more, with other numbers.
            uncertain = true;
            execute("COMMIT");
            source.requireInPlace();
            uncertain = false;
            committed();
            return result;
        } catch (SQLException e) {
            if (dialect.isLost(e)) {
                drop(e);
            } else {
                rollback(e);
            }
            throw e;
        } catch (RuntimeException | Error e) {
            rollback(e);
            throw e;
        }
    }

    private void committed() {
        lastCommitted = lastNumber;
        lowestCommitted = lowestNumber;
    }

    private Connection open() throws SQLException {
        Connection present = connection;
        if (present == null) {
            present = source.connect();
            connection = present;
        }
        return present;
    }

    private WriteStatements prepared() throws SQLException {
        WriteStatements present = statements;
        if (present == null) {
            present = new WriteStatements(open());
            statements = present;
        }
        return present;
    }

    private void drop(Throwable cause) {
        try {
            close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
        statements = null;
        connection = null;
    }

    private void rollback(Throwable cause) {
        try {
            if (statements != null) {
                statements.close();
            }
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
        statements = null;
        if (connection == null) {
            return;
        }
        try {
            execute("ROLLBACK");
        } catch (SQLException e) {
            // After some errors the database has rolled back already.
            cause.addSuppressed(e);
        }
    }

    private void execute(String statement) throws SQLException {
        try (Statement sql = open().createStatement()) {
            sql.execute(statement);
        }
    }

    @Override
    public void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }
}
