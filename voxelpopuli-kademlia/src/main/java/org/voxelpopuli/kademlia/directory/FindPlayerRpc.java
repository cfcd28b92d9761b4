package org.voxelpopuli.kademlia.directory;

import java.util.List;
import java.util.function.Function;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.FindRecordRpc;
import org.voxelpopuli.kademlia.records.RecordStore;

/** {@code FIND_PLAYER(key)}: finds where a player last stood. */
final class FindPlayerRpc extends FindRecordRpc {
    FindPlayerRpc(RecordStore store, Function<NodeId, List<Contact>> closest) {
        super("FIND_PLAYER", store, closest);
    }
}
