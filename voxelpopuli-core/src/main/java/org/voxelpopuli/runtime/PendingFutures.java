package org.voxelpopuli.runtime;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The futures that an object has handed out and not completed yet. When the object ends, its workers take no more tasks and its timers are
 * gone; whoever still waits is then told so, instead of waiting for ever. Thread-safe.
 */
public final class PendingFutures {
    /** By a number of its own each, so that they fail in the order in which they were handed out. */
    private final Map<Long, CompletableFuture<?>> pending = new ConcurrentSkipListMap<>();

    private final AtomicLong numbers = new AtomicLong();

    private final String reason;
    private volatile boolean closed;

    /** @param reason what a future fails with when the object has ended, such as "the node is stopped" */
    public PendingFutures(String reason) {
        this.reason = reason;
    }

    /**
     * What to hand out for some work.
     *
     * @return completes as the work does, on the thread that completes the work, or fails with {@link IllegalStateException} at {@link #close()}
     */
    public <T> CompletableFuture<T> track(CompletableFuture<T> work) {
        CompletableFuture<T> handedOut = new CompletableFuture<>();
        long key = numbers.incrementAndGet();
        pending.put(key, handedOut);
        if (closed) {
            pending.remove(key);
            fail(handedOut);
        }
        var unused = work.whenComplete((value, failure) -> {
            pending.remove(key);
            if (failure == null) {
                handedOut.complete(value);
            } else {
                boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
                handedOut.completeExceptionally(wrapped ? failure.getCause() : failure);
            }
        });
        return handedOut;
    }

    /** Fails what is not completed, and all that is tracked from now on. */
    public void close() {
        closed = true;
        pending.values().forEach(this::fail);
        pending.clear();
    }

    private void fail(CompletableFuture<?> handedOut) {
        handedOut.completeExceptionally(new IllegalStateException(reason));
    }
}
