package org.voxelpopuli.kademlia.routing;

/**
 * How many contacts of one subnet a table takes: of a /24 of IPv4, a /56 of IPv6. Addresses are cheap within a subnet and dear across many, so that who wants to
 * fill a table with his own nodes needs many subnets. Loopback, link-local and private addresses are exempt.
 *
 * <pre>{@code
 * SubnetLimits strict = new SubnetLimits(1, 4); // one of a subnet in a bucket, four in the table
 * }</pre>
 *
 * @param inBucket in one bucket, 1..64
 * @param inTable in the whole table, 1..10240
 */
public record SubnetLimits(int inBucket, int inTable) {
    /** 2 in a bucket, 10 in a table. */
    public static final SubnetLimits DEFAULT = new SubnetLimits(2, 10);

    /** As many as there is room for. */
    public static final SubnetLimits NONE = new SubnetLimits(64, 10_240);

    /** @throws IllegalArgumentException if a limit is out of range */
    public SubnetLimits {
        if (inBucket < 1 || inBucket > 64) {
            throw new IllegalArgumentException(
                    "contacts of a subnet in a bucket are " + inBucket + ", allowed are 1..64");
        }
        if (inTable < 1 || inTable > 10_240) {
            throw new IllegalArgumentException(
                    "contacts of a subnet in the table are " + inTable + ", allowed are 1..10240");
        }
    }
}
