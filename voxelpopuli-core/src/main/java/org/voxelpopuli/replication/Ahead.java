package org.voxelpopuli.replication;

import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.edits.AppliedRange;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;

/**
 * Numbers from the future. Whoever took such stamps would let no later edit through for as long (DESIGN D2); after the highest epoch of all there is no next one.
 */
final class Ahead {
    private static final long MAX_MILLIS = 60_000;

    private Ahead() {}

    /** How far edits are stamped ahead of a clock, in milliseconds; 0 if that is no more than is allowed. */
    static long millis(EditBatch edits, long wallMillis) {
        long latest = 0;
        for (Edit edit : edits.edits()) {
            latest = Math.max(latest, edit.stamp().millis());
        }
        for (AppliedRange range : edits.applied()) {
            latest = Math.max(latest, millis(range));
        }
        return latest - wallMillis <= MAX_MILLIS ? 0 : latest - wallMillis;
    }

    /** What is left of edits without those that are stamped further ahead of a clock than is allowed. */
    static EditBatch without(EditBatch edits, long wallMillis) {
        if (millis(edits, wallMillis) == 0) {
            return edits;
        }
        long latest = wallMillis + MAX_MILLIS;
        return new EditBatch(
                edits.edits().stream()
                        .filter(edit -> edit.stamp().millis() <= latest)
                        .toList(),
                edits.applied().stream()
                        .filter(range -> millis(range) <= latest)
                        .toList());
    }

    private static long millis(AppliedRange range) {
        return range.time() >>> 16;
    }

    /**
     * Whether a claim may be true: no chunk has had more owners than there were milliseconds since 1970. What a liar may claim at most is soon below what his honest
     * successor may.
     */
    static boolean isPlausible(Claim claim, long wallMillis) {
        return claim.epoch() - MAX_MILLIS <= wallMillis;
    }

    /** What is said to who claims otherwise. */
    static String words(Claim claim) {
        return "epoch " + claim.epoch() + " cannot be: allowed are as many as there are milliseconds since 1970";
    }

    /** What that means, for the operator of the node whose edits they are. */
    static String words(String other, long millis) {
        return "the clock of this node is " + millis / 1000 + " s ahead of that of " + other + ", allowed are "
                + MAX_MILLIS / 1000 + " s: set the clock of one of the two right";
    }
}
