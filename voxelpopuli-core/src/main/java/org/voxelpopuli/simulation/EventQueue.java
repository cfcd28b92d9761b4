package org.voxelpopuli.simulation;

import org.jspecify.annotations.Nullable;

/**
 * Virtual time: what is to happen, ordered by time and, at the same time, by the order in which it was scheduled. Confined to the
 * thread that made it; a call from any other would make the run unrepeatable and is refused.
 */
final class EventQueue {
    /** Below this many, cancelled events are left to come up by themselves. */
    private static final int COMPACT_ABOVE = 1_024;

    private final Thread thread = Thread.currentThread();
    private final EventHeap events = new EventHeap();
    private long now;
    private long sequence;
    private long fingerprint;
    private int cancelled;

    /** Nanoseconds since the simulation began. */
    long now() {
        return now;
    }

    /** A digest of all that happened so far; differs between two runs as soon as they do. */
    long fingerprint() {
        return fingerprint;
    }

    /** Makes a fact part of the fingerprint. */
    void note(long fact) {
        fingerprint = (fingerprint ^ fact) * 0x9E37_79B9_7F4A_7C15L;
        fingerprint ^= fingerprint >>> 32;
    }

    Event schedule(long delayNanos, Runnable action) {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException("A simulation belongs to the thread that created it, "
                    + thread.getName() + ", but was called by "
                    + Thread.currentThread().getName()
                    + "; use the host's workers and timers instead of other executors");
        }
        // A delay near Long.MAX_VALUE means never; it must not wrap into the past.
        long due = Math.max(now, now + Math.max(0, delayNanos));
        if (due == now && delayNanos > 0) {
            due = Long.MAX_VALUE;
        }
        Event event = new Event(due, sequence++, action);
        events.add(event);
        return event;
    }

    /** Runs the next event that is due by then, if there is one. */
    boolean runNext(long until) {
        while (true) {
            Event event = events.peek();
            if (event == null || event.due > until) {
                return false;
            }
            events.remove();
            Runnable action = event.action;
            if (action == null) {
                cancelled--;
                continue;
            }
            event.action = null;
            now = event.due;
            note(now);
            note(event.sequence);
            action.run();
            return true;
        }
    }

    /** How many timers of workers that are not closed are yet to come. */
    int pendingTimers() {
        return events.count(event -> event.action instanceof SimulatedWorker.Alarm alarm && alarm.isPending());
    }

    void advanceTo(long time) {
        now = Math.max(now, time);
    }

    /** Something that is to happen once. */
    final class Event {
        private final long due;
        private final long sequence;
        private @Nullable Runnable action;

        private Event(long due, long sequence, Runnable action) {
            this.due = due;
            this.sequence = sequence;
            this.action = action;
        }

        void cancel() {
            if (action == null) {
                return;
            }
            action = null;
            if (++cancelled > COMPACT_ABOVE && cancelled > events.size() / 2) {
                events.removeIf(event -> event.action == null);
                cancelled = 0;
            }
        }

        long due() {
            return due;
        }

        /** Later events have a higher one. */
        long sequence() {
            return sequence;
        }
    }
}
