package org.voxelpopuli.replication;

import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;

/** Stamps from the future: whoever took them would let no later edit through for as long (DESIGN D2). */
final class Ahead {
    private static final long MAX_AHEAD_MILLIS = 60_000;

    private Ahead() {}

    /** What is wrong with the stamps of edits, in words for an operator; null if nothing is. */
    static @Nullable String words(EditBatch edits, long wallMillis) {
        long latest = 0;
        for (Edit edit : edits.edits()) {
            latest = Math.max(latest, edit.stamp().millis());
        }
        long ahead = latest - wallMillis;
        return ahead <= MAX_AHEAD_MILLIS
                ? null
                : "an edit is stamped " + ahead / 1000 + " s ahead of my clock, allowed are " + MAX_AHEAD_MILLIS / 1000
                        + " s: set the clock of one of us right";
    }
}
