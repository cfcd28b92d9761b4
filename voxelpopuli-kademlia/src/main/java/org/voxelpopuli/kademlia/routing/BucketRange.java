package org.voxelpopuli.kademlia.routing;

import java.util.random.RandomGenerator;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * The distances that a bucket covers: {@code [2^fromBit, 2^toBit)}, and 0 too if {@code fromBit} is 0; or a part of them.
 *
 * <pre>{@code
 * BucketRange farthest = new BucketRange(159, 160, ""); // half of all ids; its text is 2^159..2^160
 * BucketRange part = new BucketRange(159, 160, "01"); // an eighth: those that begin with the bits 101
 * }</pre>
 *
 * @param fromBit 0..159
 * @param toBit 1..160
 * @param path of a part: the bits that its distances have in common after the highest, as 0 and 1, less than {@code toBit}; only where {@code fromBit + 1} is
 *     {@code toBit}
 */
public record BucketRange(int fromBit, int toBit, String path) {
    /** How many of their first bits the ids of the range have in common. */
    public int depth() {
        return NodeId.BITS - toBit + (path.isEmpty() ? 0 : 1 + path.length());
    }

    /** A random id of the range around an own one. */
    public NodeId randomId(NodeId own, RandomGenerator random) {
        byte[] id = own.randomAtDistance(fromBit, toBit, random).bytes();
        for (int i = 0; i < path.length(); i++) {
            int bit = fromBit - 1 - i;
            if (own.differsAt(NodeId.of(id), bit) != (path.charAt(i) == '1')) {
                id[NodeId.BYTES - 1 - bit / 8] ^= (byte) (1 << bit % 8);
            }
        }
        return NodeId.of(id);
    }

    /** For people: {@code 2^158..2^159}, {@code 2^158..2^159 at 01}. */
    @Override
    public String toString() {
        return "2^" + fromBit + "..2^" + toBit + (path.isEmpty() ? "" : " at " + path);
    }
}
