package org.voxelpopuli.kademlia.lookup;

import java.net.Inet4Address;
import java.net.InetAddress;
import org.voxelpopuli.kademlia.id.Contact;

/** Which contacts that we are merely told about may be asked. A datagram to the others would go nowhere, to many, or to ourselves. */
final class HearsayFilter {
    private HearsayFilter() {}

    /** Whether a contact may be asked that was named by a teller; loopback is believed only of one that is itself there. */
    static boolean mayAsk(Contact contact, Contact teller) {
        InetAddress address = contact.address().getAddress();
        return !address.isAnyLocalAddress()
                && !address.isMulticastAddress()
                && !isBroadcast(address)
                && (!address.isLoopbackAddress()
                        || teller.address().getAddress().isLoopbackAddress());
    }

    private static boolean isBroadcast(InetAddress address) {
        if (!(address instanceof Inet4Address)) {
            return false;
        }
        byte[] bytes = address.getAddress();
        return (bytes[0] & bytes[1] & bytes[2] & bytes[3]) == -1;
    }
}
