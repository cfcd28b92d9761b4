package org.voxelpopuli.kademlia.lookup;

import java.util.Arrays;
import org.voxelpopuli.kademlia.id.Subnet;

/** Counts the nodes of each subnet, from the closest outwards: only so many of one count among the k closest. */
final class SubnetTally {
    private final int limit;
    private long[] counted = new long[8];
    private int size;

    SubnetTally(int limit) {
        this.limit = limit;
    }

    /** Counts the next node, unless it is one too many of its subnet. */
    boolean admits(long subnet) {
        if (subnet == Subnet.EXEMPT) {
            return true;
        }
        int same = 0;
        for (int i = 0; i < size; i++) {
            same += counted[i] == subnet ? 1 : 0;
        }
        if (same >= limit) {
            return false;
        }
        if (size == counted.length) {
            counted = Arrays.copyOf(counted, 2 * size);
        }
        counted[size++] = subnet;
        return true;
    }
}
