package org.voxelpopuli.kademlia.presence;

import org.voxelpopuli.kademlia.records.RecordStore;
import org.voxelpopuli.kademlia.records.StoreRecordRpc;

/** {@code STORE_ROUTE(key, route)}: stores that a node answers below a prefix. */
final class StoreRouteRpc extends StoreRecordRpc {
    StoreRouteRpc(RecordStore store) {
        super("STORE_ROUTE", store);
    }
}
