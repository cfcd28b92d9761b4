package org.voxelpopuli.store.jdbc;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.StoreStatus;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

/**
 * What the stores in SQL databases share: one thread that commits in groups, one that reads; a read sees every write that was called before it, durable or
 * not.
 */
abstract class JdbcWorldStore implements WorldStore {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcWorldStore.class);
    private static final long IDLE_READER_SECONDS = 30;

    private final Dialect dialect;
    private final String location;
    private final DamagedChunks damaged;
    private final WriteQueue queue = new WriteQueue();
    private final Committer committer;
    private final Thread writerThread;
    private final Reader reader;
    private final ThreadPoolExecutor readerThread;
    private final Records records = new Records();

    /**
     * A store on two open connections, which become its own.
     *
     * @param location for people
     * @param damaged what was found already
     */
    JdbcWorldStore(
            Dialect dialect,
            String location,
            DamagedChunks damaged,
            ConnectionSource writes,
            Connection toWrite,
            ConnectionSource reads,
            Connection toRead)
            throws SQLException {
        this.dialect = dialect;
        this.location = location;
        this.damaged = damaged;
        WriteConnection connection = new WriteConnection(dialect, writes, toWrite);
        BatchIndex index = connection.readIndex();
        reader = new Reader(location, dialect, queue, index, damaged, new ReadConnection(dialect, reads, toRead));
        readerThread = new ThreadPoolExecutor(
                1, 1, IDLE_READER_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> daemon("read", task));
        readerThread.allowCoreThreadTimeOut(true);
        committer = new Committer(queue, dialect, connection, index, damaged, location);
        writerThread = daemon("write", committer);
    }

    /** Daemons: a program that forgets to close may end, and loses nothing whose future has completed. */
    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, "voxelpopuli-store-" + name);
        thread.setDaemon(true);
        return thread;
    }

    /** To be called once. */
    final void start() {
        writerThread.start();
    }

    @Override
    public final CompletableFuture<Set<ChunkPos>> residentChunks() {
        return read(Reader::residentChunks);
    }

    @Override
    public final CompletableFuture<EditBatch> loadEdits(ChunkPos position) {
        return read(r -> r.loadEdits(position));
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
    public final CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
        return write(new Write.SaveChunk(position, edits, new CompletableFuture<>()));
    }

    @Override
    public final CompletableFuture<Void> removeChunk(ChunkPos position) {
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
    public final RecordTable records() {
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
    public final StoreStatus status() {
        return new StoreStatus(
                dialect.kind(),
                location,
                committer.error(),
                queue.size(),
                committer.commits(),
                committer.writes(),
                committer.lastCommitNanos(),
                damaged.positions());
    }

    /**
     * Writes what is queued, ends what is being read, closes the connections and frees what belongs to them. Blocks; while the database takes no writes it
     * tries for 5 s more, then fails what is left. Does nothing the second time.
     */
    @Override
    public final void close() {
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
            LOG.warn("Closing {}: {}", location, dialect.words(e), e);
        }
        release();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Frees what goes with the connections, after they are closed. */
    abstract void release();
}
