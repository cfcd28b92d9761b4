package org.voxelpopuli.kademlia.records;

/** {@code STORE(key, text)}: stores a record of no particular kind. */
public final class StoreValueRpc extends StoreRecordRpc {
    /** Stores into this store. */
    public StoreValueRpc(RecordStore store) {
        super("STORE", store);
    }
}
