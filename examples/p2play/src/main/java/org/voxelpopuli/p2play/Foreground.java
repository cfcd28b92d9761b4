package org.voxelpopuli.p2play;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/** What the user waits for, and Ctrl-C gives up. One thread waits; any may give up. */
final class Foreground {
    private static final long TICK_MILLIS = 100;

    private final AtomicReference<Runnable> running = new AtomicReference<>(Foreground::nothing);

    private static void nothing() {}

    /** Gives up what runs; nothing if nothing does. */
    void giveUp() {
        running.getAndSet(Foreground::nothing).run();
    }

    /** As {@link #await(CompletableFuture, Runnable, Runnable)}, for what cannot be stopped: it is no longer waited for. */
    <T> T await(CompletableFuture<T> work) {
        return await(work, Foreground::nothing, Foreground::nothing);
    }

    /**
     * Waits.
     *
     * @param stop ends the work itself when it is given up
     * @param tick is done ten times a second
     * @throws CancellationException if it was given up
     * @throws RuntimeException as the work failed with
     */
    <T> T await(CompletableFuture<T> work, Runnable stop, Runnable tick) {
        CompletableFuture<T> mine = work.copy();
        running.set(() -> {
            stop.run();
            mine.cancel(false);
        });
        try {
            while (true) {
                try {
                    return mine.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    tick.run();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stop.run();
            throw new CancellationException();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw cause instanceof RuntimeException known ? known : new CompletionException(cause);
        } finally {
            running.set(Foreground::nothing);
        }
    }
}
