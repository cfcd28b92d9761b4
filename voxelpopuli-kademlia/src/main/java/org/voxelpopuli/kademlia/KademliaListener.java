package org.voxelpopuli.kademlia;

import org.voxelpopuli.kademlia.lookup.LookupListener;
import org.voxelpopuli.kademlia.routing.TableListener;
import org.voxelpopuli.kademlia.rpc.RpcListener;

/**
 * Told, on the node's worker, what a node does, for metrics. Must not block. All methods do nothing by default. What a listener throws is
 * logged, and keeps neither the node nor the other listeners from their work.
 *
 * <pre>{@code
 * node.addListener(new KademliaListener() {
 *     public void contactAdded(Contact contact) {
 *         System.out.println("we know " + contact);
 *     }
 *
 *     public void lookedUp(int hops, int asked, long nanos) {
 *         System.out.println("a lookup asked " + asked + " nodes");
 *     }
 * });
 * }</pre>
 */
public interface KademliaListener extends RpcListener, TableListener, LookupListener {
    @Override
    default void lookedUp(int hops, int asked, long nanos) {}
}
