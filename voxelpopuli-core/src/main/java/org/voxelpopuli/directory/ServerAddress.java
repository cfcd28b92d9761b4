package org.voxelpopuli.directory;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Where a chunk's game server listens. The host stays as its node wrote it.
 *
 * @param host an IP address or a name
 * @param port the game port (TCP), 1..65535
 */
public record ServerAddress(String host, int port) {
    /** @throws IllegalArgumentException if the host is blank or the port is out of range */
    public ServerAddress {
        if (host.isBlank() || host.length() > 255) {
            throw new IllegalArgumentException("host has " + host.length() + " characters, allowed are 1..255");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port is " + port + ", allowed is 1..65535");
        }
    }

    /** The address of a socket. */
    public static ServerAddress of(InetSocketAddress address) {
        return new ServerAddress(
                address.isUnresolved()
                        ? address.getHostString()
                        : address.getAddress().getHostAddress(),
                address.getPort());
    }

    /** The inverse of {@link #toString()}; empty if the text is no address. */
    public static Optional<ServerAddress> parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            return Optional.of(new ServerAddress(host, Integer.parseInt(text.substring(colon + 1))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** This address for a socket; a literal IP address needs no look-up, a name blocks for its resolution. */
    public InetSocketAddress toSocketAddress() throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(host), port);
    }

    /** {@code host:port}, with brackets around an IPv6 address. */
    @Override
    public String toString() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
