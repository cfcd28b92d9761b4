package org.voxelpopuli.simulation;

import java.time.Duration;

/** Durations as nanoseconds; what is longer than 292 years counts as 292 years. */
final class Nanos {
    private Nanos() {}

    static long of(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException e) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
