package org.voxelpopuli.store;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.world.ChunkPos;

/**
 * Keeps a node's part of the world. Thread-safe; nothing blocks but {@link #close()}. A future fails with
 * {@link StoreException}, whose message says what to do. Writes are applied in the order of the calls.
 */
public interface WorldStore extends AutoCloseable {
    /** The positions of all chunks that were ever saved. */
    CompletableFuture<Set<ChunkPos>> residentChunks();

    /** All that was saved of a chunk, merged: the latest edit of each voxel, and the ids that clients gave; empty if the chunk has none or is not resident. */
    CompletableFuture<EditBatch> loadEdits(ChunkPos position);

    /**
     * Makes a chunk resident and merges edits into it, as {@link org.voxelpopuli.edits.EditLog#merge} does. With no edits it only makes it resident.
     *
     * @return completes when it is durable
     */
    CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits);

    /** Forgets a chunk and its edits, as if it had never been saved. Completes when that is durable. */
    CompletableFuture<Void> removeChunk(ChunkPos position);

    /** Small records beside the chunks: the node's identity, DHT records, players. */
    RecordTable records();

    /** How the store is doing; never blocks. */
    StoreStatus status();

    /** Writes what is queued, then closes. Blocks until that is done. */
    @Override
    void close();
}
