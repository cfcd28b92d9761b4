package org.voxelpopuli.runtime;

/**
 * How much of a worker's time goes to the packets of some, such as those whose addresses have not proven themselves: a share of each window of 10 ms. Whatever a packet costs, a signature or a look
 * into a cache, and however fast the machine is, a flood leaves the rest of the time to others, who do not wait behind it. Times are those of {@link NodeClock#nanos}. Used by one thread.
 */
public final class TimeShare {
    /** Short, since what comes behind a flood waits for its share of the window. */
    private static final long WINDOW_NANOS = 10_000_000;

    /** So many shares are remembered of what was spent beyond: one slow answer of a program that has just begun shuts nobody out for long. */
    private static final int MAX_SPENT = 20;

    private final long nanosOfWindow;
    private long windowStart;
    private long spent;

    /**
     * A share, at the beginning of a window.
     *
     * @param percent of the time, 1..100
     * @param now nanoseconds
     * @throws IllegalArgumentException if the share is out of range
     */
    public TimeShare(int percent, long now) {
        if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException("a share of the time is " + percent + " %, allowed is 1..100");
        }
        nanosOfWindow = WINDOW_NANOS / 100 * percent;
        windowStart = now;
    }

    /**
     * Whether there is time for one more.
     *
     * @param now nanoseconds, no earlier than the last
     */
    public boolean allows(long now) {
        long elapsed = now - windowStart;
        if (elapsed >= WINDOW_NANOS) {
            // One that took longer than its share is paid off over several windows.
            spent = Math.max(0, spent - elapsed / WINDOW_NANOS * nanosOfWindow);
            windowStart += elapsed / WINDOW_NANOS * WINDOW_NANOS;
        }
        return spent < nanosOfWindow;
    }

    /**
     * One took so long.
     *
     * @param nanos 0 or more
     */
    public void spend(long nanos) {
        spent = Math.min(MAX_SPENT * nanosOfWindow, spent + nanos);
    }
}
