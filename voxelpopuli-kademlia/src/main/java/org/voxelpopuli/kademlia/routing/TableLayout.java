package org.voxelpopuli.kademlia.routing;

import org.voxelpopuli.kademlia.id.NodeId;

/**
 * The two layouts of buckets (SPEC V2.5).
 *
 * <pre>{@code
 * KademliaSettings settings = KademliaSettings.builder().layout(TableLayout.SPLITTING).build();
 * }</pre>
 */
public enum TableLayout {
    /** One bucket for each of the 160 distance ranges. */
    FIXED {
        @Override
        public RoutingTable create(NodeId own, int k, SubnetLimits limits, Pinger pinger, TableListener listener) {
            return new FixedBuckets(own, k, limits, pinger, listener);
        }
    },
    /** One bucket at first; the one that holds our own id is split when it is full. */
    SPLITTING {
        @Override
        public RoutingTable create(NodeId own, int k, SubnetLimits limits, Pinger pinger, TableListener listener) {
            return new SplittingBuckets(own, k, limits, pinger, listener);
        }
    };

    /**
     * An empty table.
     *
     * @param own the id of the node that it belongs to, never a contact
     * @param k the size of a bucket
     * @param limits of contacts of one subnet
     * @param pinger how to ask whether a contact lives
     * @param listener who is told of changes
     */
    public abstract RoutingTable create(NodeId own, int k, SubnetLimits limits, Pinger pinger, TableListener listener);
}
