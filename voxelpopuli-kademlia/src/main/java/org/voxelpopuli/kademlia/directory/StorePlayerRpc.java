package org.voxelpopuli.kademlia.directory;

import org.voxelpopuli.kademlia.records.RecordStore;
import org.voxelpopuli.kademlia.records.StoreRecordRpc;

/** {@code STORE_PLAYER(key, player data)}: stores where a player last stood. */
final class StorePlayerRpc extends StoreRecordRpc {
    StorePlayerRpc(RecordStore store) {
        super("STORE_PLAYER", store);
    }
}
