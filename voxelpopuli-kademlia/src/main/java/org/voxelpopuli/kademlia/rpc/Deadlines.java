package org.voxelpopuli.kademlia.rpc;

import java.time.Duration;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;

/** Looks after calls when their time comes. One timer serves them all, and none runs while there are none. Used on the worker alone. */
final class Deadlines {
    /** Something that waits. */
    interface Waiting {
        /** When it is to be looked after next. Who changes it otherwise than in {@link #isLate} adds it again. */
        long due();

        /** Whether it waits no more. */
        boolean isOver();

        /** It is due. Returns whether it goes on waiting. */
        boolean isLate(long now);
    }

    /** A call in the queue; out of date if the call is due at another time by now. */
    private record Entry(long due, Waiting call) implements Comparable<Entry> {
        boolean isOver() {
            return call.isOver() || call.due() != due;
        }

        @Override
        public int compareTo(Entry other) {
            return Long.compare(due - other.due, 0);
        }
    }

    /** A timer that is later than this says that the worker was held up. */
    private static final long HELD_UP_NANOS = Duration.ofMillis(20).toNanos();

    private static final long MAX_GRACE_NANOS = Duration.ofMillis(500).toNanos();

    private final PriorityQueue<Entry> queue = new PriorityQueue<>();
    private final Worker worker;
    private final NodeClock clock;
    private Worker.@Nullable Timer timer;
    private long timerDue;
    private boolean gaveGrace;

    Deadlines(Worker worker, NodeClock clock) {
        this.worker = worker;
        this.clock = clock;
    }

    void add(Waiting call) {
        queue.add(new Entry(call.due(), call));
        startTimer();
    }

    /** Called often; in most cases a timer for something earlier runs already. */
    private void startTimer() {
        Entry next = queue.peek();
        if (next == null || (timer != null && timerDue - next.due() <= 0)) {
            return;
        }
        if (timer != null) {
            timer.cancel();
        }
        timerDue = next.due();
        timer = worker.schedule(Duration.ofNanos(Math.max(0, timerDue - clock.nanos())), this::lookAfter);
    }

    private void lookAfter() {
        timer = null;
        long now = clock.nanos();
        long behind = now - timerDue;
        if (behind > HELD_UP_NANOS && !gaveGrace) {
            // We were held up ourselves: the answers may be here, behind us in the queue. Blaming those who gave them
            // would empty our table when we have most to do.
            gaveGrace = true;
            timerDue = now + Math.min(behind, MAX_GRACE_NANOS);
            timer = worker.schedule(Duration.ofNanos(timerDue - now), this::lookAfter);
            return;
        }
        gaveGrace = false;
        for (Entry next = queue.peek(); next != null && (next.isOver() || next.due() - now <= 0); next = queue.peek()) {
            queue.remove();
            if (!next.isOver() && next.call().isLate(now)) {
                queue.add(new Entry(next.call().due(), next.call()));
            }
        }
        startTimer();
    }

    void clear() {
        queue.clear();
    }
}
