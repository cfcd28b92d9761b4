package org.voxelpopuli.edits;

/**
 * When and by whom an edit was made: a hybrid logical clock's time (48 bits of milliseconds since 1970, 16 bits of counter,
 * compared as unsigned) and the writing node as the tie-break.
 *
 * @param time {@code millis << 16 | counter}
 * @param writer the node that stamped the edit
 */
public record Stamp(long time, WriterId writer) implements Comparable<Stamp> {
    /** The milliseconds since 1970. */
    public long millis() {
        return time >>> 16;
    }

    /** Orders by time, then by writer. */
    @Override
    public int compareTo(Stamp other) {
        int byTime = Long.compareUnsigned(time, other.time);
        return byTime != 0 ? byTime : writer.compareTo(other.writer);
    }
}
