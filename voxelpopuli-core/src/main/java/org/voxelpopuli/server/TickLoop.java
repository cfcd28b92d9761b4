package org.voxelpopuli.server;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;

/**
 * Calls a task at a fixed rate, measured against the clock, so that small delays do not add up. After a stall the ticks that were
 * missed are left out, not made up for: a world that slept does not run wild. Belongs to its worker.
 */
final class TickLoop {
    private final Worker worker;
    private final NodeClock clock;
    private final long periodNanos;
    private final Runnable tick;
    private Worker.@Nullable Timer timer;
    private long due;

    TickLoop(Worker worker, NodeClock clock, Duration period, Runnable tick) {
        this.worker = worker;
        this.clock = clock;
        this.periodNanos = period.toNanos();
        this.tick = tick;
    }

    /** Begins to tick; does nothing if it already does. */
    void start() {
        if (timer == null) {
            due = clock.nanos() + periodNanos;
            schedule();
        }
    }

    /** No tick begins after this, until the next start. */
    void stop() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private void schedule() {
        timer = worker.schedule(Duration.ofNanos(Math.max(0, due - clock.nanos())), this::run);
    }

    private void run() {
        try {
            tick.run();
        } finally {
            if (timer != null) {
                due = next(due, clock.nanos(), periodNanos);
                schedule();
            }
        }
    }

    /** The first instant of the raster after {@code due} that is not yet past. */
    static long next(long due, long now, long period) {
        long next = due + period;
        long late = now - next;
        return late <= 0 ? next : next + (late / period + 1) * period;
    }
}
