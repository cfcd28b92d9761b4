package org.voxelpopuli.simulation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/** A machine of the simulation, with one address, on which one node runs. After a crash or a close, a new host of the same name continues. */
public final class SimulatedHost implements NodeEnvironment {
    private enum State {
        RUNNING,
        CRASHED,
        CLOSED
    }

    private final Simulation simulation;
    private final String name;
    private final InetAddress address;
    private final RandomGenerator random;
    private final long clockOrigin;
    private final SimulatedWorker ioWorker;
    private final Set<Runnable> stops = new LinkedHashSet<>();
    private final SimulatedDatagrams datagrams;
    private final SimulatedStreams streams;
    private final SimulatedFiles files;
    private final Deque<Runnable> held = new ArrayDeque<>();
    private State state = State.RUNNING;
    private Duration clockSkew = Duration.ZERO;
    private boolean stalled;
    private int openWorkers;

    SimulatedHost(
            Simulation simulation, String name, InetAddress address, RandomGenerator random, SimulatedFiles files) {
        this.simulation = simulation;
        this.name = name;
        this.address = address;
        this.random = random;
        this.files = files;
        // Monotonic clocks of two machines have nothing in common, and may be negative.
        this.clockOrigin = random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L);
        this.ioWorker = new SimulatedWorker(simulation, this, "io", true);
        this.datagrams = new SimulatedDatagrams(this, simulation.network());
        this.streams = new SimulatedStreams(this, simulation.network());
        simulation.network().started(address);
    }

    /** The name given by the test. */
    public String name() {
        return name;
    }

    /** The only address that can be bound here, apart from the wildcard. */
    public InetAddress address() {
        return address;
    }

    /** The host's address with a port. */
    public InetSocketAddress socketAddress(int port) {
        return new InetSocketAddress(address, port);
    }

    /** Sets how far the wall clock is ahead of the simulation's time; negative means behind. May be called again and again: the clock jumps. */
    public void setClockSkew(Duration skew) {
        clockSkew = skew;
    }

    /** Power loss: workers and sockets stop at once and silently. Peers find out by timeouts alone. */
    public void crash() {
        stop(State.CRASHED);
    }

    /**
     * Stops all workers of this host between two tasks, as SIGSTOP does: timers that become due, and what arrives, wait for {@link #goOn()}, while clocks go on and the
     * operating system goes on acknowledging what peers send until its buffers are full.
     */
    public void stall() {
        stalled = true;
    }

    /** Ends {@link #stall()}: all that has waited happens now, in its order. */
    public void goOn() {
        if (!stalled) {
            return;
        }
        stalled = false;
        held.forEach(task -> simulation.queue().schedule(0, task));
        held.clear();
        streams.readOn();
    }

    /** Resets every open connection of this host: both ends see it break at once, or as soon as the news arrives. */
    public void resetConnections() {
        streams.resetAll();
    }

    /** From now on, this host's connections take no bytes: whoever sends to them gets a growing backlog. */
    public void pauseReading() {
        streams.setPaused(true);
    }

    /** Ends {@link #pauseReading()}: what has arrived meanwhile is delivered. */
    public void resumeReading() {
        streams.setPaused(false);
    }

    /** Whether it has neither crashed nor been closed. */
    public boolean isRunning() {
        return state == State.RUNNING;
    }

    @Override
    public NodeClock clock() {
        return new NodeClock() {
            @Override
            public long wallMillis() {
                return Simulation.EPOCH_MILLIS + simulation.queue().now() / 1_000_000 + clockSkew.toMillis();
            }

            @Override
            public long nanos() {
                return clockOrigin + simulation.queue().now();
            }
        };
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public NodeIdentity newIdentity(int puzzleBits) {
        return SimulatedIdentity.of(simulation.seed() + name, puzzleBits);
    }

    @Override
    public Worker worker(String workerName) {
        if (state != State.RUNNING) {
            throw new IllegalStateException("The environment of host " + name + " is closed");
        }
        openWorkers++;
        return new SimulatedWorker(simulation, this, workerName, false);
    }

    @Override
    public DatagramTransport datagrams() {
        return datagrams;
    }

    @Override
    public StreamTransport streams() {
        return streams;
    }

    @Override
    public SimulatedFiles files() {
        return files;
    }

    @Override
    public void close() {
        stop(State.CLOSED);
    }

    private void stop(State how) {
        if (state != State.RUNNING) {
            return;
        }
        if (how == State.CLOSED) {
            streams.closeAll();
        } else {
            files.crash();
        }
        state = how;
        simulation.network().stopped(address);
        List.copyOf(stops).forEach(Runnable::run);
        stops.clear();
    }

    boolean isStalled() {
        return stalled && state == State.RUNNING;
    }

    void hold(Runnable task) {
        held.add(task);
    }

    int heldTasks() {
        return held.size();
    }

    void workerClosed() {
        openWorkers--;
    }

    int openWorkers() {
        return openWorkers;
    }

    int openConnections() {
        return streams.open();
    }

    boolean isCrashed() {
        return state == State.CRASHED;
    }

    SimulatedWorker ioWorker() {
        return ioWorker;
    }

    /** Each connection has its own, so that nobody comes to rely on connections sharing one. */
    SimulatedWorker newIoWorker() {
        return new SimulatedWorker(simulation, this, "io", true);
    }

    SimulatedWorker own(Worker worker) {
        if (worker instanceof SimulatedWorker own && own.host() == this) {
            return own;
        }
        throw new IllegalArgumentException("The owner must be a worker of host " + name + ", got " + worker.name());
    }

    /** Registers what to release when the host stops. */
    void onStop(Runnable release) {
        stops.add(release);
    }

    void forgetStop(Runnable release) {
        stops.remove(release);
    }

    CompletableFuture<Void> completeSoon() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (state == State.RUNNING) {
            ioWorker.execute(() -> done.complete(null));
        } else {
            done.complete(null);
        }
        return done;
    }

    <T> CompletableFuture<T> orClosed(CompletableFuture<T> pending) {
        if (state != State.RUNNING) {
            pending.completeExceptionally(new IOException("The environment of host " + name + " is closed"));
        }
        return pending;
    }

    @Override
    public String toString() {
        return name + " (" + address.getHostAddress() + ", " + state + ")";
    }
}
