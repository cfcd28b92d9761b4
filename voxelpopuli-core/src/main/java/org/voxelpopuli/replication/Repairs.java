package org.voxelpopuli.replication;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/** Makes copies equal, a few at a time. Belongs to the worker of the replication. */
final class Repairs {
    private static final Logger log = LoggerFactory.getLogger(Repairs.class);
    private static final int AT_ONCE = 8;

    private final Worker worker;
    private final Copies copies;
    private final Ownership ownership;
    private final PeerLinks links;
    private final RepairTraffic traffic;
    private final LongSupplier wallMillis;
    private final Supplier<ChunkOwner> owner;
    private final Queue<Supplier<CompletableFuture<?>>> waiting = new ArrayDeque<>();
    private final Set<Key> queued = new HashSet<>();
    private int underWay;

    private record Key(ChunkPos chunk, ServerAddress other) {}

    Repairs(
            Worker worker,
            Copies copies,
            Ownership ownership,
            PeerLinks links,
            RepairTraffic traffic,
            LongSupplier wallMillis,
            Supplier<ChunkOwner> owner) {
        this.worker = worker;
        this.copies = copies;
        this.ownership = ownership;
        this.links = links;
        this.traffic = traffic;
        this.wallMillis = wallMillis;
        this.owner = owner;
    }

    /** Edits of a chunk of ours that another node had: they are kept as our own are, and shown. */
    CompletableFuture<Void> absorb(OwnedChunk owned, EditBatch edits) {
        return ownership.keep(owned, edits).thenRun(() -> owner.get().absorb(owned.position, edits));
    }

    /** Gives the owner of a chunk what it lacks, in its turn. */
    void contribute(ChunkPos chunk, ServerAddress to) {
        enqueue(new Key(chunk, to), () -> new ChunkRepair(
                        chunk, copies, traffic, wallMillis, question -> links.ask(to, question, ChunkRepair.patience()))
                .compare()
                .thenCompose(difference -> {
                    traffic.edits(difference.lacking());
                    return difference.lacking().isEmpty()
                            ? CompletableFuture.<Void>completedFuture(null)
                            : offer(chunk, to, difference.lacking());
                }));
    }

    private CompletableFuture<Void> offer(ChunkPos chunk, ServerAddress to, EditBatch lacking) {
        CompletableFuture<Void> offered = CompletableFuture.completedFuture(null);
        for (EditBatch part : lacking.split(Digests.EDITS_AT_ONCE)) {
            offered = offered.thenCompose(
                            before -> links.ask(to, new Question.Offer(chunk, part), ChunkRepair.patience()))
                    .thenAccept(answer -> {
                        if (!(answer instanceof Answer.Done)) {
                            throw new PeerException(
                                    to + " does not take what it lacks of chunk " + chunk + ": " + answer);
                        }
                    });
        }
        return offered;
    }

    /** Makes a keeper's copy equal to ours, in its turn. */
    void repair(OwnedChunk owned, PeerNode keeper) {
        enqueue(new Key(owned.position, keeper.server()), () -> {
            if (ownership.get(owned.position) != owned) {
                return CompletableFuture.completedFuture(null);
            }
            KeeperCopy copy = owned.copies.get(keeper.id());
            return copies.root(owned.position)
                    .thenCompose(root -> root == 0 ? pullOnly(owned, keeper, copy) : compareWith(owned, keeper));
        });
    }

    /** We have nothing; perhaps the other has. If it knows another owner, one of both has to give up, and which one is found out as if there were edits. */
    private CompletableFuture<Void> pullOnly(OwnedChunk owned, PeerNode keeper, @Nullable KeeperCopy copy) {
        return links.ask(keeper, new Question.Holding(owned.position), ChunkRepair.patience())
                .thenComposeAsync(
                        answer -> {
                            if (answer instanceof Answer.Held held && held.root() != 0) {
                                return compareWith(owned, keeper);
                            }
                            if (answer instanceof Answer.Held) {
                                ownership.equal(owned, copy);
                            }
                            boolean claimed = answer instanceof Answer.Held held
                                    && held.claim()
                                            .filter(claim -> !claim.owner().equals(owned.claim.owner()))
                                            .isPresent();
                            return claimed && ownership.get(owned.position) == owned
                                    ? ownership
                                            .ask(owned, keeper, EditBatch.EMPTY)
                                            .thenAccept(outcome -> {})
                                    : CompletableFuture.completedFuture(null);
                        },
                        worker);
    }

    /** Makes a copy equal to ours, at once: fetches what it has more, and has it keep what it lacks. Completes when it is done. */
    CompletableFuture<Void> compareWith(OwnedChunk owned, PeerNode keeper) {
        KeeperCopy copy = owned.copies.get(keeper.id());
        return new ChunkRepair(
                        owned.position,
                        copies,
                        traffic,
                        wallMillis,
                        question -> links.ask(keeper, question, ChunkRepair.patience()))
                .compare()
                .thenComposeAsync(
                        difference -> {
                            if (ownership.get(owned.position) != owned) {
                                return CompletableFuture.completedFuture(null);
                            }
                            if (!difference.fetched().isEmpty()) {
                                var unused = absorb(owned, difference.fetched());
                            }
                            traffic.edits(difference.lacking());
                            // Also when nothing is lacking: the keeper then knows whose copy it has.
                            return ownership
                                    .ask(owned, keeper, difference.lacking())
                                    .thenAccept(outcome -> {
                                        if (outcome == Ownership.Outcome.KEPT) {
                                            ownership.equal(owned, copy);
                                        }
                                    });
                        },
                        worker);
    }

    private void enqueue(Key key, Supplier<CompletableFuture<?>> repair) {
        if (queued.add(key)) {
            waiting.add(() -> {
                queued.remove(key);
                return repair.get().whenComplete((done, failure) -> {
                    if (failure != null) {
                        log.debug(
                                "Chunk {} could not be compared with {}: {}",
                                key.chunk(),
                                key.other(),
                                failure.getMessage());
                    }
                });
            });
            next();
        }
    }

    private void next() {
        while (underWay < AT_ONCE) {
            Supplier<CompletableFuture<?>> next = waiting.poll();
            if (next == null) {
                return;
            }
            underWay++;
            var unused = next.get()
                    .whenComplete((done, failure) -> worker.execute(() -> {
                        underWay--;
                        next();
                    }));
        }
    }
}
