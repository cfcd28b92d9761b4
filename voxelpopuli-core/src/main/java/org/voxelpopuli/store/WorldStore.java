package org.voxelpopuli.store;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.world.ChunkPos;

/**
 * Keeps a node's part of the world. Thread-safe; nothing blocks but {@link #close()}. A future fails with
 * {@link StoreException}, whose message says what to do. Writes are applied in the order of the calls.
 */
public interface WorldStore extends AutoCloseable {
    /** The positions of all chunks that were ever saved. */
    CompletableFuture<Set<ChunkPos>> residentChunks();

    /** The latest edit of each voxel of a chunk, in no order; empty if it has none or is not resident. */
    CompletableFuture<List<Edit>> loadEdits(ChunkPos position);

    /**
     * Makes a chunk resident and merges edits into it: for each voxel the higher stamp stays. With no edits it only makes it resident.
     *
     * @return completes when it is durable
     */
    CompletableFuture<Void> saveChunk(ChunkPos position, Collection<Edit> edits);

    /** Small records beside the chunks: the node's identity, DHT records, players. */
    RecordTable records();

    /** How the store is doing; never blocks. */
    StoreStatus status();

    /** Writes what is queued, then closes. Blocks until that is done. */
    @Override
    void close();
}
