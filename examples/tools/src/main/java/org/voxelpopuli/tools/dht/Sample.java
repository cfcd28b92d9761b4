package org.voxelpopuli.tools.dht;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * How long one kind of operation took, and what it cost.
 *
 * @param nanos of each, by the wall clock
 * @param processorNanos of the whole process, over all of them
 * @param done operations that did what they should
 */
record Sample(Histogram nanos, long processorNanos, int done) {
    private static final long LONGEST = TimeUnit.MINUTES.toNanos(10);

    static Histogram histogram() {
        return new Histogram(LONGEST, 3);
    }

    /** So many per cent took at most so many milliseconds; 0 if there were none. */
    double millisAt(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e6;
    }

    /** What one cost, both sides of each call counted, in milliseconds of one core. */
    double processorMillis() {
        return nanos.getTotalCount() == 0 ? 0 : processorNanos / 1e6 / nanos.getTotalCount();
    }

    /** How many did what they should. */
    double percentDone() {
        return nanos.getTotalCount() == 0 ? 0 : 100.0 * done / nanos.getTotalCount();
    }
}
