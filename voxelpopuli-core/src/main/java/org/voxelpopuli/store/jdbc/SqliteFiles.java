package org.voxelpopuli.store.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of a database that is open. Who deletes or moves them takes nothing from a process that has them open: it goes on writing, and what it wrote is gone when
 * it ends. SQLite does not look, so we do, after each commit. Belongs to the thread that writes.
 */
final class SqliteFiles implements ConnectionSource {
    private final Path database;
    private final Connector connector;

    /** By its path, the file that we have open, as the system names it; where systems have no such names, an open file cannot be deleted. */
    private final Map<Path, Object> keys = new HashMap<>();

    /** @param database that is open, with its log */
    SqliteFiles(Path database, Connector connector) {
        this.database = database;
        this.connector = connector;
        for (String suffix : List.of("", "-wal", "-shm")) {
            Path file = database.resolveSibling(database.getFileName() + suffix);
            Object key = key(file);
            if (key != null) {
                keys.put(file, key);
            }
        }
    }

    @Override
    public Connection connect() throws SQLException {
        return connector.connect(database);
    }

    @Override
    public void requireInPlace() throws SQLException {
        for (Map.Entry<Path, Object> file : keys.entrySet()) {
            if (!file.getValue().equals(key(file.getKey()))) {
                throw new SQLException(
                        file.getKey().getFileName() + " was deleted, moved or replaced while the node runs",
                        null,
                        SqliteDialect.MOVED);
            }
        }
    }

    private static @Nullable Object key(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            return null;
        }
    }
}
