package org.voxelpopuli.replication;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
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
    private final Surplus surplus;
    private final Map<ChunkPos, Lease> leases = new HashMap<>();
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
            Repairs repairs,
            Surplus surplus) {
        this.worker = worker;
        this.clock = clock;
        this.settings = settings;
        this.here = here;
        this.copies = copies;
        this.directory = directory;
        this.repairs = repairs;
        this.surplus = surplus;
    }

    /**
     * When an owner was heard of.
     *
     * @param nanos of the clock; in the future for one who need not be heard of so soon
     * @param withoutUs whether the directory knew the owner, though it renews our copy no more
     */
    private record Lease(long nanos, boolean withoutUs) {}

    /** The owner of a chunk, of which we have a copy from now on, lives. */
    void heard(ChunkPos chunk) {
        leases.put(chunk, new Lease(clock.nanos(), false));
    }

    /** The owner of a chunk lives; nothing happens if we have no copy of it. */
    void heardAgain(ChunkPos chunk) {
        leases.computeIfPresent(chunk, (position, heard) -> new Lease(clock.nanos(), false));
    }

    /** The chunk is ours. */
    void forget(ChunkPos chunk) {
        leases.remove(chunk);
    }

    /** The number of copies. */
    int size() {
        return leases.size();
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
        leases.forEach((chunk, lease) -> {
            if (lease.nanos() - before < 0 && rescued.add(chunk)) {
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
                        if (failure == null) {
                            found(chunk, server);
                        }
                        rescueNext();
                    }));
        }
    }

    /** The directory knows the owner, or nobody needs one. */
    private void found(ChunkPos chunk, @Nullable ServerAddress server) {
        Lease before = leases.get(chunk);
        if (before == null) {
            return;
        }
        Lease later = new Lease(clock.nanos() + LOOK_AGAIN.toNanos(), true);
        leases.put(chunk, later);
        if (server == null || server.equals(here)) {
            return;
        }
        if (before.withoutUs()) {
            // What we had and the owner lacked was offered the last time.
            var unused = surplus.giveUp(chunk, server, () -> leases.remove(chunk, later))
                    .thenAccept(given -> {
                        if (!given) {
                            repairs.contribute(chunk, server);
                        }
                    });
        } else {
            repairs.contribute(chunk, server);
        }
    }
}
