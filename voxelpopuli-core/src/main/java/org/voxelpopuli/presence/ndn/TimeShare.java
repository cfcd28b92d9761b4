package org.voxelpopuli.presence.ndn;

/**
 * How much of the worker's time goes to the packets of some: a share of each window. Whatever a packet costs, a signature or a look into a cache, and however fast the machine is, a flood leaves
 * the rest of the time to others. Of one thread.
 */
final class TimeShare {
    private static final long WINDOW_NANOS = 50_000_000;

    /** So many shares are remembered of what was spent beyond: one slow answer of a program that has just begun shuts nobody out for long. */
    private static final int MAX_SPENT = 4;

    private final long nanosOfWindow;
    private long windowStart;
    private long spent;

    /** @param percent of the time */
    TimeShare(int percent, long now) {
        nanosOfWindow = WINDOW_NANOS / 100 * percent;
        windowStart = now;
    }

    /** Whether there is time for one more. */
    boolean allows(long now) {
        long elapsed = now - windowStart;
        if (elapsed >= WINDOW_NANOS) {
            spent = Math.max(0, spent - elapsed / WINDOW_NANOS * nanosOfWindow);
            windowStart += elapsed / WINDOW_NANOS * WINDOW_NANOS;
        }
        return spent < nanosOfWindow;
    }

    /** One took so long. */
    void spend(long nanos) {
        spent = Math.min(MAX_SPENT * nanosOfWindow, spent + nanos);
    }
}
