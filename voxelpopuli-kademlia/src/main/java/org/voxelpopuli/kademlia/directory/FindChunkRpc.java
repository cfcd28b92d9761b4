package org.voxelpopuli.kademlia.directory;

import java.util.List;
import java.util.function.Function;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.FindRecordRpc;
import org.voxelpopuli.kademlia.records.RecordStore;

/** {@code FIND_CHUNK(key)}: finds which server has a chunk. */
final class FindChunkRpc extends FindRecordRpc {
    FindChunkRpc(RecordStore store, Function<NodeId, List<Contact>> closest) {
        super("FIND_CHUNK", store, closest);
    }
}
