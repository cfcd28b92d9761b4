package org.voxelpopuli.kademlia.routing;

import java.util.random.RandomGenerator;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * The layouts of buckets (SPEC V2.5).
 *
 * <pre>{@code
 * KademliaSettings settings = KademliaSettings.builder().layout(TableLayout.SPLITTING).build();
 * }</pre>
 */
public enum TableLayout {
    /** One bucket for each of the 160 distance ranges. */
    FIXED {
        @Override
        public RoutingTable create(
                NodeId own, int k, SubnetLimits limits, Pinger pinger, TableListener listener, RandomGenerator random) {
            return new FixedBuckets(own, k, limits, pinger, listener);
        }
    },
    /** One bucket at first; the one that holds our own id is split when it is full. */
    SPLITTING {
        @Override
        public RoutingTable create(
                NodeId own, int k, SubnetLimits limits, Pinger pinger, TableListener listener, RandomGenerator random) {
            return new SplittingBuckets(own, k, limits, pinger, listener);
        }
    },
    /** One bucket at first; any that is full is split in four of five cases, up to 160 of them (P2Play's rule). */
    FOUR_IN_FIVE {
        @Override
        public RoutingTable create(
                NodeId own, int k, SubnetLimits limits, Pinger pinger, TableListener listener, RandomGenerator random) {
            return new FourInFiveBuckets(own, k, limits, pinger, listener, random);
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
     * @param random for layouts that leave something to chance
     */
    public abstract RoutingTable create(
            NodeId own, int k, SubnetLimits limits, Pinger pinger, TableListener listener, RandomGenerator random);
}
