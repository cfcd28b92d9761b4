package org.voxelpopuli.kademlia.rpc;

/**
 * How much of the worker's time goes to datagrams of addresses that have not proven themselves: a share of each window. So whatever a question costs, and however fast the machine is,
 * a flood leaves the rest of the time to peers, and what peers ask does not wait behind it. Not thread-safe.
 */
final class StrangerBudget {
    private static final long WINDOW_NANOS = 50_000_000;

    /** 20 % of the time. */
    private static final long NANOS_OF_WINDOW = WINDOW_NANOS / 5;

    /** So much is remembered of what was spent beyond the share, that one slow answer of a program that has just begun shuts nobody out for long. */
    private static final long MAX_SPENT = 4 * NANOS_OF_WINDOW;

    private long windowStart;
    private long spent;

    /** At the beginning of a window. */
    StrangerBudget(long now) {
        windowStart = now;
    }

    /** Whether there is time for one more. */
    boolean allows(long now) {
        long elapsed = now - windowStart;
        if (elapsed >= WINDOW_NANOS) {
            // One that took longer than its share is paid off over several windows.
            spent = Math.max(0, spent - elapsed / WINDOW_NANOS * NANOS_OF_WINDOW);
            windowStart += elapsed / WINDOW_NANOS * WINDOW_NANOS;
        }
        return spent < NANOS_OF_WINDOW;
    }

    /** One took so long. */
    void spend(long nanos) {
        spent = Math.min(MAX_SPENT, spent + nanos);
    }
}
