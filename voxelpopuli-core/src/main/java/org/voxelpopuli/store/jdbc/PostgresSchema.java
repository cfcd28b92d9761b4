package org.voxelpopuli.store.jdbc;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.StoreException;

/** A node's own schema in a database that it may share with others, and the lock that keeps a second process out of it. */
final class PostgresSchema {
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final WriterId node;

    PostgresSchema(WriterId node) {
        this.node = node;
    }

    /** Its name: 12 letters and 40 hex digits; PostgreSQL allows 63. */
    String name() {
        return "voxelpopuli_" + node;
    }

    /**
     * Takes the lock, and makes the schema and its tables if they are not there.
     *
     * @param again whether they were there before: tables that are gone meanwhile are not made, since an empty one would pass for what was in them
     * @throws StoreException if the tables are of a newer version
     * @throws SQLException also if another process has the lock
     */
    void prepareToWrite(Connection connection, boolean again) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            // A lock lasts as long as its session: these make the server notice within half a minute that we are gone.
            sql.execute("SET tcp_keepalives_idle = 10");
            sql.execute("SET tcp_keepalives_interval = 5");
            sql.execute("SET tcp_keepalives_count = 3");
            // Without it, a crash of the server could take back what a future has promised.
            sql.execute("SET synchronous_commit = on");
            lock(connection);
            if (again) {
                use(sql);
                requireThere(sql);
                return;
            }
            sql.execute("CREATE SCHEMA IF NOT EXISTS " + name());
            use(sql);
            sql.execute("BEGIN");
            create(sql);
            sql.execute("COMMIT");
        }
    }

    void prepareToRead(Connection connection) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            use(sql);
            sql.execute("SET default_transaction_read_only = on");
        }
    }

    private void use(Statement sql) throws SQLException {
        sql.execute("SET search_path TO " + name());
    }

    /** Waits a little: a process that has ended holds the lock until the server notices. */
    private void lock(Connection connection) throws SQLException {
        try (Statement sql = connection.createStatement();
                PreparedStatement lock = connection.prepareStatement("SELECT pg_advisory_lock(?)")) {
            sql.execute("SET lock_timeout = '3s'");
            lock.setLong(1, ByteBuffer.wrap(node.bytes()).getLong());
            lock.execute();
            sql.execute("RESET lock_timeout");
        } catch (SQLException e) {
            if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                throw new SQLException(
                        "another process uses the schema " + name()
                                + ", since it has the same key. Stop that one, or give this node a data folder of its own",
                        PostgresDialect.OTHER_NODE,
                        e);
            }
            throw e;
        }
    }

    private void create(Statement sql) throws SQLException {
        sql.execute("CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)");
        try (ResultSet row = sql.executeQuery("SELECT number FROM version")) {
            if (row.next()) {
                requireKnown(row.getInt(1));
                return;
            }
        }
        for (String table : Tables.create("BIGINT PRIMARY KEY", "BYTEA", "")) {
            sql.execute(table);
        }
        sql.execute("INSERT INTO version (number) VALUES (" + Tables.VERSION + ")");
    }

    private void requireThere(Statement sql) throws SQLException {
        try (ResultSet row = sql.executeQuery("SELECT number FROM version")) {
            if (!row.next()) {
                throw new SQLException("the table version of the schema " + name() + " is empty", "42P01");
            }
        }
    }

    private void requireKnown(int version) {
        if (version != Tables.VERSION) {
            throw new StoreException(
                    "the schema " + name() + " has version " + version + ", this program knows " + Tables.VERSION
                            + ". Use the newer program that wrote it, or another database",
                    null);
        }
    }
}
