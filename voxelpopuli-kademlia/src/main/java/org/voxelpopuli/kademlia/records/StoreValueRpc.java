package org.voxelpopuli.kademlia.records;

/**
 * {@code STORE(key, text)}: stores a record of no particular kind.
 *
 * <pre>{@code
 * String name = new StoreValueRpc(store).name(); // STORE
 * }</pre>
 */
public final class StoreValueRpc extends StoreRecordRpc {
    /** Stores into this store. */
    public StoreValueRpc(RecordStore store) {
        super("STORE", store);
    }
}
