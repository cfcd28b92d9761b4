package org.voxelpopuli.spring.metrics;

import io.micrometer.core.instrument.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.spring.NodeView.NoAnswerException;

/** What only the owner of some state knows, asked once for all the gauges of a reading. Thread-safe. */
final class Reading<T> {
    private static final Logger log = LoggerFactory.getLogger(Reading.class);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<T> owner;
    private final Clock clock;
    private @Nullable T last;
    private long askedAt;

    /** @param owner may throw {@link NoAnswerException} */
    Reading(Supplier<T> owner, Clock clock) {
        this.owner = owner;
        this.clock = clock;
    }

    /** Not older than a second, unless the owner does not answer in time: then the last that it told, null if it never has. */
    synchronized @Nullable T now() {
        long time = clock.monotonicTime();
        if (last == null || time - askedAt > FRESH_NANOS) {
            try {
                last = owner.get();
                askedAt = time;
            } catch (NoAnswerException e) {
                log.debug("Gauges show old counts: {}", e.getMessage());
            }
        }
        return last;
    }
}
