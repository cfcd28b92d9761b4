package org.voxelpopuli.kademlia;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.lookup.Cancellable;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.PendingFutures;
import org.voxelpopuli.runtime.Worker;

/**
 * Brings calls from any thread to the node's worker, and what comes of them back, on a thread that is not the worker's: what hangs on a
 * future cannot hold up the node. Thread-safe.
 */
final class Calls {
    private static final String CLOSED = "the Kademlia node is closed";

    private final NodeClock clock;
    private final Worker worker;
    private final Worker callbacks;
    private final PendingFutures pending = new PendingFutures(CLOSED);
    private volatile boolean closed;

    Calls(NodeEnvironment environment, Worker worker) {
        this.clock = environment.clock();
        this.worker = worker;
        this.callbacks = environment.worker("kademlia-callbacks");
    }

    /** The future is completed by {@link #finish}; it fails if the node closes before. */
    <T> CompletableFuture<T> call(Consumer<CompletableFuture<T>> task) {
        return closed
                ? CompletableFuture.failedFuture(new IllegalStateException(CLOSED))
                : pending.track(perform(task));
    }

    /**
     * As {@link #call}, for work that is given up when the caller completes the future himself, or when the time is up.
     *
     * @param what is done, for the message of the {@link TimeoutException} that the future then fails with
     * @param limit from now on; empty for none
     */
    <T> CompletableFuture<T> call(
            String what, Optional<Duration> limit, Function<CompletableFuture<T>, Cancellable> task) {
        if (closed) {
            return CompletableFuture.failedFuture(new IllegalStateException(CLOSED));
        }
        long called = clock.nanos();
        CompletableFuture<T> work = perform(result -> {
            Optional<Duration> rest = limit.map(all -> all.minusNanos(clock.nanos() - called));
            Runnable timeUp = () -> finish(
                    result,
                    null,
                    new TimeoutException(what + " has not ended within "
                            + limit.orElseThrow().toMillis() + " ms"));
            if (rest.isPresent() && (rest.get().isNegative() || rest.get().isZero())) {
                timeUp.run();
            } else if (!result.isDone()) {
                run(result, task.apply(result), rest, timeUp);
            }
        });
        CompletableFuture<T> handedOut = pending.track(work);
        var unused = handedOut.whenComplete((value, error) -> work.cancel(false));
        return handedOut;
    }

    private <T> void run(CompletableFuture<T> result, Cancellable running, Optional<Duration> rest, Runnable timeUp) {
        Optional<Worker.Timer> timer = rest.map(limit -> worker.schedule(limit, () -> {
            running.cancel();
            timeUp.run();
        }));
        var unused = result.whenComplete((value, error) -> {
            timer.ifPresent(Worker.Timer::cancel);
            if (result.isCancelled()) {
                worker.execute(running::cancel);
            }
        });
    }

    /** As {@link #call}, also for a node that is closed. */
    <T> CompletableFuture<T> perform(Consumer<CompletableFuture<T>> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        worker.execute(() -> {
            try {
                task.accept(result);
            } catch (RuntimeException e) {
                finish(result, null, e);
            }
        });
        return result;
    }

    /** Completes a future away from the worker. */
    <T> void finish(CompletableFuture<T> future, @Nullable T value, @Nullable Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        callbacks.execute(() -> {
            if (cause != null) {
                future.completeExceptionally(cause);
            } else {
                complete(future, value);
            }
        });
    }

    @SuppressWarnings("NullAway") // The futures of Void are completed with null.
    private static <T> void complete(CompletableFuture<T> future, @Nullable T value) {
        future.complete(value);
    }

    boolean isClosed() {
        return closed;
    }

    /** No calls come any more. */
    void refuse() {
        closed = true;
    }

    /** Fails what still runs, and ends the thread of the futures. */
    void close() {
        pending.close();
        callbacks.close();
    }
}
