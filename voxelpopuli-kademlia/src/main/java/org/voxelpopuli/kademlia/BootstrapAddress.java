package org.voxelpopuli.kademlia;

/**
 * A node to join the network through.
 *
 * <pre>{@code
 * BootstrapAddress address = BootstrapAddress.parse("[2001:db8::1]:4000"); // its host is 2001:db8::1
 * }</pre>
 *
 * @param host a name or an IP address, without brackets
 * @param port UDP, 1..65535
 */
public record BootstrapAddress(String host, int port) {
    /** @throws IllegalArgumentException if the host is blank or has spaces, or the port is out of range */
    public BootstrapAddress {
        if (host.isBlank() || host.length() > 255 || host.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException(
                    "bootstrap host '" + host + "' is none, allowed is a name or an IP address");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("bootstrap port is " + port + ", allowed is 1..65535");
        }
    }

    /**
     * Reads {@code host:port}, with brackets around an IPv6 address.
     *
     * @throws IllegalArgumentException that repeats the entry and says what is allowed
     */
    public static BootstrapAddress parse(String text) {
        String entry = text.trim();
        int colon = entry.lastIndexOf(':');
        String host = colon < 0 ? "" : entry.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            host = "";
        }
        try {
            return new BootstrapAddress(host, Integer.parseInt(entry.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "bootstrap entry '" + text
                            + "' cannot be read, allowed is host:port or [IPv6 address]:port with a port in"
                            + " 1..65535, such as 192.0.2.1:4000",
                    e);
        }
    }

    /** {@code host:port}. */
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
