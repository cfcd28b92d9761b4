package org.voxelpopuli.edits;

/**
 * Gives stamps that always rise, also when the wall clock steps back: a hybrid logical clock after Kulkarni et al., "Logical
 * Physical Clocks" (2014). Belongs to one thread.
 */
public final class HybridClock {
    private final WriterId writer;
    private long last;

    /** A clock that stamps for this writer. */
    public HybridClock(WriterId writer) {
        this.writer = writer;
    }

    /**
     * The next stamp, higher than every one that this clock gave or observed before.
     *
     * @param wallMillis the wall clock now
     */
    public Stamp next(long wallMillis) {
        long now = wallMillis << 16;
        last = Long.compareUnsigned(now, last) > 0 ? now : last + 1;
        return new Stamp(last, writer);
    }

    /** Learns of a stamp made elsewhere or before a restart: later ones of this clock will be higher. */
    public void observe(Stamp seen) {
        if (Long.compareUnsigned(seen.time(), last) > 0) {
            last = seen.time();
        }
    }
}
