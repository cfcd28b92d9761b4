package org.voxelpopuli.edits;

import java.util.ArrayList;
import java.util.List;

/**
 * A digest tree over the edits of a chunk, by which two nodes find out who lacks what, sending bytes in proportion to what differs
 * (after Merkle's tree; as the anti-entropy of Dynamo, DeCandia et al. 2007, section 4.7): a root, {@value #BRANCHES} branches of
 * {@value #LEAVES_PER_BRANCH} leaves each, of which each digests the edits of {@value #VOXELS_PER_LEAF} voxels in a row; and beside them one
 * digest of the ids that clients gave. Immutable.
 *
 * <p>It finds differences that happen; who makes them on purpose can hide them.
 */
public final class EditDigest {
    /** The number of branches. */
    public static final int BRANCHES = 32;

    /** The number of leaves of a branch. */
    public static final int LEAVES_PER_BRANCH = 32;

    /** The number of voxels of a leaf. */
    public static final int VOXELS_PER_LEAF = 32;

    /** The number of leaves. */
    public static final int LEAVES = BRANCHES * LEAVES_PER_BRANCH;

    private final long[] leaves = new long[LEAVES];
    private final long applied;

    private EditDigest(EditBatch batch) {
        for (Edit edit : batch.edits()) {
            leaves[leafOf(edit.voxel())] += hash(edit);
        }
        long sum = 0;
        for (AppliedRange range : batch.applied()) {
            sum += mix(mix(mix(range.session()) + range.from()) + range.to()) ^ mix(range.time());
        }
        applied = sum;
    }

    /** The digest of all that a log holds. */
    public static EditDigest of(EditLog log) {
        return new EditDigest(log.all());
    }

    /** The leaf that a voxel belongs to, 0..1023. */
    public static int leafOf(int voxel) {
        return voxel / VOXELS_PER_LEAF;
    }

    /** Over everything; 0 for a chunk that was never edited. */
    public long root() {
        long sum = mix(applied);
        for (int branch = 0; branch < BRANCHES; branch++) {
            sum += mix(branch(branch) + branch) - mix(branch);
        }
        return sum - mix(0);
    }

    /** Over a branch, 0..31. */
    public long branch(int index) {
        long sum = 0;
        for (int leaf = index * LEAVES_PER_BRANCH; leaf < (index + 1) * LEAVES_PER_BRANCH; leaf++) {
            sum += mix(leaves[leaf] + leaf) - mix(leaf);
        }
        return sum;
    }

    /** Over a leaf, 0..1023. */
    public long leaf(int index) {
        return leaves[index];
    }

    /** Over the ids that clients gave. */
    public long applied() {
        return applied;
    }

    /** The branches, in order. */
    public List<Long> branches() {
        List<Long> all = new ArrayList<>(BRANCHES);
        for (int branch = 0; branch < BRANCHES; branch++) {
            all.add(branch(branch));
        }
        return all;
    }

    /** The leaves of a branch, in order. */
    public List<Long> leaves(int branch) {
        List<Long> all = new ArrayList<>(LEAVES_PER_BRANCH);
        for (int leaf = branch * LEAVES_PER_BRANCH; leaf < (branch + 1) * LEAVES_PER_BRANCH; leaf++) {
            all.add(leaves[leaf]);
        }
        return all;
    }

    private static long hash(Edit edit) {
        long hash = mix(edit.stamp().time() + mix(((long) edit.voxel() << 16) | edit.block()));
        byte[] writer = edit.stamp().writer().bytes();
        for (int at = 0; at < writer.length; at += Integer.BYTES) {
            int word = (writer[at] & 255) << 24
                    | (writer[at + 1] & 255) << 16
                    | (writer[at + 2] & 255) << 8
                    | (writer[at + 3] & 255);
            hash = mix(hash + word);
        }
        return hash;
    }

    /** The finalizer of MurmurHash3 (Appleby, 2011), variant 13 of Stafford. */
    private static long mix(long value) {
        long mixed = value + 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ (mixed >>> 31);
    }
}
