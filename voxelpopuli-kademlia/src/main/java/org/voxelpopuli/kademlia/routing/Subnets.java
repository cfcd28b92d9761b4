package org.voxelpopuli.kademlia.routing;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import org.voxelpopuli.kademlia.id.Contact;

/** Counts the contacts of a table by subnet, and says who would be one too many. */
final class Subnets {
    /** The subnet of all that are exempt. */
    private static final long EXEMPT = -1;

    private final SubnetLimits limits;
    private final Map<Long, Integer> inTable = new HashMap<>();

    Subnets(SubnetLimits limits) {
        this.limits = limits;
    }

    boolean allows(Contact newcomer, Bucket bucket) {
        long subnet = of(newcomer.address().getAddress());
        if (subnet == EXEMPT) {
            return true;
        }
        int inBucket = 0;
        for (int i = 0; i < bucket.entries.size(); i++) {
            InetAddress address = bucket.entries.get(i).contact.address().getAddress();
            inBucket += of(address) == subnet ? 1 : 0;
        }
        return inBucket < limits.inBucket() && inTable.getOrDefault(subnet, 0) < limits.inTable();
    }

    void added(Contact contact) {
        count(contact, 1);
    }

    void removed(Contact contact) {
        count(contact, -1);
    }

    private void count(Contact contact, int change) {
        long subnet = of(contact.address().getAddress());
        if (subnet != EXEMPT) {
            inTable.merge(subnet, change, (before, by) -> before + by == 0 ? null : before + by);
        }
    }

    /** The first 24 bits of an IPv4 address, the first 56 of an IPv6 one, told apart by a bit above them. */
    static long of(InetAddress address) {
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
