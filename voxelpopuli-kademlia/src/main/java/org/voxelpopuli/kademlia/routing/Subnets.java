package org.voxelpopuli.kademlia.routing;

import java.util.HashMap;
import java.util.Map;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.Subnet;

/** Counts the contacts of a table by subnet, and says who would be one too many. */
final class Subnets {
    private final SubnetLimits limits;
    private final Map<Long, Integer> inTable = new HashMap<>();

    Subnets(SubnetLimits limits) {
        this.limits = limits;
    }

    boolean allows(Contact newcomer, Bucket bucket) {
        long subnet = Subnet.of(newcomer);
        if (subnet == Subnet.EXEMPT) {
            return true;
        }
        int inBucket = 0;
        for (int i = 0; i < bucket.entries.size(); i++) {
            inBucket += Subnet.of(bucket.entries.get(i).contact) == subnet ? 1 : 0;
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
        long subnet = Subnet.of(contact);
        if (subnet != Subnet.EXEMPT) {
            inTable.merge(subnet, change, (before, by) -> before + by == 0 ? null : before + by);
        }
    }
}
