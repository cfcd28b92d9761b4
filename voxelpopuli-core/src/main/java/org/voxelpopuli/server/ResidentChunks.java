package org.voxelpopuli.server;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

/** The positions of the chunks that this node keeps. A position is here only once it is durable. Thread-safe. */
final class ResidentChunks {
    private final Set<ChunkPos> positions = ConcurrentHashMap.newKeySet();
    private final WorldStore store;
    private final int limit;

    ResidentChunks(WorldStore store, int limit) {
        this.store = store;
        this.limit = limit;
    }

    void addStored(Collection<ChunkPos> stored) {
        positions.addAll(stored);
    }

    boolean contains(ChunkPos position) {
        return positions.contains(position);
    }

    /** Makes a chunk resident; does nothing if it already is. */
    CompletableFuture<Void> generate(ChunkPos position) {
        if (positions.contains(position)) {
            return CompletableFuture.completedFuture(null);
        }
        if (positions.size() >= limit) {
            return CompletableFuture.failedFuture(
                    new StoreException("this node keeps " + limit + " chunks already, its limit", null));
        }
        String error = store.status().writeError().orElse(null);
        if (error != null) {
            return CompletableFuture.failedFuture(
                    new StoreException("this node cannot keep a chunk now: " + error, null));
        }
        // Terrain is made when the chunk is loaded: it is the same then, and nobody may ever come.
        return store.saveChunk(position, EditBatch.EMPTY).thenRun(() -> positions.add(position));
    }

    Set<ChunkPos> snapshot() {
        return Set.copyOf(positions);
    }
}
