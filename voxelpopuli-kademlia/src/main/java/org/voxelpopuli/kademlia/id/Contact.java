package org.voxelpopuli.kademlia.id;

import java.net.InetSocketAddress;

/**
 * A node and where it listens (SPEC V1.3).
 *
 * <pre>{@code
 * Contact contact = new Contact(key, new InetSocketAddress("192.0.2.1", 4000));
 * String address = contact.hostAndPort(); // 192.0.2.1:4000
 * }</pre>
 *
 * @param id of the node
 * @param address resolved, UDP port 1..65535
 */
public record Contact(NodeId id, InetSocketAddress address) {
    /** @throws IllegalArgumentException if the address is not resolved or its port is 0 */
    public Contact {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("the address of a contact is not resolved, allowed is an IP address");
        }
        if (address.getPort() == 0) {
            throw new IllegalArgumentException("the port of a contact is 0, allowed is 1..65535");
        }
    }

    /** {@code id@host:port}. */
    @Override
    public String toString() {
        return id + "@" + hostAndPort();
    }

    /** {@code host:port}, with brackets around an IPv6 address. */
    public String hostAndPort() {
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
