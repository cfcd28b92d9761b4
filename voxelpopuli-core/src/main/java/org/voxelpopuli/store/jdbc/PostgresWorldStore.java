package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.StoreException;

/**
 * A store in PostgreSQL (D11), or in what speaks its protocol, for operators who have many nodes in one place. Each node has a schema of its own, named after its id,
 * so that any number of them share a database; a second process with the same id is refused.
 *
 * <p>One connection writes and one reads. While the database is away, or its disk full, writes wait in memory and are tried again, on a new connection if need be: their
 * futures stay open and {@link #status()} says why. A future of a write fails only if the store is closed before the database is back, if 32 MiB wait already, or if the
 * database refuses that write alone.
 *
 * <p>Thread-safe. Futures complete on the store's threads; what hangs on them must not block.
 */
public final class PostgresWorldStore extends JdbcWorldStore {
    private static final Dialect DIALECT = new PostgresDialect();

    private PostgresWorldStore(
            String location, ConnectionSource writes, Connection toWrite, ConnectionSource reads, Connection toRead)
            throws SQLException {
        super(DIALECT, location, new DamagedChunks(), writes, toWrite, reads, toRead);
    }

    /**
     * Opens a node's store; its schema is created when missing. Blocks, ten seconds at most if nobody answers.
     *
     * @param node the node's id
     * @throws StoreException if the driver is missing, the database cannot be reached or used, another process has this node's schema, or it is of a newer version
     */
    public static PostgresWorldStore open(DatabaseSettings settings, WriterId node) {
        PostgresSchema schema = new PostgresSchema(node);
        String location = settings.location() + ", schema " + schema.name();
        Driver driver = driver(PostgresWorldStore.class.getClassLoader());
        ConnectionSource writes =
                () -> connect(driver, settings, connection -> schema.prepareToWrite(connection, true));
        ConnectionSource reads = () -> connect(driver, settings, schema::prepareToRead);
        Connection toWrite = null;
        Connection toRead = null;
        try {
            toWrite = connect(driver, settings, connection -> schema.prepareToWrite(connection, false));
            toRead = reads.connect();
            PostgresWorldStore store = new PostgresWorldStore(location, writes, toWrite, reads, toRead);
            store.start();
            return store;
        } catch (SQLException e) {
            close(toWrite, e);
            close(toRead, e);
            throw new StoreException(location + " cannot be opened: " + DIALECT.words(e), e);
        } catch (RuntimeException | Error e) {
            close(toWrite, e);
            close(toRead, e);
            throw e;
        }
    }

    static Driver driver(ClassLoader loader) {
        try {
            return Class.forName("org.postgresql.Driver", true, loader)
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            throw new StoreException(
                    "the PostgreSQL driver is missing: add the artifact org.postgresql:postgresql to the class path, or use the store 'sqlite'",
                    e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new StoreException("the PostgreSQL driver org.postgresql:postgresql does not start: " + e, e);
        }
    }

    @FunctionalInterface
    private interface Preparation {
        void prepare(Connection connection) throws SQLException;
    }

    private static Connection connect(Driver driver, DatabaseSettings settings, Preparation preparation)
            throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("ApplicationName", "VoxelPopuli");
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("loginTimeout", "10");
        properties.setProperty("socketTimeout", "30");
        properties.setProperty("tcpKeepAlive", "true");
        if (settings.user() != null) {
            properties.setProperty("user", settings.user());
        }
        if (settings.password() != null) {
            properties.setProperty("password", settings.password());
        }
        Connection connection = driver.acceptsURL(settings.url()) ? driver.connect(settings.url(), properties) : null;
        if (connection == null) {
            throw new SQLException("the driver does not understand the URL " + settings.location(), "08001");
        }
        try {
            preparation.prepare(connection);
            return connection;
        } catch (SQLException | RuntimeException | Error e) {
            close(connection, e);
            throw e;
        }
    }

    private static void close(@Nullable Connection connection, Throwable cause) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** Nothing: the lock ends with its connection. */
    @Override
    void release() {}
}
