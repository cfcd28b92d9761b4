package org.voxelpopuli.kademlia.lookup;

import java.util.Arrays;
import org.voxelpopuli.kademlia.id.Subnet;

/** Counts the nodes of each subnet, from the closest outwards: only so many of one count among the k closest. */
final class SubnetTally {
    private final int limit;
    private long[] subnets = new long[8];
    private int[] room = new int[8];
    private int[] late = new int[8];
    private int size;

    SubnetTally(int limit) {
        this.limit = limit;
    }

    /** Counts the next node, unless it is one too many of its subnet. */
    boolean admits(long subnet) {
        if (!hasRoom(subnet)) {
            return false;
        }
        if (subnet != Subnet.EXEMPT) {
            int at = place(subnet);
            room[at]--;
        }
        return true;
    }

    /** Whether the next node of a subnet would be counted. */
    boolean hasRoom(long subnet) {
        int at = find(subnet);
        return subnet == Subnet.EXEMPT || at == size || room[at] > 0;
    }

    /** The next node is late, and is not counted. With more than a few of these somebody makes us wait: then twice as many are asked. */
    void late(long subnet) {
        if (subnet != Subnet.EXEMPT) {
            int at = place(subnet);
            room[at] += ++late[at] > 2 * limit ? 1 : 0;
        }
    }

    private int place(long subnet) {
        int at = find(subnet);
        if (at == size) {
            if (size == subnets.length) {
                subnets = Arrays.copyOf(subnets, 2 * size);
                room = Arrays.copyOf(room, 2 * size);
                late = Arrays.copyOf(late, 2 * size);
            }
            subnets[at] = subnet;
            room[at] = limit;
            size++;
        }
        return at;
    }

    private int find(long subnet) {
        int at = 0;
        while (at < size && subnets[at] != subnet) {
            at++;
        }
        return at;
    }
}
