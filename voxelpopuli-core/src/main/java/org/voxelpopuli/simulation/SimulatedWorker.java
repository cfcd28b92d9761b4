package org.voxelpopuli.simulation;

import java.time.Duration;
import java.util.Objects;
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
        return simulation.queue().schedule(Nanos.of(delay), () -> runNow(task))::cancel;
    }

    /** Runs an event of the network as a task, unless the worker is closed. */
    void runNow(Runnable task) {
        if (!isClosed()) {
            runGiven(task);
        }
    }

    private void runGiven(Runnable task) {
        if (!host.isCrashed()) {
            simulation.run(this, task);
        }
    }

    private boolean isClosed() {
        return closed || !host.isRunning();
    }

    @Override
    public void close() {
        closed = !ofConnection;
    }

    @Override
    public String toString() {
        return host.name() + "/" + name;
    }
}
