package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The connection that writes. Belongs to the committer's thread. */
final class WriteConnection implements AutoCloseable {
    private final Connection connection;
    private @Nullable WriteStatements statements;

    WriteConnection(Connection connection) {
        this.connection = connection;
    }

    /** Makes these writes durable, all or none. */
    void commit(List<Write> writes) throws SQLException {
        execute("BEGIN IMMEDIATE");
        try {
            WriteStatements prepared = statements;
            if (prepared == null) {
                prepared = new WriteStatements(connection);
                statements = prepared;
            }
            prepared.apply(writes);
            execute("COMMIT");
        } catch (SQLException | RuntimeException | Error e) {
            rollback(e);
            throw e;
        }
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
        try {
            execute("ROLLBACK");
        } catch (SQLException e) {
            // After some errors SQLite has rolled back already.
            cause.addSuppressed(e);
        }
    }

    private void execute(String statement) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
