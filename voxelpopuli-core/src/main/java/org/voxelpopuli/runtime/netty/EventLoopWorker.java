package org.voxelpopuli.runtime.netty;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.voxelpopuli.runtime.Worker;

/** The event loop of a connection, seen as a worker. It ends with the environment. */
final class EventLoopWorker implements Worker {
    private final EventLoop loop;

    EventLoopWorker(EventLoop loop) {
        this.loop = loop;
    }

    @Override
    public String name() {
        return "voxelpopuli-io";
    }

    @Override
    public boolean isCurrent() {
        return loop.inEventLoop();
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        try {
            loop.execute(Tasks.contained(name(), task));
        } catch (RejectedExecutionException e) {
            // The environment is closed, and with it this worker.
        }
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        Objects.requireNonNull(task, "task");
        try {
            Future<?> future = loop.schedule(Tasks.contained(name(), task), Tasks.nanos(delay), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
            return () -> {};
        }
    }

    /** Does nothing: the loop serves other connections too. */
    @Override
    public void close() {}
}
