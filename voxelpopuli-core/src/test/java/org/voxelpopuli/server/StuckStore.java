package org.voxelpopuli.server;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoreStatus;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

/** A store whose disk is full when a test says so: what is saved then waits for ever. */
final class StuckStore implements WorldStore {
    private final MemoryWorldStore sound = new MemoryWorldStore();
    /** Writes wait. */
    boolean stuck;
    /** Why they wait; empty while the store has not noticed. */
    Optional<String> error = Optional.empty();

    int waiting;

    @Override
    public CompletableFuture<Set<ChunkPos>> residentChunks() {
        return sound.residentChunks();
    }

    @Override
    public CompletableFuture<EditBatch> loadEdits(ChunkPos position) {
        return sound.loadEdits(position);
    }

    @Override
    public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
        if (stuck) {
            waiting++;
            return new CompletableFuture<>();
        }
        return sound.saveChunk(position, edits);
    }

    @Override
    public CompletableFuture<Void> removeChunk(ChunkPos position) {
        return sound.removeChunk(position);
    }

    @Override
    public RecordTable records() {
        return sound.records();
    }

    @Override
    public StoreStatus status() {
        return new StoreStatus("stuck", "a full disk", error, waiting, 0, 0, 0);
    }

    @Override
    public void close() {
        sound.close();
    }
}
