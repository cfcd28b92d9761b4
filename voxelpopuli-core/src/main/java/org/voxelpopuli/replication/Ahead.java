package org.voxelpopuli.replication;

import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;

/** Stamps from the future: whoever took them would let no later edit through for as long (DESIGN D2). */
final class Ahead {
    private static final long MAX_MILLIS = 60_000;

    private Ahead() {}

    /** How far edits are stamped ahead of a clock, in milliseconds; 0 if that is no more than is allowed. */
    static long millis(EditBatch edits, long wallMillis) {
        long latest = 0;
        for (Edit edit : edits.edits()) {
            latest = Math.max(latest, edit.stamp().millis());
        }
        return latest - wallMillis <= MAX_MILLIS ? 0 : latest - wallMillis;
    }

    /** What that means, for the operator of the node whose edits they are. */
    static String words(String other, long millis) {
        return "the clock of this node is " + millis / 1000 + " s ahead of that of " + other + ", allowed are "
                + MAX_MILLIS / 1000 + " s: set the clock of one of the two right";
    }
}
