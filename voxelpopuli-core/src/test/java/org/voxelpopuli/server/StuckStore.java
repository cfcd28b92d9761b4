package org.voxelpopuli.server;

import java.util.ArrayList;
import java.util.List;
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

    private boolean held;
    private final List<Runnable> heldWrites = new ArrayList<>();

    /** Writes wait from now on, until they are released. */
    void hold() {
        held = true;
    }

    /** What waits is written, and nothing waits any more. */
    void release() {
        held = false;
        heldWrites.forEach(Runnable::run);
        heldWrites.clear();
    }

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
        if (held) {
            CompletableFuture<Void> saved = new CompletableFuture<>();
            heldWrites.add(() -> {
                var unused = sound.saveChunk(position, edits).thenAccept(saved::complete);
            });
            return saved;
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
        return new StoreStatus("stuck", "a full disk", error, waiting, 0, 0, 0, Set.of());
    }

    @Override
    public void close() {
        sound.close();
    }
}
