package org.voxelpopuli.tangibles;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.Stamp;

/**
 * A value with the stamp that decides between copies: the highest wins (DESIGN D2).
 *
 * @param kept the value
 * @param stamp when and by whom it was written; no two writes have the same
 * @param born the stamp of the write after which there has been a value without a break; entries stand in the order of it
 */
record Register(Kept kept, Stamp stamp, Stamp born) {
    /** The one that wins; between two writes that claim the same stamp any order does, if all copies have the same. */
    static Register higher(@Nullable Register one, Register other) {
        if (one == null) {
            return other;
        }
        int order = one.stamp.compareTo(other.stamp);
        if (order == 0 && !one.equals(other)) {
            order = Arrays.compare(KeptModelBytes.of(one), KeptModelBytes.of(other));
        }
        return order >= 0 ? one : other;
    }

    /** How much it is, as {@link MergeLimits} counts it. */
    int weight(Slot slot) {
        return slot.units() + kept.units() + 1;
    }
}
