package org.voxelpopuli.presence.ndn;

import java.time.Duration;

/** Durations as packets carry them. */
final class Millis {
    private Millis() {}

    /** @throws IllegalArgumentException that names it, if it is negative or longer than 2^31 ms */
    static long of(Duration duration, String what) {
        if (duration.isNegative() || duration.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException(
                    what + " is " + duration + ", allowed is 0.." + Integer.MAX_VALUE + " ms");
        }
        return duration.toMillis();
    }
}
