package org.voxelpopuli.kademlia.rpc;

/** Windows of a second one after another, for what is counted in each of them. Not thread-safe. */
public final class SecondWindow {
    private static final long NANOS = 1_000_000_000L;

    private long start;

    /**
     * The first window begins.
     *
     * @param now in nanoseconds, of any origin
     */
    public SecondWindow(long now) {
        start = now;
    }

    /** Whether the window is over; then the next one begins now, and counts begin again. */
    public boolean isOver(long now) {
        if (now - start < NANOS) {
            return false;
        }
        start = now;
        return true;
    }
}
