package org.voxelpopuli.runtime.netty;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.Worker;

/** A worker that shares an event loop with others: a single thread of control, as the loop runs one task at a time. */
final class LoopWorker implements Worker {
    private static final Timer NOTHING = () -> {};

    private final String name;
    private final EventLoop loop;
    private final Consumer<LoopWorker> onClose;
    private final Set<LoopTimer> timers = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    /** Written on the loop alone; whoever reads it elsewhere never finds himself in it. */
    private @Nullable Thread running;

    LoopWorker(String name, EventLoop loop, Consumer<LoopWorker> onClose) {
        this.name = name;
        this.loop = loop;
        this.onClose = onClose;
    }

    @Override
    public String name() {
        return name;
    }

    /** False in a task of another worker of the same loop. */
    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == running;
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        if (!closed) {
            try {
                loop.execute(own(task));
            } catch (RejectedExecutionException e) {
                // The environment is closed, and with it this worker.
            }
        }
    }

    private Runnable own(Runnable task) {
        Runnable contained = Tasks.contained(name, task);
        return () -> {
            running = Thread.currentThread();
            contained.run();
            running = null;
        };
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        Objects.requireNonNull(task, "task");
        if (closed) {
            return NOTHING;
        }
        LoopTimer timer = new LoopTimer(own(task));
        timers.add(timer);
        try {
            timer.future = loop.schedule(timer, Tasks.nanos(delay), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            timers.remove(timer);
        }
        if (closed) {
            timer.cancel();
        }
        return timer;
    }

    @Override
    public void close() {
        closed = true;
        timers.forEach(LoopTimer::cancel);
        onClose.accept(this);
    }

    private final class LoopTimer implements Timer, Runnable {
        private final Runnable task;
        private volatile boolean cancelled;
        private volatile @Nullable Future<?> future;

        LoopTimer(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            timers.remove(this);
            if (!cancelled) {
                task.run();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            timers.remove(this);
            Future<?> scheduled = future;
            if (scheduled != null) {
                scheduled.cancel(false);
            }
        }
    }
}
