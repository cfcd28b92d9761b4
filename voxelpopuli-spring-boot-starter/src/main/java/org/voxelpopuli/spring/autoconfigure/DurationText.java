package org.voxelpopuli.spring.autoconfigure;

import java.time.Duration;

/** Durations as they are written in properties. */
final class DurationText {
    private DurationText() {}

    /** In the largest unit that needs no fraction: {@code 90s}, {@code 24h}. */
    static String of(Duration duration) {
        if (duration.toMillis() % 1000 != 0 || duration.isZero()) {
            return duration.toMillis() + "ms";
        }
        if (duration.toSeconds() % 60 != 0) {
            return duration.toSeconds() + "s";
        }
        return duration.toMinutes() % 60 != 0 ? duration.toMinutes() + "m" : duration.toHours() + "h";
    }
}
