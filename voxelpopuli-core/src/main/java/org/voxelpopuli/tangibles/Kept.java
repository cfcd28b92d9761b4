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

    /** How much it counts beside the one of each value: for its texts, or its steps but the first. */
    default int units() {
        if (this instanceof Animation animation) {
            return animation.queue().steps().size() - 1;
        }
        return this instanceof Plain plain ? EntryCount.units(plain.value()) : 0;
    }

    /** Whether there is a value. */
    default boolean isPresent() {
        return this != Nothing.NOTHING;
    }
}
