package org.voxelpopuli.kademlia.judge;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoredRecord;

/** A table as another is, but for what a subclass changes. */
abstract class WrappedRecords implements RecordTable {
    private final RecordTable table;

    WrappedRecords(RecordTable table) {
        this.table = table;
    }

    @Override
    public CompletableFuture<List<StoredRecord>> all(String kind) {
        return table.all(kind);
    }

    @Override
    public CompletableFuture<Void> put(StoredRecord row) {
        return table.put(row);
    }

    @Override
    public CompletableFuture<Void> remove(String kind, String key) {
        return table.remove(kind, key);
    }
}
