package org.voxelpopuli.presence;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.presence.ndn.Name;

/** Where names lead: the nodes that answer below a prefix (SPEC N3). Called on the presence's worker, which must not be blocked. {@code KademliaRoutes} of {@code voxelpopuli-kademlia} keeps them in the network. */
public interface Routes {
    /** This node answers below the prefix from now on, until it is withdrawn; renewed as long as needed. */
    void announce(Name prefix);

    /** This node does not answer below the prefix any more. */
    void withdraw(Name prefix);

    /**
     * The UDP addresses of nodes that answer below just this prefix, as many as are worth asking; this node itself may be among them.
     *
     * @return completes on any thread; fails if nothing could be learned
     */
    CompletableFuture<List<InetSocketAddress>> find(Name prefix);

    /** A multicast group of the local network, in which is asked besides, for as long as the presence lives; empty, as it is by default, if nothing is sent to any. See {@link MulticastRoutes}. */
    default Optional<InetSocketAddress> group() {
        return Optional.empty();
    }
}
