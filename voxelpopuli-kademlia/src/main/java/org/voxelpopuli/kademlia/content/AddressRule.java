package org.voxelpopuli.kademlia.content;

import java.net.InetAddress;
import java.util.Optional;
import org.voxelpopuli.kademlia.id.Subnet;

/** To which addresses of others we connect, which a stranger has written into a kad-file. Pure. */
final class AddressRule {
    private AddressRule() {}

    /** Why a provider is not connected to; empty if he may be. */
    static Optional<String> refusal(Provider own, Provider provider) {
        InetAddress address = provider.address().getAddress();
        InetAddress ours = own.address().getAddress();
        if (address.isAnyLocalAddress()
                || address.isMulticastAddress()
                || (address.getAddress().length == 4 && (address.getAddress()[0] & 0xF0) == 0xF0)) {
            return Optional.of("it is at an address where nobody can be");
        }
        if (address.isLoopbackAddress() && !ours.isLoopbackAddress()) {
            return Optional.of("it is at a loopback address, and we are not");
        }
        if (Subnet.of(address) == Subnet.EXEMPT && Subnet.of(ours) != Subnet.EXEMPT) {
            return Optional.of("it is at a private address, and we are at a public one");
        }
        return Optional.empty();
    }
}
