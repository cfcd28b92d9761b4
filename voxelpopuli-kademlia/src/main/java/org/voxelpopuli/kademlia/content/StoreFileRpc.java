package org.voxelpopuli.kademlia.content;

import org.voxelpopuli.kademlia.records.RecordStore;
import org.voxelpopuli.kademlia.records.StoreRecordRpc;

/** {@code STORE_FILE(key, kad-file)}: stores who has a file. */
final class StoreFileRpc extends StoreRecordRpc {
    StoreFileRpc(RecordStore store) {
        super("STORE_FILE", store);
    }
}
