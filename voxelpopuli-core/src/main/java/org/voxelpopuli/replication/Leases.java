package org.voxelpopuli.replication;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/**
 * The chunks of others of which this node has copies, and when it last heard of their owners. An owner that was not heard of for the time of the lease is looked
 * for, by which the directory has another take its place if it is dead. Belongs to the worker of the replication.
 */
final class Leases {
    private static final int RESCUES_AT_ONCE = 4;

    /** How long an owner is believed, on the word of the directory, that no longer counts us among its keepers. */
    private static final Duration LOOK_AGAIN = Duration.ofMinutes(10);

    private final Worker worker;
    private final NodeClock clock;
    private final ReplicationSettings settings;
    private final ServerAddress here;
    private final Copies copies;
    private final Directory directory;
    private final Repairs repairs;
    private final Map<ChunkPos, Long> heardOf = new HashMap<>();
    private final Queue<ChunkPos> rescues = new ArrayDeque<>();
    private final Set<ChunkPos> rescued = new HashSet<>();
    private int rescuing;

    Leases(
            Worker worker,
            NodeClock clock,
            ReplicationSettings settings,
            ServerAddress here,
            Copies copies,
            Directory directory,
            Repairs repairs) {
        this.worker = worker;
        this.clock = clock;
        this.settings = settings;
        this.here = here;
        this.copies = copies;
        this.directory = directory;
        this.repairs = repairs;
    }

    /** The owner of a chunk, of which we have a copy from now on, lives. */
    void heard(ChunkPos chunk) {
        heardOf.put(chunk, clock.nanos());
    }

    /** The owner of a chunk lives; nothing happens if we have no copy of it. */
    void heardAgain(ChunkPos chunk) {
        heardOf.computeIfPresent(chunk, (position, heard) -> clock.nanos());
    }

    /** The chunk is ours. */
    void forget(ChunkPos chunk) {
        heardOf.remove(chunk);
    }

    /** The number of copies. */
    int size() {
        return heardOf.size();
    }

    /** Begins to look. */
    void start() {
        worker.schedule(settings.renewal(), () -> {
            start();
            findExpired();
        });
    }

    private void findExpired() {
        long before = clock.nanos() - settings.lease().toNanos();
        heardOf.forEach((chunk, heard) -> {
            if (heard - before < 0 && rescued.add(chunk)) {
                rescues.add(chunk);
            }
        });
        rescueNext();
    }

    /** Its owner is not heard of any more: the directory finds it, or has another take its place. */
    private void rescueNext() {
        while (rescuing < RESCUES_AT_ONCE) {
            ChunkPos chunk = rescues.poll();
            if (chunk == null) {
                return;
            }
            rescuing++;
            var unused = copies.root(chunk)
                    .thenCompose(root -> root == 0
                            ? CompletableFuture.<ServerAddress>completedFuture(null)
                            : directory.locate(chunk))
                    .whenComplete((server, failure) -> worker.execute(() -> {
                        rescuing--;
                        rescued.remove(chunk);
                        if (heardOf.containsKey(chunk) && failure == null) {
                            heardOf.put(chunk, clock.nanos() + LOOK_AGAIN.toNanos());
                            if (server != null && !server.equals(here)) {
                                repairs.contribute(chunk, server);
                            }
                        }
                        rescueNext();
                    }));
        }
    }
}
