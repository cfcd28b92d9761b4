package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The connection that reads; made again when it is lost. Belongs to the reader's thread. */
final class ReadConnection implements AutoCloseable {
    private final Dialect dialect;
    private final ConnectionSource source;
    private @Nullable Connection connection;

    /** @param connection the first one, made by this source */
    ReadConnection(Dialect dialect, ConnectionSource source, Connection connection) {
        this.dialect = dialect;
        this.source = source;
        this.connection = connection;
    }

    @FunctionalInterface
    interface Query<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Runs a query; if the connection turns out to be lost, once more on another. */
    <T> T run(Query<T> query) throws SQLException {
        try {
            return query.run(open());
        } catch (SQLException e) {
            if (!dialect.isLost(e)) {
                throw e;
            }
            drop(e);
            return query.run(open());
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

    private void drop(SQLException cause) {
        try {
            close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
        connection = null;
    }

    @Override
    public void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }
}
