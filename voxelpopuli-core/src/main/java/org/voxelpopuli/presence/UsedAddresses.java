package org.voxelpopuli.presence;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.voxelpopuli.presence.ndn.Face;
import org.voxelpopuli.presence.ndn.UdpFaces;

/** The addresses to which prefixes lead, many prefixes to one it may be: whose last one leads elsewhere is let go. Of the presence's worker. */
final class UsedAddresses {
    private final UdpFaces udp;

    /** How many prefixes lead to an address. */
    private final Map<InetSocketAddress, Integer> used = new HashMap<>();

    UsedAddresses(UdpFaces udp) {
        this.udp = udp;
    }

    /** Whoever is elsewhere does not say which programs of this machine are asked. */
    boolean mayBeUsed(InetSocketAddress address) {
        InetSocketAddress local = udp.localAddress();
        return !address.equals(local)
                && (!address.getAddress().isLoopbackAddress()
                        || local.getAddress().isLoopbackAddress());
    }

    /** One more prefix leads there. */
    void take(InetSocketAddress address) {
        used.merge(address, 1, Integer::sum);
    }

    /** One prefix less leads there. */
    void giveBack(InetSocketAddress address) {
        if (used.merge(address, -1, Integer::sum) == 0) {
            used.remove(address);
            udp.letGo(address);
        }
    }

    /** The way there. */
    Face face(InetSocketAddress address) {
        return udp.to(address);
    }
}
