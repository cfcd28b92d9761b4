package org.voxelpopuli.store.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import org.voxelpopuli.store.StoreException;

/** The driver of {@code org.xerial:sqlite-jdbc}, found by name: it is an optional dependency. */
final class SqliteDriver implements Connector {
    private static final String BUSY_TIMEOUT_MILLIS = "2000";

    private final Driver driver;

    private SqliteDriver(Driver driver) {
        this.driver = driver;
    }

    static SqliteDriver find(ClassLoader loader) {
        try {
            return new SqliteDriver(Class.forName("org.sqlite.JDBC", true, loader)
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance());
        } catch (ClassNotFoundException e) {
            throw new StoreException(
                    "the SQLite driver is missing: add the artifact org.xerial:sqlite-jdbc to the class path, or use the store 'memory'",
                    e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new StoreException("the SQLite driver org.xerial:sqlite-jdbc does not start: " + e, e);
        }
    }

    @Override
    public Connection connect(Path database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("busy_timeout", BUSY_TIMEOUT_MILLIS);
        try {
            return driver.connect("jdbc:sqlite:" + database, properties);
        } catch (LinkageError e) {
            throw new StoreException(
                    "the native library of SQLite does not load: " + e.getMessage()
                            + ". It is unpacked into the folder for temporary files, which must allow execution;"
                            + " -Dorg.sqlite.tmpdir names another",
                    e);
        }
    }
}
