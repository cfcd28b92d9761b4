package org.voxelpopuli.kademlia.lookup;

/**
 * How a node looks up.
 *
 * <pre>{@code
 * LookupShape shape = new LookupShape(20, 3, 8, 2); // the 20 closest, on 8 paths, of one subnet two at most
 * }</pre>
 *
 * @param k how many nodes are to be found, at least 1
 * @param alpha how many are asked at a time, at least 1; one on each path in any case
 * @param disjointPaths on how many paths, of which no two ask the same node, at least 1
 * @param perSubnet how many of one {@link org.voxelpopuli.kademlia.id.Subnet} count among the k, at least 1
 */
public record LookupShape(int k, int alpha, int disjointPaths, int perSubnet) {
    /** @throws IllegalArgumentException if a number is less than 1 */
    public LookupShape {
        if (k < 1 || alpha < 1 || disjointPaths < 1 || perSubnet < 1) {
            throw new IllegalArgumentException("a lookup finds " + k + " nodes, asks " + alpha + " at a time, on "
                    + disjointPaths + " paths, " + perSubnet + " of one subnet; allowed is 1 or more of each");
        }
    }

    /** The same for so many nodes, if that are fewer. */
    LookupShape atMost(int nodes) {
        return nodes < k ? new LookupShape(nodes, alpha, disjointPaths, perSubnet) : this;
    }
}
