package org.voxelpopuli.simulation;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A network of hosts under virtual time. Nothing happens by itself: {@link #run}, {@link #runUntil} and {@link #await} let events
 * happen one after another on the calling thread, skipping the time in between. Two simulations with the same seed and the same
 * calls do exactly the same; every failure names the seed.
 *
 * <p>All calls, those of the hosts included, must come from the thread that created the simulation.
 */
public final class Simulation {
    /** What wall clocks show when a simulation begins: 2026-01-01T00:00Z. */
    static final long EPOCH_MILLIS = 1_767_225_600_000L;

    private static final Logger log = LoggerFactory.getLogger(Simulation.class);
    /** So many events at one instant mean that something goes round in circles. */
    private static final int MAX_EVENTS_AT_ONCE = 5_000_000;

    private final long seed;
    private final EventQueue queue = new EventQueue();
    private final SimulatedNetwork network;
    private final Map<String, SimulatedHost> hosts = new HashMap<>();
    private final Map<String, SimulatedFiles> files = new HashMap<>();
    private final Map<String, Integer> incarnations = new HashMap<>();
    private final List<Throwable> failures = new ArrayList<>();
    private @Nullable SimulatedWorker current;
    private int addresses;
    private int eventsAtOnce;

    /** A world without hosts, at time zero. */
    public Simulation(long seed) {
        this.seed = seed;
        this.network = new SimulatedNetwork(queue, random("network"));
        log.info("Simulation with seed {}", seed);
    }

    /** What repeats this run. */
    public long seed() {
        return seed;
    }

    /** Repeatable randomness for the test itself, independent of that of the hosts and the network, and different for each name. */
    public RandomGenerator random(String name) {
        return SeededRandom.of(seed, name);
    }

    /** Virtual time since the beginning. */
    public Duration elapsed() {
        return Duration.ofNanos(queue.now());
    }

    /** Latency, loss and other faults. */
    public SimulatedNetwork network() {
        return network;
    }

    /**
     * Starts a host. If one of that name has crashed or was closed, the new one has its address.
     *
     * @throws IllegalArgumentException if one of that name is running
     */
    public SimulatedHost newHost(String name) {
        SimulatedHost previous = hosts.get(name);
        return newHost(name, previous != null ? previous.address() : nextAddress());
    }

    /**
     * Starts a host at a given address. Running hosts may share one, as processes on one machine do; they share its ports.
     *
     * @throws IllegalArgumentException if one of that name is running
     */
    public SimulatedHost newHost(String name, InetAddress address) {
        SimulatedHost previous = hosts.get(name);
        if (previous != null && previous.isRunning()) {
            throw new IllegalArgumentException("A host named " + name + " is already running");
        }
        // Whoever starts again must not draw the numbers of its former life.
        int incarnation = incarnations.merge(name, 1, Integer::sum);
        SimulatedHost host = new SimulatedHost(
                this,
                name,
                address,
                random("host " + name + " #" + incarnation),
                files.computeIfAbsent(name, n -> new SimulatedFiles(random("files " + n))));
        hosts.put(name, host);
        return host;
    }

    private InetAddress nextAddress() {
        int number = ++addresses;
        byte[] ip = {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number};
        try {
            // Named by its digits, so that no code under test makes the JDK ask a real name server.
            String digits = "10." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
            return InetAddress.getByAddress(digits, ip);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets a span of virtual time pass. */
    public void run(Duration span) {
        long end = queue.now() + span.toNanos();
        while (step(end)) {
            // Until nothing more is due.
        }
        queue.advanceTo(end);
    }

    /**
     * Lets time pass until a condition holds, which is looked at before the first event and after each.
     *
     * @throws AssertionError with the seed if it does not hold within the limit of virtual time
     */
    public void runUntil(BooleanSupplier condition, Duration limit) {
        if (!holdsWithin(condition, limit)) {
            throw failure("The condition did not hold within " + limit, null);
        }
    }

    /**
     * Lets time pass until a future is completed.
     *
     * @return its value
     * @throws AssertionError with the seed if it fails (the cause is what it failed with), or is not completed within the limit of
     *     virtual time
     */
    public <T> T await(CompletableFuture<T> future, Duration limit) {
        if (!holdsWithin(future::isDone, limit)) {
            throw failure("The future was not completed within " + limit, null);
        }
        try {
            return future.join();
        } catch (CompletionException | CancellationException e) {
            Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
            throw failure("The future failed with " + cause, cause);
        }
    }

    private boolean holdsWithin(BooleanSupplier condition, Duration limit) {
        long end = queue.now() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (!step(end)) {
                queue.advanceTo(end);
                return condition.getAsBoolean();
            }
        }
        return true;
    }

    /** What tasks have thrown so far, on any host, in order. A good test ends with none. */
    public List<Throwable> failures() {
        return List.copyOf(failures);
    }

    /** What is open now. */
    public Census census() {
        int workers = 0;
        int connections = 0;
        for (SimulatedHost host : hosts.values()) {
            if (host.isRunning()) {
                workers += host.openWorkers();
                connections += host.openConnections();
            }
        }
        return new Census(
                workers,
                queue.pendingTimers(),
                network.sockets().size(),
                network.listeners().size(),
                connections);
    }

    /** A digest of everything that happened so far: equal for two runs that did the same, and different for others. */
    public long fingerprint() {
        return queue.fingerprint();
    }

    private boolean step(long until) {
        long before = queue.now();
        boolean ran = queue.runNext(until);
        eventsAtOnce = ran && queue.now() == before ? eventsAtOnce + 1 : 0;
        if (eventsAtOnce > MAX_EVENTS_AT_ONCE) {
            throw failure("Time stands still: over " + MAX_EVENTS_AT_ONCE + " events at one instant", null);
        }
        return ran;
    }

    EventQueue queue() {
        return queue;
    }

    boolean isCurrent(SimulatedWorker worker) {
        return current == worker;
    }

    /** Runs a task as a worker. What it throws ends the task only. */
    void run(SimulatedWorker worker, Runnable task) {
        SimulatedWorker previous = current;
        current = worker;
        try {
            task.run();
        } catch (Throwable e) {
            failures.add(e);
            log.error("A task of {} failed (simulation seed {}, at {})", worker, seed, elapsed(), e);
        } finally {
            current = previous;
        }
    }

    private AssertionError failure(String what, @Nullable Throwable cause) {
        AssertionError error = new AssertionError(
                what + " [simulation seed " + seed + ", at " + elapsed() + ", tasks failed: " + failures.size() + "]",
                cause);
        failures.stream().limit(10).forEach(error::addSuppressed);
        return error;
    }
}
