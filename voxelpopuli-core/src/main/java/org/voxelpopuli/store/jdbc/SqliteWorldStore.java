package org.voxelpopuli.store.jdbc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.store.StoreException;

/**
 * The default store (D11): one SQLite file, {@value #FILE}, in the data folder. Write-ahead log, {@code synchronous = FULL}, one thread that
 * commits in groups, one that reads; a read sees every write that was called before it, durable or not.
 *
 * <p>While the disk does not take writes (full, read-only, locked by another program) they wait in memory and are tried again: their futures
 * stay open and {@link #status()} says why. A future of a write fails only if the store is closed before the disk recovers, if 32 MiB wait
 * already, or if that write alone hits a damaged part of the file.
 *
 * <p>Thread-safe. Futures complete on the store's threads; what hangs on them must not block.
 */
public final class SqliteWorldStore extends JdbcWorldStore {
    /** The name of the database in the data folder. */
    public static final String FILE = "world.sqlite";

    private static final Logger LOG = LoggerFactory.getLogger(SqliteWorldStore.class);
    private static final Dialect DIALECT = new SqliteDialect();

    private final Path database;
    private final FolderLock lock;

    private SqliteWorldStore(
            Path database,
            FolderLock lock,
            DamagedChunks damaged,
            Connector connector,
            Connection toWrite,
            Connection toRead)
            throws SQLException {
        super(
                DIALECT,
                database.toString(),
                damaged,
                new SqliteFiles(database, connector),
                toWrite,
                () -> connector.connect(database),
                toRead);
        this.database = database;
        this.lock = lock;
    }

    /**
     * Opens the store in a data folder; folder and database are created when missing. Blocks.
     *
     * @throws StoreException if the driver is missing, the folder is a file, not accessible or in use by another node, or the database is
     *     of another program or of a newer version
     */
    public static SqliteWorldStore open(Path folder) {
        ClassLoader loader = SqliteWorldStore.class.getClassLoader();
        return open(folder, SqliteDriver.find(loader));
    }

    static SqliteWorldStore open(Path folder, Connector connector) {
        FolderLock lock;
        try {
            create(folder);
            lock = FolderLock.take(folder);
        } catch (AccessDeniedException e) {
            throw new StoreException(
                    "the data folder " + folder + " cannot be written: " + e.getFile()
                            + " is denied. Check its owner and mode, or choose another folder",
                    e);
        } catch (IOException e) {
            throw new StoreException(
                    "the data folder " + folder + " cannot be used: " + FileError.words(e) + ". Choose another folder",
                    e);
        }
        try {
            SqliteWorldStore store = connect(folder.resolve(FILE), lock, connector);
            store.start();
            return store;
        } catch (RuntimeException | Error e) {
            release(lock, folder);
            throw e;
        }
    }

    private static void create(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new StoreException(
                    "the data folder " + folder + " is a file. Move it away, or choose a folder", null);
        }
        Path absolute = folder.toAbsolutePath();
        Path parent = absolute.getParent();
        if (!Files.isDirectory(absolute)) {
            Files.createDirectories(absolute);
            if (parent != null) {
                persistName(parent);
            }
        }
    }

    /** A new name in a folder survives a power cut only when the folder is synchronised too; not every system can. */
    private static void persistName(Path parent) {
        try (FileChannel channel = FileChannel.open(parent, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            LOG.debug("{} is not synchronised: {}", parent, e.toString());
        }
    }

    private static SqliteWorldStore connect(Path database, FolderLock lock, Connector connector) {
        DamagedChunks damaged = new DamagedChunks();
        Connection toWrite = null;
        Connection toRead = null;
        try {
            toWrite = new SqliteFile(database, connector, damaged, SqliteFile.MOST_CHECKED_BYTES).open();
            toRead = connector.connect(database);
            try (Statement sql = toRead.createStatement()) {
                SqliteSchema.configure(sql, 512);
                sql.execute("PRAGMA query_only = ON");
            }
            return new SqliteWorldStore(database, lock, damaged, connector, toWrite, toRead);
        } catch (SQLException e) {
            closeQuietly(toWrite, e);
            closeQuietly(toRead, e);
            throw new StoreException(database + " cannot be opened: " + DIALECT.words(e), e);
        } catch (RuntimeException | Error e) {
            closeQuietly(toWrite, e);
            closeQuietly(toRead, e);
            throw e;
        }
    }

    private static void closeQuietly(@Nullable AutoCloseable resource, Throwable cause) {
        try {
            if (resource != null) {
                resource.close();
            }
        } catch (Exception e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    void release() {
        release(lock, database);
    }

    private static void release(FolderLock lock, Path where) {
        try {
            lock.close();
        } catch (IOException e) {
            LOG.warn("The lock of {} is not freed: {}", where, e.toString());
        }
    }
}
