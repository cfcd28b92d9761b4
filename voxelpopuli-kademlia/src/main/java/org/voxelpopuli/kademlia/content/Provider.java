package org.voxelpopuli.kademlia.content;

import java.net.InetSocketAddress;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * Who has a file, as a kad-file says it (SPEC P1).
 *
 * <pre>{@code
 * Provider provider = new Provider(node.id(), new InetSocketAddress("192.0.2.7", 4000));
 * }</pre>
 *
 * @param peer the id of its node, which nobody has checked
 * @param address where it serves files (TCP), by number
 */
public record Provider(NodeId peer, InetSocketAddress address) {
    /** @throws IllegalArgumentException if the address is no number or its port is 0 */
    public Provider {
        if (address.isUnresolved() || address.getPort() == 0) {
            throw new IllegalArgumentException(
                    "the address of a provider is " + address + ", allowed are an IP address and a port of 1..65535");
        }
    }

    /** {@code host:port}, with brackets around an IPv6 address. */
    @Override
    public String toString() {
        return new Contact(peer, address).hostAndPort();
    }
}
