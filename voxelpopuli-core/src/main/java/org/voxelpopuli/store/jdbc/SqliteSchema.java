package org.voxelpopuli.store.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.store.StoreException;

/** The tables in SQLite, and the two numbers in the file's header that tell whose they are and of which version. */
final class SqliteSchema {
    /** "VoxP". */
    static final int APPLICATION_ID = 0x566F7850;

    private static final Logger LOG = LoggerFactory.getLogger(JdbcWorldStore.class);

    /** Brings a database from one version to the next, within a transaction. */
    @FunctionalInterface
    interface Migration {
        void run(Connection connection) throws SQLException;
    }

    /** The first leads from version 1 to 2, and so on. None is ever removed or changed. */
    private static final List<Migration> MIGRATIONS = List.of(new BatchesInsteadOfEdits());

    private SqliteSchema() {}

    /** The statements that make the tables of the version of today. */
    static List<String> tables() {
        return Tables.create("INTEGER PRIMARY KEY", "BLOB", " WITHOUT ROWID");
    }

    /**
     * Creates the tables in an empty database; else sees that they are ours, and brings them to the version of today. A foreign database is not changed.
     *
     * @throws StoreException if the database is foreign or newer
     * @throws SQLException also if its header is damaged
     */
    static void prepare(Connection connection, Path database) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            int application = number(sql, "PRAGMA application_id");
            int version = number(sql, "PRAGMA user_version");
            boolean empty = application == 0 && number(sql, "SELECT count(*) FROM sqlite_master") == 0;
            if (!empty) {
                requireOurs(sql, database, application, version);
            }
            useWriteAheadLog(sql, database);
            configure(sql, 1024);
            // Without it, a power cut could take back what a future has promised.
            sql.execute("PRAGMA synchronous = FULL");
            // A long reader makes the log grow; afterwards it shrinks to this.
            sql.execute("PRAGMA journal_size_limit = 16777216");
            if (empty) {
                create(sql);
            } else if (version < Tables.VERSION) {
                migrate(connection, sql, database, version);
            }
        }
    }

    /** Without the log, a program that reads for long would hold up every commit. It needs shared memory, which network drives lack. */
    private static void useWriteAheadLog(Statement sql, Path database) throws SQLException {
        try (ResultSet row = sql.executeQuery("PRAGMA journal_mode = WAL")) {
            String mode = row.getString(1);
            if (!"wal".equals(mode)) {
                throw new StoreException(
                        database
                                + " is on a file system on which SQLite's write-ahead log does not work (its journal mode stays '"
                                + mode + "'). Choose a data folder on a local disk",
                        null);
            }
        }
    }

    private static void requireOurs(Statement sql, Path database, int application, int version) throws SQLException {
        if (application != APPLICATION_ID) {
            if (hasOurTables(sql)) {
                throw new SQLException(
                        "the application id in its header is " + application + ", and its tables are ours",
                        null,
                        SqliteDialect.CORRUPT);
            }
            throw new StoreException(
                    database + " is the database of another program (application id " + application
                            + "). Move it away, or choose another data folder",
                    null);
        }
        if (version < 1) {
            throw new SQLException("the schema version in its header is " + version, null, SqliteDialect.CORRUPT);
        }
        if (version > Tables.VERSION) {
            throw new StoreException(
                    database + " has schema version " + version + ", this program knows up to " + Tables.VERSION
                            + ". Use the newer program that wrote it, or another data folder",
                    null);
        }
    }

    /** Word for word as we make them; nobody else does. */
    private static boolean hasOurTables(Statement sql) throws SQLException {
        Set<String> made = new HashSet<>();
        try (ResultSet rows = sql.executeQuery("SELECT sql FROM sqlite_master WHERE type = 'table'")) {
            while (rows.next()) {
                made.add(String.valueOf(rows.getString(1)));
            }
        }
        return made.containsAll(tables());
    }

    private static void create(Statement sql) throws SQLException {
        sql.execute("BEGIN IMMEDIATE");
        for (String table : tables()) {
            sql.execute(table);
        }
        sql.execute("PRAGMA application_id = " + APPLICATION_ID);
        sql.execute("PRAGMA user_version = " + Tables.VERSION);
        sql.execute("COMMIT");
    }

    /** All steps or none. */
    private static void migrate(Connection connection, Statement sql, Path database, int version) throws SQLException {
        LOG.info("{} is brought from schema version {} to {}", database, version, Tables.VERSION);
        sql.execute("BEGIN IMMEDIATE");
        try {
            for (Migration step : MIGRATIONS.subList(version - 1, MIGRATIONS.size())) {
                step.run(connection);
            }
            sql.execute("PRAGMA user_version = " + Tables.VERSION);
            sql.execute("COMMIT");
        } catch (SQLException | RuntimeException | Error e) {
            try {
                sql.execute("ROLLBACK");
            } catch (SQLException afterwards) {
                e.addSuppressed(afterwards);
            }
            throw e;
        }
    }

    /** For every connection: little memory, and early notice of damage. */
    static void configure(Statement sql, int cacheKibibytes) throws SQLException {
        sql.execute("PRAGMA cache_size = -" + cacheKibibytes);
        sql.execute("PRAGMA temp_store = MEMORY");
        sql.execute("PRAGMA cell_size_check = ON");
        sql.execute("PRAGMA trusted_schema = OFF");
    }

    private static int number(Statement sql, String query) throws SQLException {
        try (ResultSet row = sql.executeQuery(query)) {
            return row.next() ? row.getInt(1) : 0;
        }
    }
}
