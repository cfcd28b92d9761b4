package org.voxelpopuli.runtime.netty;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.Worker;

/** A worker with a thread of its own, which starts with the first task. */
final class ThreadWorker implements Worker {
    private final String name;
    private final Executor executor;
    private volatile @Nullable Thread thread;

    /** @param onEnd is told when the thread has ended, or will never start */
    ThreadWorker(String name, boolean daemon, Consumer<ThreadWorker> onEnd) {
        this.name = name;
        this.executor = new Executor(this, daemon, onEnd);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        executor.execute(Tasks.contained(name, task));
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        Objects.requireNonNull(task, "task");
        Future<?> future = executor.schedule(Tasks.contained(name, task), Tasks.nanos(delay), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void close() {
        executor.shutdown();
    }

    /** Waits for the end of a worker that was closed. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        return executor.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Interrupts the task that does not end. */
    void interrupt() {
        executor.shutdownNow();
    }

    private static final class Executor extends ScheduledThreadPoolExecutor {
        private final ThreadWorker worker;
        private final Consumer<ThreadWorker> onEnd;

        Executor(ThreadWorker worker, boolean daemon, Consumer<ThreadWorker> onEnd) {
            super(
                    1,
                    task -> {
                        Thread thread = new Thread(task, worker.name);
                        thread.setDaemon(daemon);
                        worker.thread = thread;
                        return thread;
                    },
                    new ThreadPoolExecutor.DiscardPolicy());
            this.worker = worker;
            this.onEnd = onEnd;
            setRemoveOnCancelPolicy(true);
            setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        }

        @Override
        protected void terminated() {
            onEnd.accept(worker);
        }
    }
}
