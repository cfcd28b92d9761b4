package org.voxelpopuli.kademlia.id;

import java.net.InetAddress;

/**
 * Where an address belongs to: a /24 of IPv4, a /56 of IPv6, as a number. Addresses are cheap within one and dear across many.
 *
 * <pre>{@code
 * boolean counts = Subnet.of(contact.address().getAddress()) != Subnet.EXEMPT;
 * }</pre>
 */
public final class Subnet {
    /** Loopback, link-local and private addresses, for which no limits hold. */
    public static final long EXEMPT = -1;

    private Subnet() {}

    /** The first 24 bits of an IPv4 address, the first 56 of an IPv6 one, told apart by a bit above them; or {@link #EXEMPT}. */
    public static long of(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean uniqueLocal = bytes.length == 16 && (bytes[0] & 0xFE) == 0xFC;
        if (address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || uniqueLocal) {
            return EXEMPT;
        }
        int length = bytes.length == 4 ? 3 : 7;
        long subnet = bytes.length == 4 ? 0 : 1;
        for (int i = 0; i < length; i++) {
            subnet = (subnet << 8) | (bytes[i] & 0xFF);
        }
        return subnet;
    }
}
