package org.voxelpopuli.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.world.ChunkPos;

/**
 * A store that lasts as long as the object. Every future is complete when the call returns, so callbacks run on the caller's thread.
 *
 * <p>{@link #close()} keeps the content and everything goes on working: like a disk, the object may be given to another node after the
 * first one has stopped. So a test restarts a node by building a new one on the same store.
 */
public final class MemoryWorldStore implements WorldStore, RecordTable {
    private final Map<ChunkPos, EditLog> chunks = new ConcurrentHashMap<>();
    private final Map<String, Map<String, StoredRecord>> kinds = new ConcurrentHashMap<>();
    private final AtomicLong writes = new AtomicLong();

    /** An empty store. */
    public MemoryWorldStore() {}

    @Override
    public CompletableFuture<Set<ChunkPos>> residentChunks() {
        return CompletableFuture.completedFuture(Set.copyOf(chunks.keySet()));
    }

    @Override
    public CompletableFuture<EditBatch> loadEdits(ChunkPos position) {
        // Through compute, which is exclusive for each key: a log belongs to one thread at a time.
        AtomicReference<EditBatch> edits = new AtomicReference<>(EditBatch.EMPTY);
        chunks.computeIfPresent(position, (p, log) -> {
            edits.set(log.all());
            return log;
        });
        return CompletableFuture.completedFuture(edits.get());
    }

    @Override
    public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
        chunks.compute(position, (p, present) -> {
            EditLog log = present == null ? new EditLog() : present;
            log.merge(edits);
            return log;
        });
        return written();
    }

    @Override
    public CompletableFuture<Void> removeChunk(ChunkPos position) {
        chunks.remove(position);
        return written();
    }

    private CompletableFuture<Void> written() {
        writes.incrementAndGet();
        return CompletableFuture.completedFuture(null);
    }

    /** This object. */
    @Override
    public RecordTable records() {
        return this;
    }

    @Override
    public CompletableFuture<List<StoredRecord>> all(String kind) {
        return CompletableFuture.completedFuture(
                List.copyOf(kinds.getOrDefault(kind, Map.of()).values()));
    }

    @Override
    public CompletableFuture<Void> put(StoredRecord row) {
        kinds.computeIfAbsent(row.kind(), k -> new ConcurrentSkipListMap<>()).put(row.key(), row);
        return written();
    }

    @Override
    public CompletableFuture<Void> remove(String kind, String key) {
        Map<String, StoredRecord> rows = kinds.get(kind);
        if (rows != null) {
            rows.remove(key);
        }
        return written();
    }

    @Override
    public StoreStatus status() {
        return new StoreStatus("memory", "memory", Optional.empty(), 0, writes.get(), writes.get(), 0, Set.of());
    }

    /** Does nothing: the content stays and the store stays usable. */
    @Override
    public void close() {}
}
