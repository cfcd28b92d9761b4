package org.voxelpopuli.kademlia.presence;

import java.util.List;
import java.util.function.Function;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.FindRecordRpc;
import org.voxelpopuli.kademlia.records.RecordStore;

/** {@code FIND_ROUTE(key)}: finds who answers below a prefix. */
final class FindRouteRpc extends FindRecordRpc {
    FindRouteRpc(RecordStore store, Function<NodeId, List<Contact>> closest) {
        super("FIND_ROUTE", store, closest);
    }
}
