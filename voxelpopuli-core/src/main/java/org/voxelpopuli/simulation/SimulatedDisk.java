package org.voxelpopuli.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

/**
 * A disk under virtual time, which outlives the hosts that it is mounted on. What its store writes becomes durable after a while, in groups, as with a real store; when the
 * host crashes, exactly what was not durable is gone, and the futures of its store are never completed.
 *
 * <pre>{@code
 * SimulatedDisk disk = new SimulatedDisk(simulation, "alice");
 * VoxelNode.builder().environment(host).store(disk.mount(host)).start();
 * host.crash();
 * VoxelNode.builder().environment(again).store(disk.mount(again)).start();
 * }</pre>
 *
 * <p>At first a commit takes 0.3 to 3 ms. To be used on the thread of the simulation.
 */
public final class SimulatedDisk {
    /** Told what becomes durable. */
    @FunctionalInterface
    public interface Watcher {
        /** These edits of a chunk are durable now; some may have been before. */
        void saved(ChunkPos chunk, EditBatch edits);
    }

    private final Simulation simulation;
    private final String name;
    private final RandomGenerator random;
    private final List<DiskFault> faults = new ArrayList<>();
    private Watcher watcher = (chunk, edits) -> {};
    private DiskContent content = new DiskContent();
    private Latency latency = new Latency(Duration.ofNanos(300_000), Duration.ofMillis(3));
    private @Nullable MountedStore mounted;

    /**
     * An empty disk.
     *
     * @param name for people; disks of one simulation have different ones
     */
    public SimulatedDisk(Simulation simulation, String name) {
        this.simulation = simulation;
        this.name = name;
        this.random = simulation.random("disk " + name);
    }

    /** The name that was given. */
    public String name() {
        return name;
    }

    /**
     * The disk as the store of a node, until the host stops or the store is closed. Closing takes no virtual time: what is queued is written at once, unless the disk takes no
     * writes, and then it is lost and its futures fail.
     *
     * @throws IllegalStateException if it is mounted already
     */
    public WorldStore mount(SimulatedHost host) {
        if (mounted != null) {
            throw new IllegalStateException("disk " + name + " is mounted already");
        }
        mounted = new MountedStore(this, simulation, host);
        return mounted;
    }

    /** From now on, a commit takes so long, drawn evenly, and what faults add. */
    public void latency(Duration min, Duration max) {
        latency = new Latency(min, max);
    }

    /** Something is wrong from now on. */
    public void add(DiskFault fault) {
        faults.add(fault);
    }

    /** It is right again; does nothing if the fault is not there. */
    public void remove(DiskFault fault) {
        faults.remove(fault);
    }

    /** Who is told what becomes durable; one at most. */
    public void watch(Watcher observer) {
        watcher = Objects.requireNonNull(observer, "observer");
    }

    /**
     * A new disk in place of the old one: everything is gone.
     *
     * @throws IllegalStateException if it is mounted
     */
    public void wipe() {
        if (mounted != null) {
            throw new IllegalStateException("disk " + name + " is mounted: crash or close its host first");
        }
        content = new DiskContent();
    }

    /** The chunks that are durable. */
    public Set<ChunkPos> durableChunks() {
        return content.chunks();
    }

    /** What is durable of a chunk, and not damaged. */
    public EditBatch durable(ChunkPos chunk) {
        return content.edits(chunk);
    }

    DiskContent content() {
        return content;
    }

    Watcher watcher() {
        return watcher;
    }

    RandomGenerator random() {
        return random;
    }

    void unmounted() {
        mounted = null;
    }

    Duration commitTime() {
        Duration time = Latency.draw(random, latency.min(), latency.max());
        for (DiskFault fault : faults) {
            time = time.plus(fault.commitDelay(random));
        }
        return time;
    }

    Optional<String> commitError() {
        return first(fault -> fault.commitError(random));
    }

    Optional<String> readError() {
        return first(fault -> fault.readError(random));
    }

    private Optional<String> first(Function<DiskFault, Optional<String>> question) {
        return faults.stream().map(question).flatMap(Optional::stream).findFirst();
    }

    boolean tears() {
        return faults.stream().anyMatch(fault -> fault.tears(random));
    }
}
