package org.voxelpopuli.kademlia.routing;

import org.voxelpopuli.kademlia.id.NodeId;

/**
 * One bucket for all ids at first; when the bucket that holds our own id is full, it is split in two, and no other ever is
 * (Kademlia's own rule). So there are never more buckets than are needed, and the nearest one covers all that is near.
 */
final class SplittingBuckets extends BitBuckets {
    SplittingBuckets(NodeId own, int k, SubnetLimits limits, Pinger pinger, TableListener listener) {
        super(own, k, limits, pinger, listener, NodeId.BITS - 1);
    }

    @Override
    boolean makeRoom(Bucket full) {
        return full == bucket(nearestBit()) && nearestBit() > 0 && splitNearest();
    }
}
