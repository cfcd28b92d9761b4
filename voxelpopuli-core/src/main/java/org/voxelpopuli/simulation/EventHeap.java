package org.voxelpopuli.simulation;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.simulation.EventQueue.Event;

/**
 * The events to come, the next one first: a binary heap. Their times stand in an array of their own. With ten thousand hosts most of
 * {@link java.util.PriorityQueue}'s time went into fetching events from memory, only to compare them.
 */
final class EventHeap {
    private static final int FIRST_CAPACITY = 256;

    private long[] dues = new long[FIRST_CAPACITY];
    private @Nullable Event[] events = new @Nullable Event[FIRST_CAPACITY];
    private int size;

    int size() {
        return size;
    }

    /** The next event; null if there is none. */
    @Nullable
    Event peek() {
        return events[0];
    }

    void add(Event event) {
        if (size == events.length) {
            dues = Arrays.copyOf(dues, size * 2);
            events = Arrays.copyOf(events, size * 2);
        }
        siftUp(size++, event);
    }

    /** Takes out what {@link #peek} gives. */
    void remove() {
        Event last = events[--size];
        events[size] = null;
        if (size > 0 && last != null) {
            siftDown(0, last);
        }
    }

    int count(Predicate<Event> wanted) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            Event event = events[i];
            if (event != null && wanted.test(event)) {
                count++;
            }
        }
        return count;
    }

    /** Takes out what fits. */
    void removeIf(Predicate<Event> unwanted) {
        int before = size;
        size = 0;
        for (int i = 0; i < before; i++) {
            Event event = events[i];
            events[i] = null;
            // What was read makes room for what is written.
            if (event != null && !unwanted.test(event)) {
                siftUp(size++, event);
            }
        }
    }

    private void siftUp(int from, Event event) {
        int at = from;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!isBefore(event.due(), event, parent)) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        place(event, at);
    }

    private void siftDown(int from, Event event) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && isBefore(dues[child + 1], events[child + 1], child)) {
                child++;
            }
            if (isBefore(event.due(), event, child)) {
                break;
            }
            move(child, at);
            at = child;
        }
        place(event, at);
    }

    private boolean isBefore(long due, @Nullable Event event, int other) {
        return due != dues[other] ? due < dues[other] : sequence(event) < sequence(events[other]);
    }

    private static long sequence(@Nullable Event event) {
        return event == null ? Long.MAX_VALUE : event.sequence();
    }

    private void move(int from, int to) {
        dues[to] = dues[from];
        events[to] = events[from];
    }

    private void place(Event event, int at) {
        dues[at] = event.due();
        events[at] = event;
    }
}
