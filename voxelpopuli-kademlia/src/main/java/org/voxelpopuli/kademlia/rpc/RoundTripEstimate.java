package org.voxelpopuli.kademlia.rpc;

/**
 * How long answers take, and how long to wait for one before it is asked for again: the smoothed round-trip time and its variation of RFC 6298,
 * section 2. All times in nanoseconds. Not thread-safe.
 *
 * <p>Differences from the RFC: the first estimate for a peer is that over all peers, as most are asked once or twice only. The bounds are
 * tighter than its one second, as a question that is asked twice costs little. And an answer to a repeated question counts, with the time since it was
 * first asked: that may be too long, which the next answers mend; left out as Karn's rule wants, only the fast answers would be counted.
 */
final class RoundTripEstimate {
    /** The shortest timeout: shorter, and a pause of the collector or of the scheduler would be taken for a loss. */
    static final long MIN_TIMEOUT = 50_000_000L;

    /** Fewer answers say too little to wait less than at first. */
    private static final int MIN_SAMPLES = 64;

    private static final int MAX_SAMPLES = 128;

    private final long maxTimeout;
    private final int inertia;
    private int samples;
    private long smoothed;
    private long variation;
    private long timeout;

    /**
     * Before any answer.
     *
     * @param timeout to begin with
     * @param maxTimeout which it never exceeds
     * @param inertia how many samples count as one of the RFC: the more often it is measured, the slower it is to move (RFC 7323, appendix G)
     */
    RoundTripEstimate(long timeout, long maxTimeout, int inertia) {
        this.maxTimeout = maxTimeout;
        this.inertia = inertia;
        this.timeout = bounded(timeout);
    }

    /** Begins where another stands, and moves as the RFC says. */
    RoundTripEstimate(RoundTripEstimate prior) {
        maxTimeout = prior.maxTimeout;
        inertia = 1;
        samples = prior.samples == 0 ? 0 : MAX_SAMPLES;
        smoothed = prior.smoothed;
        variation = prior.variation;
        timeout = prior.timeout;
    }

    /** An answer came so long after the question was first asked. */
    void measured(long roundTrip) {
        samples = Math.min(samples + 1, MAX_SAMPLES);
        if (samples == 1) {
            smoothed = roundTrip;
            variation = roundTrip / 2;
        } else {
            // A plain average until there are as many as the moving one spans.
            variation += (Math.abs(smoothed - roundTrip) - variation) / Math.min(samples, 4L * inertia);
            smoothed += (roundTrip - smoothed) / Math.min(samples, 8L * inertia);
        }
        if (samples >= MIN_SAMPLES) {
            timeout = bounded(smoothed + 4 * variation);
        }
    }

    private long bounded(long wanted) {
        return Math.min(maxTimeout, Math.max(MIN_TIMEOUT, wanted));
    }

    /** Longer than most answers take, and shorter than {@link #timeout()}: so long to wait before somebody else is asked too. */
    long usual() {
        return Math.min(timeout, Math.max(MIN_TIMEOUT / 2, samples < MIN_SAMPLES ? timeout : smoothed + 2 * variation));
    }

    /** So long to wait for somebody who will most probably not answer; on the word of the first few answers. */
    long shortest() {
        return samples == 0 ? timeout : Math.min(timeout, Math.max(MIN_TIMEOUT, 2 * smoothed));
    }

    /** So long to wait before asking again. */
    long timeout() {
        return timeout;
    }

    /** The smoothed round-trip time; 0 before the first answer. */
    long smoothed() {
        return smoothed;
    }
}
