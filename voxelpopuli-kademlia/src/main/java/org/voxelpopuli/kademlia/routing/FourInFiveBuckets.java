package org.voxelpopuli.kademlia.routing;

import java.util.random.RandomGenerator;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * One bucket for all ids at first. Any full bucket, and not only the one that holds our own id, is split in four of five cases when somebody new comes, else its
 * head is asked (the rule of P2Play, SPEC P4). So more contacts are known of far ranges; with as many buckets as the fixed layout has, only the one with our own
 * id is still split, since the table would grow with the network otherwise.
 */
final class FourInFiveBuckets extends BitBuckets {
    private static final int CASES = 5;

    private final RandomGenerator random;
    private int buckets = 1;

    FourInFiveBuckets(
            NodeId own, int k, SubnetLimits limits, Pinger pinger, TableListener listener, RandomGenerator random) {
        super(own, k, limits, pinger, listener, NodeId.BITS - 1);
        this.random = random;
    }

    @Override
    boolean makeRoom(Bucket full) {
        if (random.nextInt(CASES) == 0) {
            return false;
        }
        boolean split = full == bucket(nearestBit())
                ? nearestBit() > 0 && splitNearest()
                : buckets < NodeId.BITS && splitFar(full);
        if (split) {
            buckets++;
        }
        return split;
    }
}
