package org.voxelpopuli.runtime;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * A single thread of control that owns some state: tasks run one at a time, in the order given. An exception thrown by a task is
 * logged and ends that task only. Its methods may be called from any thread.
 */
public interface Worker extends Executor, AutoCloseable {
    /** What it was named at creation; real threads bear this name. */
    String name();

    /** Whether the caller runs on this worker. */
    boolean isCurrent();

    /** Runs a task once, not before the delay has passed. */
    Timer schedule(Duration delay, Runnable task);

    /** Refuses further tasks, cancels its timers, and ends after the tasks that were already given. Does not wait. Later calls of {@link #execute} are ignored. */
    @Override
    void close();

    /** A task that was scheduled. */
    interface Timer {
        /** The task will not begin after this returns on the worker's own thread. Later calls do nothing. */
        void cancel();
    }
}
