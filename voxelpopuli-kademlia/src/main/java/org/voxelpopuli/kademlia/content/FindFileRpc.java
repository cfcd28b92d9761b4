package org.voxelpopuli.kademlia.content;

import java.util.List;
import java.util.function.Function;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.FindRecordRpc;
import org.voxelpopuli.kademlia.records.RecordStore;

/** {@code FIND_FILE(key)}: finds who has a file. */
final class FindFileRpc extends FindRecordRpc {
    FindFileRpc(RecordStore store, Function<NodeId, List<Contact>> closest) {
        super("FIND_FILE", store, closest);
    }
}
