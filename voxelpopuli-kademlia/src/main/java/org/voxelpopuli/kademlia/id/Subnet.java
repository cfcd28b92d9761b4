package org.voxelpopuli.kademlia.id;

import java.net.InetAddress;
import java.util.Arrays;

/**
 * Where an address belongs to: a /24 of IPv4, a /56 of IPv6, as a number. Addresses are cheap within one and dear across many.
 *
 * <pre>{@code
 * boolean counts = Subnet.of(contact) != Subnet.EXEMPT;
 * }</pre>
 */
public final class Subnet {
    /** Loopback, link-local and private addresses, for which no limits hold. */
    public static final long EXEMPT = -1;

    private Subnet() {}

    private static final byte[] NAT64 = {0, 0x64, (byte) 0xFF, (byte) 0x9B, 0, 0, 0, 0, 0, 0, 0, 0};

    /**
     * The first 24 bits of an IPv4 address, the first 56 of an IPv6 one, told apart by a bit above them; or {@link #EXEMPT}. An IPv6 address that stands for one
     * of IPv4 (6to4, 2002::/16, and NAT64, 64:ff9b::/96) is where that is: with one address of IPv4 come 256 such /56, and all of IPv4 is in one /96.
     */
    public static long of(InetAddress address) {
        byte[] bytes = ipv4In(address.getAddress());
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

    /** Where the address of a contact belongs to. */
    public static long of(Contact contact) {
        return of(contact.address().getAddress());
    }

    /** The address of IPv4 that an address of IPv6 stands for (6to4, NAT64); else the bytes themselves. */
    public static byte[] ipv4In(byte[] bytes) {
        if (bytes.length == 16 && bytes[0] == 0x20 && bytes[1] == 0x02) {
            return Arrays.copyOfRange(bytes, 2, 6);
        }
        return bytes.length == 16 && Arrays.equals(bytes, 0, NAT64.length, NAT64, 0, NAT64.length)
                ? Arrays.copyOfRange(bytes, NAT64.length, 16)
                : bytes;
    }
}
