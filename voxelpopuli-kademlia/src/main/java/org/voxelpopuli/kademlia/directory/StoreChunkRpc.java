package org.voxelpopuli.kademlia.directory;

import org.voxelpopuli.kademlia.records.RecordStore;
import org.voxelpopuli.kademlia.records.StoreRecordRpc;

/** {@code STORE_CHUNK(key, [ip, port])}: stores which server has a chunk. */
final class StoreChunkRpc extends StoreRecordRpc {
    StoreChunkRpc(RecordStore store) {
        super("STORE_CHUNK", store);
    }
}
