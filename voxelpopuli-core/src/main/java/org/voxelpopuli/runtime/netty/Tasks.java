package org.voxelpopuli.runtime.netty;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the two kinds of worker have in common. */
final class Tasks {
    private static final Logger log = LoggerFactory.getLogger(Tasks.class);

    private Tasks() {}

    /** Whatever a task throws is logged and goes no further. */
    static Runnable contained(String worker, Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable e) {
                log.error("A task of {} failed", worker, e);
            }
        };
    }

    /** What is longer than 292 years counts as 292 years. */
    static long nanos(Duration delay) {
        if (delay.isNegative()) {
            return 0;
        }
        try {
            return delay.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
