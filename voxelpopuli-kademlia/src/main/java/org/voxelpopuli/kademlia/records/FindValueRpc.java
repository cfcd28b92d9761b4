package org.voxelpopuli.kademlia.records;

import java.util.List;
import java.util.function.Function;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * {@code FIND_VALUE(key)}: finds a record of no particular kind.
 *
 * <pre>{@code
 * String name = new FindValueRpc(store, node.network()::closest).name(); // FIND_VALUE
 * }</pre>
 */
public final class FindValueRpc extends FindRecordRpc {
    /** Finds in this store. */
    public FindValueRpc(RecordStore store, Function<NodeId, List<Contact>> closest) {
        super("FIND_VALUE", store, closest);
    }
}
