package org.voxelpopuli.simulation;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.Worker;

/** A worker on virtual time: its tasks are events of the simulation. */
final class SimulatedWorker implements Worker {
    private final Simulation simulation;
    private final SimulatedHost host;
    private final String name;
    private final boolean ofConnection;
    private boolean closed;

    /** @param ofConnection it ends with the host; closing it does nothing */
    SimulatedWorker(Simulation simulation, SimulatedHost host, String name, boolean ofConnection) {
        this.simulation = simulation;
        this.host = host;
        this.name = name;
        this.ofConnection = ofConnection;
    }

    SimulatedHost host() {
        return host;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isCurrent() {
        return simulation.isCurrent(this);
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        if (!isClosed()) {
            simulation.queue().schedule(0, () -> runGiven(task));
        }
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        Objects.requireNonNull(task, "task");
        if (isClosed()) {
            return () -> {};
        }
        Alarm alarm = new Alarm(this, task);
        alarm.event = simulation.queue().schedule(Nanos.of(delay), alarm);
        return alarm;
    }

    /** Runs an event of the network as a task, unless the worker is closed. */
    void runNow(Runnable task) {
        if (!isClosed()) {
            runGiven(task);
        }
    }

    private void runGiven(Runnable task) {
        if (host.isStalled()) {
            host.hold(() -> runGiven(task));
        } else if (!host.isCrashed()) {
            simulation.run(this, task);
        }
    }

    private boolean isClosed() {
        return closed || !host.isRunning();
    }

    @Override
    public void close() {
        if (!ofConnection && !closed) {
            closed = true;
            host.workerClosed();
        }
    }

    @Override
    public String toString() {
        return host.name() + "/" + name;
    }

    /** A task that is due later. The host may stall between its time and its beginning; it can be cancelled until it begins. */
    static final class Alarm implements Timer, Runnable {
        private final SimulatedWorker worker;
        private @Nullable Runnable task;
        private EventQueue.@Nullable Event event;

        private Alarm(SimulatedWorker worker, Runnable task) {
            this.worker = worker;
            this.task = task;
        }

        @Override
        public void run() {
            worker.runNow(this::begin);
        }

        private void begin() {
            Runnable due = task;
            task = null;
            if (due != null) {
                due.run();
            }
        }

        @Override
        public void cancel() {
            task = null;
            if (event != null) {
                event.cancel();
            }
        }

        /** Whether its worker still waits for it. */
        boolean isPending() {
            return task != null && !worker.isClosed() && !worker.ofConnection;
        }
    }
}
