package org.voxelpopuli.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.ServedElsewhereException;
import org.voxelpopuli.edits.AppliedRange;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditId;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/**
 * The edits of a loaded chunk that are not yet kept: nobody is shown them, nobody is told that they are done. They are given to be kept in
 * each tick, one batch at a time; what the store could not write stays here and is given again, so no edit is lost while the process lives. What waits is merged, so that a store
 * that is stuck costs no more than one edit for each voxel. Belongs to the chunk's worker.
 */
final class UnsavedEdits {
    private static final Logger log = LoggerFactory.getLogger(UnsavedEdits.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** So many edits of one chunk may wait to be acknowledged. */
    private static final int MAX_PROMISES = 16_384;

    /** Told what is kept, before whoever was promised it. */
    @FunctionalInterface
    interface Kept {
        void kept(EditBatch edits, List<CompletableFuture<Void>> promised);
    }

    private final ChunkPos position;
    private final ServerContext context;
    private final Worker worker;
    private final Kept kept;
    private Batch waiting = new Batch();
    private Batch inFlight = new Batch();
    private boolean retrying;
    private @Nullable CompletableFuture<Void> drained;

    /** Edits, and who was promised to hear when they are kept. */
    private static final class Batch {
        final EditLog edits = new EditLog();
        final List<CompletableFuture<Void>> promised = new ArrayList<>();

        boolean isEmpty() {
            return edits.size() == 0;
        }
    }

    UnsavedEdits(ChunkPos position, ServerContext context, Worker worker, Kept kept) {
        this.position = position;
        this.context = context;
        this.worker = worker;
        this.kept = kept;
    }

    /** One more edit; the id, if a client gave one. */
    void add(Edit edit, @Nullable EditId id) {
        waiting.edits.merge(
                new EditBatch(List.of(edit), id == null ? List.of() : List.of(AppliedRange.of(id, edit.stamp()))));
    }

    /** Whether the edit of this id is here. */
    boolean has(EditId id) {
        return waiting.edits.hasApplied(id) || inFlight.edits.hasApplied(id);
    }

    /** Completes a future when all that was added so far is kept. */
    void whenKept(CompletableFuture<Void> promise) {
        if (!waiting.isEmpty()) {
            waiting.promised.add(promise);
        } else if (!inFlight.isEmpty()) {
            inFlight.promised.add(promise);
        } else {
            promise.complete(null);
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty() && inFlight.isEmpty();
    }

    /** Why no further edit should be taken from somebody who can be told so. */
    Optional<String> trouble() {
        Optional<String> clock = context.replication().clockTrouble();
        if (clock.isPresent()) {
            return clock;
        }
        if (isEmpty()) {
            return Optional.empty();
        }
        if (waiting.promised.size() + inFlight.promised.size() >= MAX_PROMISES) {
            return Optional.of("more than " + MAX_PROMISES + " edits of chunk " + position + " wait to be kept");
        }
        return context.store().status().writeError().map(error -> "this node cannot keep edits now: " + error);
    }

    /** Gives what waits to the store. One batch is under way at a time: what comes meanwhile forms the next. */
    void flush() {
        if (waiting.isEmpty() || !inFlight.isEmpty() || retrying) {
            return;
        }
        Batch batch = waiting;
        waiting = new Batch();
        inFlight = batch;
        EditBatch edits = batch.edits.all();
        var unused = context.replication()
                .keep(position, edits)
                .whenComplete((saved, failure) -> worker.execute(() -> saved(batch, edits, failure)));
    }

    private void saved(Batch batch, EditBatch edits, @Nullable Throwable failure) {
        inFlight = new Batch();
        Throwable cause = failure == null || failure.getCause() == null ? failure : failure.getCause();
        if (failure == null) {
            kept.kept(edits, batch.promised);
            // What was applied meanwhile has waited for a tick already.
            flush();
        } else if (cause instanceof ServedElsewhereException) {
            giveUp(batch, cause);
            return;
        } else {
            log.error(
                    "Edits of chunk {} could not be saved and will be tried again ({} of them): {}",
                    position,
                    batch.edits.size(),
                    failure.getMessage());
            var unused = waiting.edits.merge(edits);
            waiting.promised.addAll(0, batch.promised);
            retrying = true;
            worker.schedule(RETRY, () -> {
                retrying = false;
                flush();
            });
        }
        if (drained != null) {
            if (failure != null) {
                drained.completeExceptionally(failure);
            } else if (isEmpty()) {
                drained.complete(null);
            }
        }
    }

    /** Another node serves the chunk: it is given what is here in another way, and whoever waits must ask there. */
    private void giveUp(Batch batch, Throwable servedElsewhere) {
        List<CompletableFuture<Void>> all = new ArrayList<>(batch.promised);
        all.addAll(waiting.promised);
        waiting = new Batch();
        all.forEach(promise -> promise.completeExceptionally(servedElsewhere));
        if (drained != null) {
            drained.complete(null);
        }
    }

    /** Gives everything to the store; completes when it is durable, fails if the store fails. */
    CompletableFuture<Void> flushAll() {
        CompletableFuture<Void> all = new CompletableFuture<>();
        drained = all;
        if (isEmpty()) {
            all.complete(null);
        } else {
            flush();
        }
        return all;
    }
}
