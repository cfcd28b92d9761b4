package org.voxelpopuli.directory;

import org.voxelpopuli.edits.WriterId;

/**
 * Which node serves a chunk, as far as somebody knows (DESIGN D4). Of two claims the higher epoch counts, then the node nearer to the
 * chunk's key, see {@link Replicas#isAbove}.
 *
 * @param epoch 1 for the first owner of a chunk, one more for each that follows
 * @param owner the node
 * @param server where it serves
 */
public record Claim(long epoch, WriterId owner, ServerAddress server) {
    /** @throws IllegalArgumentException if the epoch is negative */
    public Claim {
        if (epoch < 0) {
            throw new IllegalArgumentException("epoch is " + epoch + ", allowed is 0 or more");
        }
    }
}
