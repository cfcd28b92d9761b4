package org.voxelpopuli.tools.console;

import picocli.CommandLine.TypeConversionException;

/**
 * Where a node is.
 *
 * @param host a name or an address
 * @param port 1..65535
 */
public record HostPort(String host, int port) {
    /** Of the domain name system. */
    private static final int MAX_HOST = 255;

    /**
     * Reads {@code host:port}; an IPv6 address stands in brackets.
     *
     * @throws TypeConversionException with what is allowed
     */
    public static HostPort parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            if (colon > 0) {
                int port = Integer.parseInt(text.substring(colon + 1));
                String host = text.substring(0, colon);
                boolean bracketed = host.startsWith("[") && host.endsWith("]");
                boolean isName = !host.isBlank()
                        && host.length() <= MAX_HOST
                        && host.chars().noneMatch(Character::isWhitespace);
                if (isName && port >= 1 && port <= 65_535 && (bracketed || !host.contains(":"))) {
                    return new HostPort(bracketed ? host.substring(1, host.length() - 1) : host, port);
                }
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new TypeConversionException(
                "'" + text + "', allowed is host:port with a port of 1..65535, as in 127.0.0.1:4000");
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
