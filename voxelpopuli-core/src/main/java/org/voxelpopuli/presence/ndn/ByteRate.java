package org.voxelpopuli.presence.ndn;

/** So many bytes a second, and so many at once. Of one thread. */
final class ByteRate {
    private static final double NANOS_PER_SECOND = 1e9;

    private final int perSecond;
    private final int atOnce;
    private double left;
    private long last;

    ByteRate(int perSecond, int atOnce, long now) {
        this.perSecond = perSecond;
        this.atOnce = atOnce;
        left = atOnce;
        last = now;
    }

    /** Whether so many more may go now; then they are counted. */
    boolean takes(int bytes, long now) {
        left = Math.min(atOnce, left + (now - last) / NANOS_PER_SECOND * perSecond);
        last = now;
        if (left < bytes) {
            return false;
        }
        left -= bytes;
        return true;
    }
}
