package org.voxelpopuli.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses that double from a first to a longest one, each drawn from its upper half, so that many clients do not return at once. */
final class Backoff {
    private final long firstNanos;
    private final long longestNanos;
    private int failures;

    Backoff(Duration first, Duration longest) {
        this.firstNanos = first.toNanos();
        this.longestNanos = longest.toNanos();
    }

    /** The pause after one more failure. */
    long nextNanos(RandomGenerator random) {
        long pause = Math.min(longestNanos, firstNanos << Math.min(failures, 20));
        failures++;
        return pause / 2 + random.nextLong(pause / 2 + 1);
    }

    void reset() {
        failures = 0;
    }
}
