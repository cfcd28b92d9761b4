package org.voxelpopuli.replication;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditDigest;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

/**
 * What this node has of chunks, its own and others', in its store, with the roots of their digests, which are worked out when they are first asked for and
 * remembered until the chunk changes. Belongs to the worker of the replication.
 */
final class Copies {
    /** Of reading chunks only to digest them; the store has other work. */
    private static final int DIGESTED_AT_ONCE = 4;

    private static final class Known {
        long root;
        /** Counts the changes, so that a digest of what was read before a change is not taken for the state after it. */
        long changes;

        boolean valid;
    }

    private record Digesting(ChunkPos chunk, CompletableFuture<Long> root) {}

    private final WorldStore store;
    private final Worker worker;
    private final Map<ChunkPos, Known> roots = new HashMap<>();
    private final Queue<Digesting> queue = new ArrayDeque<>();

    /** Saves of chunks that are under way. */
    private final Map<ChunkPos, Integer> writing = new HashMap<>();

    private int digesting;

    Copies(WorldStore store, Worker worker) {
        this.store = store;
        this.worker = worker;
    }

    /** Completes on the worker. */
    CompletableFuture<EditLog> read(ChunkPos chunk) {
        return store.loadEdits(chunk).thenApplyAsync(EditLog::new, worker);
    }

    /** Merges edits into what is there; completes on the worker, when that is durable. */
    CompletableFuture<Void> save(ChunkPos chunk, EditBatch edits) {
        if (edits.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        changed(chunk);
        writing.merge(chunk, 1, Integer::sum);
        return store.saveChunk(chunk, edits)
                .whenCompleteAsync(
                        (done, failure) -> {
                            changed(chunk);
                            writing.computeIfPresent(chunk, (position, saves) -> saves == 1 ? null : saves - 1);
                        },
                        worker);
    }

    /** Whether all that a chunk has is on the disk, as far as it ever gets there. */
    boolean isKept(ChunkPos chunk) {
        return !writing.containsKey(chunk);
    }

    /** Makes a chunk one of the store's, be it without edits. Completes when that is durable. */
    CompletableFuture<Void> makeResident(ChunkPos chunk) {
        return store.saveChunk(chunk, EditBatch.EMPTY);
    }

    /** The chunks of which the store lost something. */
    Set<ChunkPos> damaged() {
        return store.status().damagedChunks();
    }

    /** What the store has of a chunk is another than before. */
    void changed(ChunkPos chunk) {
        Known known = roots.computeIfAbsent(chunk, key -> new Known());
        known.changes++;
        known.valid = false;
    }

    CompletableFuture<Void> remove(ChunkPos chunk) {
        roots.remove(chunk);
        return store.removeChunk(chunk);
    }

    /** The root of a chunk's digest; 0 for one without edits. Completes on the worker. */
    CompletableFuture<Long> root(ChunkPos chunk) {
        Known known = roots.get(chunk);
        if (known != null && known.valid) {
            return CompletableFuture.completedFuture(known.root);
        }
        Digesting wanted = new Digesting(chunk, new CompletableFuture<>());
        queue.add(wanted);
        next();
        return wanted.root();
    }

    private void next() {
        if (digesting >= DIGESTED_AT_ONCE) {
            return;
        }
        Digesting wanted = queue.poll();
        if (wanted == null) {
            return;
        }
        digesting++;
        Known known = roots.computeIfAbsent(wanted.chunk(), key -> new Known());
        long before = known.changes;
        var unused = read(wanted.chunk())
                .whenComplete((log, failure) -> worker.execute(() -> {
                    digesting--;
                    if (log == null) {
                        wanted.root().completeExceptionally(failure);
                    } else {
                        long root = EditDigest.of(log).root();
                        if (root == 0) {
                            // Anybody may ask for any chunk.
                            roots.remove(wanted.chunk(), known);
                        } else if (known.changes == before) {
                            known.root = root;
                            known.valid = true;
                        }
                        wanted.root().complete(root);
                    }
                    next();
                }));
    }
}
