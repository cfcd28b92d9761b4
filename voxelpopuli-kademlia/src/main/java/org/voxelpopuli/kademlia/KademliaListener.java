package org.voxelpopuli.kademlia;

import org.voxelpopuli.kademlia.lookup.LookupListener;
import org.voxelpopuli.kademlia.routing.TableListener;
import org.voxelpopuli.kademlia.rpc.RpcListener;

/** Told, on the node's worker, what a node does, for metrics. Must not block. All methods do nothing by default. */
public interface KademliaListener extends RpcListener, TableListener, LookupListener {
    @Override
    default void lookedUp(int hops, int asked, long nanos) {}
}
