package org.voxelpopuli.store.jdbc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.StoreStatus;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

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
public final class SqliteWorldStore implements WorldStore {
    /** The name of the database in the data folder. */
    public static final String FILE = "world.sqlite";

    private static final Logger LOG = LoggerFactory.getLogger(SqliteWorldStore.class);
    private static final long IDLE_READER_SECONDS = 30;

    private final Path database;
    private final FolderLock lock;
    private final WriteQueue queue = new WriteQueue();
    private final Committer committer;
    private final Thread writerThread;
    private final Reader reader;
    private final ThreadPoolExecutor readerThread;
    private final Records records = new Records();

    private SqliteWorldStore(Path database, FolderLock lock, Connection toWrite, Connection toRead)
            throws SQLException {
        this.database = database;
        this.lock = lock;
        reader = new Reader(database, queue, toRead);
        readerThread = new ThreadPoolExecutor(
                1, 1, IDLE_READER_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> daemon("read", task));
        readerThread.allowCoreThreadTimeOut(true);
        committer = new Committer(queue, new WriteConnection(toWrite), database.toString());
        writerThread = daemon("write", committer);
    }

    /** Daemons: a program that forgets to close may end, and loses nothing whose future has completed. */
    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, "voxelpopuli-store-" + name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Opens the store in a data folder; folder and database are created when missing. Blocks.
     *
     * @throws StoreException if the driver is missing, the folder is a file, not accessible or in use by another node, or the database is
     *     foreign or of a newer version
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
            store.writerThread.start();
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
        Connection toWrite = null;
        Connection toRead = null;
        try {
            toWrite = connector.connect(database);
            SqliteSchema.prepare(toWrite, database);
            toRead = connector.connect(database);
            return new SqliteWorldStore(database, lock, toWrite, toRead);
        } catch (SQLException e) {
            closeQuietly(toWrite, e);
            closeQuietly(toRead, e);
            String what = SqliteError.isNoDatabase(e)
                    ? " is no SQLite database. Move it away, or choose another data folder"
                    : " cannot be opened: " + SqliteError.words(e);
            throw new StoreException(database + what, e);
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
    public CompletableFuture<Set<ChunkPos>> residentChunks() {
        return read(Reader::residentChunks);
    }

    @Override
    public CompletableFuture<EditBatch> loadEdits(ChunkPos position) {
        return read(r -> EditBatch.of(r.loadEdits(position)));
    }

    private <T> CompletableFuture<T> read(Function<Reader, T> query) {
        Supplier<T> task = () -> query.apply(reader);
        try {
            return CompletableFuture.supplyAsync(task, readerThread);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(WriteQueue.closed());
        }
    }

    @Override
    public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
        return write(new Write.SaveChunk(position, edits.edits(), new CompletableFuture<>()));
    }

    @Override
    public CompletableFuture<Void> removeChunk(ChunkPos position) {
        return write(new Write.RemoveChunk(position, new CompletableFuture<>()));
    }

    private CompletableFuture<Void> write(Write write) {
        try {
            queue.add(write);
        } catch (StoreException e) {
            write.durable().completeExceptionally(e);
        }
        return write.durable();
    }

    @Override
    public RecordTable records() {
        return records;
    }

    private final class Records implements RecordTable {
        @Override
        public CompletableFuture<List<StoredRecord>> all(String kind) {
            return read(r -> r.records(kind));
        }

        @Override
        public CompletableFuture<Void> put(StoredRecord row) {
            return write(new Write.PutRecord(row, new CompletableFuture<>()));
        }

        @Override
        public CompletableFuture<Void> remove(String kind, String key) {
            return write(new Write.RemoveRecord(kind, key, new CompletableFuture<>()));
        }
    }

    @Override
    public StoreStatus status() {
        return new StoreStatus(
                "sqlite",
                database.toString(),
                committer.error(),
                queue.size(),
                committer.commits(),
                committer.writes(),
                committer.lastCommitNanos());
    }

    /**
     * Writes what is queued, ends what is being read, closes the files and frees the folder. Blocks; while the disk takes no writes it
     * tries for 5 s more, then fails what is left. Does nothing the second time.
     */
    @Override
    public void close() {
        queue.close();
        readerThread.shutdown();
        boolean interrupted = false;
        while (true) {
            try {
                writerThread.join();
                if (readerThread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS)) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        try {
            reader.close();
        } catch (SQLException e) {
            LOG.warn("Closing {}: {}", database, SqliteError.words(e), e);
        }
        release(lock, database);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void release(FolderLock lock, Path where) {
        try {
            lock.close();
        } catch (IOException e) {
            LOG.warn("The lock of {} is not freed: {}", where, e.toString());
        }
    }
}
