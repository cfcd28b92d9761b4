package org.voxelpopuli.runtime;

/**
 * How much of a worker's time goes to the packets of some, such as those whose addresses have not proven themselves: a share of it, of which 40 ms may be taken ahead. Whatever a packet costs, a signature or a
 * look into a cache, and however fast the machine is, a flood leaves the rest of the time to others, who do not wait behind it, while who sends a few at once is served at once. Times are those of
 * {@link NodeClock#nanos}. Used by one thread.
 */
public final class TimeShare {
    /** So much may be taken at once: others wait as long for a flood when it begins. */
    private static final long AHEAD_NANOS = 40_000_000;

    /**
     * No packet costs as much as this. What takes longer was code that ran for the first time, a collection of garbage or another process, and none of it is the fault of who sent the packet.
     */
    private static final long MOST_OF_ONE_NANOS = 1_000_000;

    private final int percent;
    private long paidAt;
    private long spent;

    /**
     * A share of which nothing has been taken.
     *
     * @param percent of the time, 1..100
     * @param now nanoseconds
     * @throws IllegalArgumentException if the share is out of range
     */
    public TimeShare(int percent, long now) {
        if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException("a share of the time is " + percent + " %, allowed is 1..100");
        }
        this.percent = percent;
        paidAt = now;
    }

    /**
     * Whether there is time for one more.
     *
     * @param now nanoseconds, no earlier than the last
     */
    public boolean allows(long now) {
        long paid = (now - paidAt) / 100 * percent;
        // What is lost by dividing is paid the next time.
        paidAt += paid / percent * 100;
        spent = Math.max(0, spent - paid);
        return spent < AHEAD_NANOS;
    }

    /**
     * One took so long.
     *
     * @param nanos 0 or more
     */
    public void spend(long nanos) {
        spent += Math.min(MOST_OF_ONE_NANOS, nanos);
    }
}
