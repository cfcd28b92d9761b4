package org.voxelpopuli.kademlia.routing;

import org.voxelpopuli.kademlia.id.NodeId;

/** A bucket for each of the 160 ranges {@code [2^i, 2^(i+1))}, from the beginning (SPEC V2.1). */
final class FixedBuckets extends BitBuckets {
    FixedBuckets(NodeId own, int k, SubnetLimits limits, Pinger pinger, TableListener listener) {
        super(own, k, limits, pinger, listener, 0);
    }
}
