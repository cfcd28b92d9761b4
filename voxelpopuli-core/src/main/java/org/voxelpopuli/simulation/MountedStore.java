package org.voxelpopuli.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.StoreStatus;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

/** A disk on a host: group commit, as the real store does it. */
final class MountedStore implements WorldStore, RecordTable {
    private static final Duration READ = Duration.ofNanos(200_000);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    /** @param chunk that is written, null for a record */
    private record Write(
            Consumer<DiskContent> change, @Nullable ChunkPos chunk, CompletableFuture<Void> durable) {}

    private final SimulatedDisk disk;
    private final Simulation simulation;
    private final SimulatedWorker worker;
    private final SimulatedHost host;
    private final Runnable release = this::hostStopped;
    /** The disk as it will be when all that waits is written. */
    private final DiskContent shown;

    private final Deque<Write> waiting = new ArrayDeque<>();
    private List<Write> underWay = List.of();
    private boolean onDisk;
    private boolean trying;
    private boolean closed;
    private Duration pause = FIRST_PAUSE;
    private @Nullable String error;
    private long commits;
    private long writes;
    private long lastCommitNanos;

    MountedStore(SimulatedDisk disk, Simulation simulation, SimulatedHost host) {
        this.disk = disk;
        this.simulation = simulation;
        this.host = host;
        this.worker = new SimulatedWorker(simulation, host, "disk", true);
        this.shown = disk.content().copy();
        host.onStop(release);
    }

    @Override
    public CompletableFuture<Set<ChunkPos>> residentChunks() {
        return read(DiskContent::chunks);
    }

    @Override
    public CompletableFuture<EditBatch> loadEdits(ChunkPos position) {
        return read(content -> content.edits(position));
    }

    @Override
    public CompletableFuture<List<StoredRecord>> all(String kind) {
        return read(content -> content.records(kind));
    }

    // A read sees every write that was called before it.
    private <T> CompletableFuture<T> read(Function<DiskContent, T> query) {
        CompletableFuture<T> result = new CompletableFuture<>();
        if (closed) {
            return CompletableFuture.failedFuture(failure("the store is closed"));
        }
        Optional<String> readError = disk.readError();
        T value = query.apply(shown);
        worker.schedule(READ, () -> {
            if (readError.isPresent()) {
                result.completeExceptionally(failure(readError.get()));
            } else {
                result.complete(value);
            }
        });
        return result;
    }

    @Override
    public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
        return write(position, content -> content.save(position, edits), () -> disk.watcher()
                .saved(position, edits));
    }

    @Override
    public CompletableFuture<Void> removeChunk(ChunkPos position) {
        return write(position, content -> content.remove(position), () -> {});
    }

    @Override
    public CompletableFuture<Void> put(StoredRecord row) {
        return write(null, content -> content.put(row), () -> {});
    }

    @Override
    public CompletableFuture<Void> remove(String kind, String key) {
        return write(null, content -> content.removeRecord(kind, key), () -> {});
    }

    private CompletableFuture<Void> write(@Nullable ChunkPos chunk, Consumer<DiskContent> change, Runnable watched) {
        if (closed) {
            return CompletableFuture.failedFuture(failure("the store is closed"));
        }
        change.accept(shown);
        CompletableFuture<Void> durable = new CompletableFuture<>();
        waiting.add(new Write(
                content -> {
                    change.accept(content);
                    watched.run();
                },
                chunk,
                durable));
        begin();
        return durable;
    }

    private StoreException failure(String why) {
        return new StoreException("disk " + disk.name() + ": " + why, null);
    }

    /** The next group: all that waits, while one is under way. */
    private void begin() {
        if (trying || waiting.isEmpty() || closed) {
            return;
        }
        trying = true;
        // The writing thread wakes up a moment later.
        worker.execute(this::commit);
    }

    private void commit() {
        if (closed) {
            return;
        }
        Optional<String> failed = disk.commitError();
        if (failed.isPresent()) {
            error = failed.get();
            worker.schedule(pause, this::commit);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            return;
        }
        List<Write> group = List.copyOf(waiting);
        waiting.clear();
        underWay = group;
        onDisk = false;
        Duration time = disk.commitTime();
        // It is on the disk some time before we are told so: who crashes in between has kept more than it knows.
        Duration kept = Latency.draw(disk.random(), Duration.ZERO, time);
        simulation.queue().schedule(kept.toNanos(), () -> {
            if (host.isRunning() && !closed) {
                onDisk = true;
                persist(group);
            }
        });
        worker.schedule(time, () -> committed(group, time));
    }

    private void persist(List<Write> group) {
        group.forEach(write -> write.change().accept(disk.content()));
    }

    private void committed(List<Write> group, Duration time) {
        trying = false;
        underWay = List.of();
        error = null;
        pause = FIRST_PAUSE;
        commits++;
        writes += group.size();
        lastCommitNanos = time.toNanos();
        group.forEach(write -> write.durable().complete(null));
        begin();
    }

    private void hostStopped() {
        for (Write write : underWay) {
            if (!onDisk && write.chunk() != null && disk.tears()) {
                disk.content().damage(write.chunk());
            }
        }
        unmount();
    }

    private void unmount() {
        closed = true;
        waiting.clear();
        underWay = List.of();
        disk.unmounted();
    }

    /** This object. */
    @Override
    public RecordTable records() {
        return this;
    }

    @Override
    public StoreStatus status() {
        return new StoreStatus(
                "simulated",
                "disk " + disk.name(),
                Optional.ofNullable(error),
                waiting.size() + underWay.size(),
                commits,
                writes,
                lastCommitNanos,
                Set.of());
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        host.forgetStop(release);
        if (!onDisk) {
            persist(underWay);
        }
        Optional<String> failed = disk.commitError();
        List<Write> last = List.copyOf(waiting);
        if (failed.isEmpty()) {
            persist(last);
        }
        unmount();
        for (Write write : last) {
            if (failed.isEmpty()) {
                write.durable().complete(null);
            } else {
                write.durable().completeExceptionally(failure(failed.get()));
            }
        }
    }
}
