package org.voxelpopuli.kademlia.judge;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoreStatus;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

/** A store as another is, but for what a subclass changes. */
abstract class WrappedStore implements WorldStore {
    private final WorldStore store;

    WrappedStore(WorldStore store) {
        this.store = store;
    }

    @Override
    public CompletableFuture<Set<ChunkPos>> residentChunks() {
        return store.residentChunks();
    }

    @Override
    public CompletableFuture<EditBatch> loadEdits(ChunkPos position) {
        return store.loadEdits(position);
    }

    @Override
    public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
        return store.saveChunk(position, edits);
    }

    @Override
    public CompletableFuture<Void> removeChunk(ChunkPos position) {
        return store.removeChunk(position);
    }

    @Override
    public RecordTable records() {
        return store.records();
    }

    @Override
    public StoreStatus status() {
        return store.status();
    }

    @Override
    public void close() {
        store.close();
    }
}
