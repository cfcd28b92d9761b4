package org.voxelpopuli.kademlia.content;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import org.voxelpopuli.kademlia.id.Subnet;

/** To which addresses of others we connect, which a stranger has written into a kad-file. Pure. */
final class AddressRule {
    /** The first bytes of ::a.b.c.d, out of use since long. */
    private static final byte[] COMPATIBLE = new byte[12];

    private AddressRule() {}

    /** Why a provider is not connected to; empty if he may be. */
    static Optional<String> refusal(Provider own, Provider provider) {
        InetAddress address = meant(provider.address().getAddress());
        InetAddress ours = own.address().getAddress();
        if (isNowhere(address)) {
            return Optional.of("it is at an address where nobody can be");
        }
        if (address.isLoopbackAddress() && !ours.isLoopbackAddress()) {
            return Optional.of("it is at a loopback address, and we are not");
        }
        if (isPrivate(address) && !isPrivate(ours)) {
            return Optional.of("it is at a private address, and we are at a public one");
        }
        return Optional.empty();
    }

    /** What a gateway, or the host itself, makes of an address of IPv6 that stands for one of IPv4. */
    private static InetAddress meant(InetAddress address) {
        byte[] bytes = address.getAddress();
        byte[] inside = Subnet.ipv4In(bytes);
        boolean compatible = bytes.length == 16
                && !address.isLoopbackAddress()
                && Arrays.equals(bytes, 0, COMPATIBLE.length, COMPATIBLE, 0, COMPATIBLE.length);
        try {
            return InetAddress.getByAddress(
                    compatible ? Arrays.copyOfRange(bytes, COMPATIBLE.length, bytes.length) : inside);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }

    private static boolean isNowhere(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean ipv4 = bytes.length == 4;
        return address.isAnyLocalAddress()
                || address.isMulticastAddress()
                || (ipv4 && (bytes[0] == 0 || (bytes[0] & 0xF0) == 0xF0));
    }

    /** The addresses that carriers share among their customers (100.64.0.0/10) count, too. */
    private static boolean isPrivate(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean shared = bytes.length == 4 && bytes[0] == 100 && (bytes[1] & 0xC0) == 0x40;
        return shared || Subnet.of(address) == Subnet.EXEMPT;
    }
}
