package org.voxelpopuli.edits;

/**
 * Consecutive edits of one client session that were applied to a chunk.
 *
 * @param session of the client
 * @param from the first {@link EditId#number()}, at least 1
 * @param to the last, not below {@code from}
 * @param time the highest {@link Stamp#time()} that edits of this session were given in this chunk
 */
public record AppliedRange(long session, int from, int to, long time) {
    /** @throws IllegalArgumentException if the range is empty or begins below 1 */
    public AppliedRange {
        if (from < 1 || to < from) {
            throw new IllegalArgumentException(
                    "edit numbers are " + from + ".." + to + ", allowed is 1 or more, rising");
        }
    }

    /** One edit. */
    public static AppliedRange of(EditId id, Stamp stamp) {
        return new AppliedRange(id.session(), id.number(), id.number(), stamp.time());
    }
}
