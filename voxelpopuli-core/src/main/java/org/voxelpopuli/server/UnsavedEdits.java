package org.voxelpopuli.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

/**
 * The edits of a loaded chunk that are not yet durable. They are given to the store once a tick; what the store could not write stays
 * here and is given again, so no edit is lost while the process lives. What waits is merged, so that a store that is stuck costs no
 * more than one edit for each voxel. Belongs to the chunk's worker.
 */
final class UnsavedEdits {
    private static final Logger log = LoggerFactory.getLogger(UnsavedEdits.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final ChunkPos position;
    private final WorldStore store;
    private final Worker worker;
    private EditLog waiting = new EditLog();
    private List<CompletableFuture<Void>> waitingFor = new ArrayList<>();
    private List<Edit> inFlight = List.of();
    private boolean retrying;
    private @Nullable CompletableFuture<Void> drained;

    UnsavedEdits(ChunkPos position, WorldStore store, Worker worker) {
        this.position = position;
        this.store = store;
        this.worker = worker;
    }

    void add(Edit edit) {
        waiting.apply(edit);
    }

    /** Completes a future when all that was added so far is durable. */
    void whenDurable(CompletableFuture<Void> durable) {
        waitingFor.add(durable);
    }

    boolean isEmpty() {
        return waiting.size() == 0 && inFlight.isEmpty();
    }

    /** All that is not known to be durable. */
    List<Edit> edits() {
        return Stream.concat(inFlight.stream(), waiting.edits().stream()).toList();
    }

    /** Gives what waits to the store. One batch is under way at a time: what comes meanwhile forms the next. */
    void flush() {
        if (waiting.size() == 0 || !inFlight.isEmpty() || retrying) {
            return;
        }
        List<Edit> batch = waiting.edits();
        List<CompletableFuture<Void>> promised = waitingFor;
        waiting = new EditLog();
        waitingFor = new ArrayList<>();
        inFlight = batch;
        var unused = store.saveChunk(position, EditBatch.of(batch))
                .whenComplete((saved, failure) -> worker.execute(() -> saved(batch, promised, failure)));
    }

    private void saved(List<Edit> batch, List<CompletableFuture<Void>> promised, @Nullable Throwable failure) {
        inFlight = List.of();
        if (failure == null) {
            promised.forEach(durable -> durable.complete(null));
        } else {
            log.error(
                    "Edits of chunk {} could not be saved and will be tried again ({} of them): {}",
                    position,
                    batch.size(),
                    failure.getMessage());
            batch.forEach(waiting::apply);
            promised.addAll(waitingFor);
            waitingFor = promised;
            retrying = true;
            worker.schedule(RETRY, () -> {
                retrying = false;
                flush();
            });
        }
        if (drained != null) {
            if (failure != null) {
                drained.completeExceptionally(failure);
            } else if (waiting.size() == 0) {
                drained.complete(null);
            } else {
                flush();
            }
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
