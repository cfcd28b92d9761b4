package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.store.jdbc.WriteStatements.Changes;
import org.voxelpopuli.world.ChunkPos;

/** The connection that writes; made again when it is lost. Belongs to the committer's thread. */
final class WriteConnection implements AutoCloseable {
    private final Dialect dialect;
    private final ConnectionSource source;
    private @Nullable Connection connection;
    private @Nullable WriteStatements statements;
    private final BatchIndex index = new BatchIndex();
    private long lastNumber;
    private long lastCommitted;
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
     * Merges rows of a chunk into its snapshot. What is damaged is put aside; if a part cannot even be read, everything stays as it is.
     *
     * @param below all rows with lower numbers are merged then, and deleted
     */
    StoredChunk compact(ChunkPos position, long below) throws SQLException {
        return inTransaction(() -> {
            StoredChunk chunk = StoredChunk.read(open(), dialect, position, index.numbers(position));
            if (chunk.unreadable().isEmpty()) {
                prepared().compact(chunk, position, below);
            }
            return chunk;
        });
    }

    long snapshotBytes(ChunkPos position) throws SQLException {
        return prepared().snapshotBytes(position);
    }

    /** All rows that are there. To be called once, before anything is written. */
    BatchIndex readIndex() throws SQLException {
        try (Statement sql = open().createStatement();
                ResultSet rows = sql.executeQuery("SELECT x, y, z, number, length(bytes) FROM batch ORDER BY number")) {
            while (rows.next()) {
                ChunkPos position = Positions.readOrNull(rows);
                lastNumber = rows.getLong(4);
                if (position != null) {
                    if (index.isNew(position)) {
                        index.begin(position, snapshotBytes(position));
                    }
                    index.add(position, lastNumber, rows.getLong(5));
                }
            }
        }
        lastCommitted = lastNumber;
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
                execute("DELETE FROM batch WHERE number > " + lastCommitted);
            }
            T result = work.run();
            // Until we know better: what was committed for nothing is written once more, with other numbers.
            uncertain = true;
            execute("COMMIT");
            source.requireInPlace();
            uncertain = false;
            lastCommitted = lastNumber;
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
