package org.voxelpopuli.store.jdbc;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.voxelpopuli.store.StoreException;

/**
 * The writes that are not yet durable, in the order of the calls. Callers add, the committer takes a group, and removes it when it is on
 * disk; until then readers find it here. Thread-safe.
 */
final class WriteQueue {
    /** What may wait while the disk does not take it: about half a million edits. */
    static final long LIMIT_BYTES = 32L << 20;
    /** A group's limit, so that a commit after a long stall is not one endless transaction. */
    private static final long GROUP_BYTES = 4L << 20;

    private final Deque<Write> waiting = new ArrayDeque<>();
    private long bytes;
    private boolean closed;

    /** @throws StoreException if the store is closed or too much waits already */
    synchronized void add(Write write) {
        if (closed) {
            throw closed();
        }
        // One write that is larger than the limit is let in when it is alone: it could never be written otherwise.
        if (bytes + write.bytes() > LIMIT_BYTES && !waiting.isEmpty()) {
            throw new StoreException(
                    write.subject() + " is not saved: " + waiting.size() + " writes wait for the disk already", null);
        }
        waiting.add(write);
        bytes += write.bytes();
        notifyAll();
    }

    static StoreException closed() {
        return new StoreException("the store is closed", null);
    }

    /** Waits for writes and returns the oldest ones, which stay in the queue. Empty when the queue is closed and has no more. */
    synchronized List<Write> group() throws InterruptedException {
        while (waiting.isEmpty() && !closed) {
            wait();
        }
        return oldest();
    }

    /** Waits so long for a write, or for the end of the queue; whether there was neither. */
    synchronized boolean isIdleFor(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0 && waiting.isEmpty() && !closed; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return waiting.isEmpty() && !closed;
    }

    private List<Write> oldest() {
        List<Write> group = new ArrayList<>();
        long size = 0;
        for (Write write : waiting) {
            if (!group.isEmpty() && size + write.bytes() > GROUP_BYTES) {
                break;
            }
            group.add(write);
            size += write.bytes();
        }
        return group;
    }

    /** Removes the oldest writes: they are durable now, or have failed for good. */
    synchronized void remove(int count) {
        for (int i = 0; i < count; i++) {
            bytes -= waiting.remove().bytes();
        }
    }

    /** All writes, the oldest first. */
    synchronized List<Write> waiting() {
        return new ArrayList<>(waiting);
    }

    synchronized int size() {
        return waiting.size();
    }

    /** Refuses further writes. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Waits that long, or until the queue is closed. */
    synchronized void pause(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0 && !closed; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }
}
