package org.voxelpopuli.store;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A durable map of small records in named kinds. Thread-safe; writes are applied in the order of the calls. */
public interface RecordTable {
    /** All records of a kind, by rising key. */
    CompletableFuture<List<StoredRecord>> all(String kind);

    /** Adds a record or replaces the one of the same kind and key. Completes when it is durable. */
    CompletableFuture<Void> put(StoredRecord row);

    /** Removes a record if it is there. Completes when that is durable. */
    CompletableFuture<Void> remove(String kind, String key);
}
