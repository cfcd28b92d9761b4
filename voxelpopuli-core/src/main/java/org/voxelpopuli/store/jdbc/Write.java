package org.voxelpopuli.store.jdbc;

import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.world.ChunkPos;

/** A change that is not yet durable. */
sealed interface Write {
    int BYTES_PER_EDIT = 64;
    int BYTES_PER_RANGE = 48;

    /** Completes when it is. */
    CompletableFuture<Void> durable();

    /** About how much memory it takes. */
    long bytes();

    /** About how much memory some edits take. */
    static long bytes(EditBatch edits) {
        return 128
                + (long) edits.edits().size() * BYTES_PER_EDIT
                + (long) edits.applied().size() * BYTES_PER_RANGE;
    }

    /** For people: what it writes. */
    String subject();

    record SaveChunk(ChunkPos position, EditBatch edits, CompletableFuture<Void> durable) implements Write {
        @Override
        public long bytes() {
            return Write.bytes(edits);
        }

        @Override
        public String subject() {
            return "chunk " + position;
        }
    }

    record RemoveChunk(ChunkPos position, CompletableFuture<Void> durable) implements Write {
        @Override
        public long bytes() {
            return 128;
        }

        @Override
        public String subject() {
            return "the removal of chunk " + position;
        }
    }

    record PutRecord(StoredRecord row, CompletableFuture<Void> durable) implements Write {
        @Override
        public long bytes() {
            return 256
                    + 2L
                            * (row.kind().length()
                                    + row.key().length()
                                    + row.value().length());
        }

        @Override
        public String subject() {
            return row.kind() + " record " + row.key();
        }
    }

    record RemoveRecord(String kind, String key, CompletableFuture<Void> durable) implements Write {
        @Override
        public long bytes() {
            return 256 + 2L * (kind.length() + key.length());
        }

        @Override
        public String subject() {
            return kind + " record " + key;
        }
    }

    /** Moves a damaged row out of the way. */
    record PutAside(Damage damage, CompletableFuture<Void> durable) implements Write {
        @Override
        public long bytes() {
            return 256L + damage.size();
        }

        @Override
        public String subject() {
            return "the damaged " + damage.name();
        }
    }
}
