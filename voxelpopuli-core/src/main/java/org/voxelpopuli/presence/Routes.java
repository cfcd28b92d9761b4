package org.voxelpopuli.presence;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.presence.ndn.Name;

/** Where names lead: the nodes that answer below a prefix (SPEC N3). Called on the presence's worker, which must not be blocked. {@code KademliaRoutes} of {@code voxelpopuli-kademlia} keeps them in the network. */
public interface Routes {
    /** The first number of addresses of version 4 that belong to nobody, of which the last is that of all. */
    int FIRST_RESERVED = 240;

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

    /** Where others reach this node, which its answers tell to those who ask by way of others, so that these need not look it up; empty, as it is by default, if they have to. */
    default Optional<InetSocketAddress> address() {
        return Optional.empty();
    }

    /**
     * Whether an address can be that of one node, and not of a group or of all: whoever believes that names lead to such would ask all of a network.
     *
     * @param host of an address at which a node says that it answers
     */
    static boolean canLeadTo(InetAddress host) {
        boolean reserved = host instanceof Inet4Address && (host.getAddress()[0] & 0xFF) >= FIRST_RESERVED;
        return !host.isAnyLocalAddress() && !host.isMulticastAddress() && !reserved;
    }

    /** A multicast group of the local network, in which is asked besides, for as long as the presence lives; empty, as it is by default, if nothing is sent to any. See {@link MulticastRoutes}. */
    default Optional<InetSocketAddress> group() {
        return Optional.empty();
    }
}
