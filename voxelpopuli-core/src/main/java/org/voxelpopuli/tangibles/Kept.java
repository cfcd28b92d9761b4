package org.voxelpopuli.tangibles;

import org.voxelpopuli.edits.Stamp;

/** What a register holds: a value as it is kept, where a table is an identity. */
sealed interface Kept {
    /** That there is no value any more; remembered, lest an older value of another copy come back. */
    enum Nothing implements Kept {
        /** The only one. */
        NOTHING
    }

    /** A value that says all itself. */
    record Plain(Value value) implements Kept {}

    /** The table of this persistent id. */
    record TableOf(Stamp id) implements Kept {}

    /** An animation queue. */
    record Animation(AnimationQueue queue) implements Kept {}

    /** Whether there is a value. */
    default boolean isPresent() {
        return this != Nothing.NOTHING;
    }
}
