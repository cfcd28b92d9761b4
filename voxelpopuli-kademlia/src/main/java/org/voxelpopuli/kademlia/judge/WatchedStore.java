package org.voxelpopuli.kademlia.judge;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

/** A store that tells a {@link Memory} what its node gives it and what its node was told is durable, whatever the store below makes of it. */
final class WatchedStore extends WrappedStore {
    private final Memory memory;

    WatchedStore(WorldStore store, Memory memory) {
        super(store);
        this.memory = memory;
    }

    @Override
    public CompletableFuture<EditBatch> loadEdits(ChunkPos position) {
        List<Edit> known = memory.latest(position);
        CompletableFuture<EditBatch> read = super.loadEdits(position);
        var unused = read.whenComplete((edits, failure) -> {
            if (failure == null) {
                memory.read(position, known, edits);
            } else {
                memory.cannotRead(position);
            }
        });
        return read;
    }

    @Override
    public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
        memory.saves(position, edits);
        CompletableFuture<Void> durable = super.saveChunk(position, edits);
        var unused = durable.thenRun(() -> memory.saved(position, edits));
        return durable;
    }

    @Override
    public CompletableFuture<Void> removeChunk(ChunkPos position) {
        memory.removes(position);
        return super.removeChunk(position);
    }

    @Override
    public RecordTable records() {
        return new WrappedRecords(super.records()) {
            @Override
            public CompletableFuture<Void> put(StoredRecord row) {
                if (!row.kind().equals(Memory.CLAIM)) {
                    return super.put(row);
                }
                memory.claims(row);
                CompletableFuture<Void> durable = super.put(row);
                var unused = durable.thenRun(() -> memory.claimed(row));
                return durable;
            }
        };
    }
}
