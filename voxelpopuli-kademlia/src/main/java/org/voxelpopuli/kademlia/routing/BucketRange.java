package org.voxelpopuli.kademlia.routing;

/**
 * The distances that a bucket covers: {@code [2^fromBit, 2^toBit)}, and 0 too if {@code fromBit} is 0.
 *
 * <pre>{@code
 * BucketRange farthest = new BucketRange(159, 160); // half of all ids; its text is 2^159..2^160
 * }</pre>
 *
 * @param fromBit 0..159
 * @param toBit 1..160
 */
public record BucketRange(int fromBit, int toBit) {
    /** For people: {@code 2^158..2^159}. */
    @Override
    public String toString() {
        return "2^" + fromBit + "..2^" + toBit;
    }
}
