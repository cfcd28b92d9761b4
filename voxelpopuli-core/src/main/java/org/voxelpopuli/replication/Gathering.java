package org.voxelpopuli.replication;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/**
 * What a node does before it serves a chunk (DESIGN D4): asks the nodes nearest to the chunk what they hold of it, takes over what it lacks, and learns the
 * highest claim. Those who do not answer in time are not waited for; what they have comes later, by repair. Used on the worker of the replication.
 */
final class Gathering {
    private static final Logger log = LoggerFactory.getLogger(Gathering.class);

    /**
     * What came out of it.
     *
     * @param highest claim that anybody knows; null for none
     * @param serving whether its owner answered, and serves the chunk
     * @param answered whether its owner answered at all
     */
    record Result(@Nullable Claim highest, boolean serving, boolean answered) {}

    private record Holder(PeerNode node, long root) {}

    private final ChunkPos chunk;
    private final Copies copies;
    private final Replicas replicas;
    private final PeerLinks links;
    private final ReplicationSettings settings;
    private final RepairTraffic traffic;
    private final Worker worker;
    private final WriterId self;
    private final LongSupplier wallMillis;
    private final Set<WriterId> asked = new HashSet<>();
    private final Set<WriterId> answered = new HashSet<>();
    private final CompletableFuture<Result> result = new CompletableFuture<>();
    private final Queue<Holder> holders = new ArrayDeque<>();
    private final Set<Long> roots = new HashSet<>();
    private @Nullable Claim highest;
    private boolean serving;
    private int unanswered;
    private boolean timeIsUp;
    private boolean fetching;

    Gathering(
            ChunkPos chunk,
            @Nullable Claim known,
            Copies copies,
            Replicas replicas,
            PeerLinks links,
            ReplicationSettings settings,
            RepairTraffic traffic,
            Worker worker,
            WriterId self,
            LongSupplier wallMillis) {
        this.chunk = chunk;
        this.highest = known;
        this.copies = copies;
        this.replicas = replicas;
        this.links = links;
        this.settings = settings;
        this.traffic = traffic;
        this.worker = worker;
        this.self = self;
        this.wallMillis = wallMillis;
    }

    /** Completes on the worker; never fails. */
    CompletableFuture<Result> begin() {
        var unused = copies.root(chunk).whenComplete((own, failure) -> {
            if (own == null) {
                log.warn(
                        "The own copy of chunk {} cannot be read; others may have it: {}", chunk, failure.getMessage());
            } else {
                roots.add(own);
            }
            roots.add(0L);
            askNearest();
        });
        return result;
    }

    private void askNearest() {
        var unused = replicas.nearest(chunk, settings.asked())
                .whenComplete((nearest, failure) -> worker.execute(() -> ask(nearest == null ? List.of() : nearest)));
    }

    private void ask(List<PeerNode> nearest) {
        worker.schedule(settings.gatherTime(), () -> {
            timeIsUp = true;
            next();
        });
        nearest.forEach(this::ask);
        askOwner();
        next();
    }

    private void ask(PeerNode node) {
        if (!asked.add(node.id())) {
            return;
        }
        unanswered++;
        var unused = links.ask(node, new Question.Holding(chunk), settings.gatherTime())
                .whenComplete((answer, failure) -> worker.execute(() -> {
                    unanswered--;
                    if (answer instanceof Answer.Held held) {
                        answered.add(node.id());
                        heard(node, held);
                    }
                    next();
                }));
    }

    /** Who has the highest claim, near or far, is asked whether it lives. */
    private void askOwner() {
        Claim claim = highest;
        if (claim != null && !claim.owner().equals(self)) {
            ask(new PeerNode(claim.owner(), claim.server()));
        }
    }

    private void heard(PeerNode node, Answer.Held held) {
        if (held.claim().isPresent() && Ahead.isPlausible(held.claim().get(), wallMillis.getAsLong())) {
            Claim claim = held.claim().get();
            boolean theirs = claim.owner().equals(node.id());
            if (highest == null || replicas.isAbove(chunk, claim, highest)) {
                highest = claim;
                serving = theirs;
                askOwner();
            } else if (claim.equals(highest) && theirs) {
                serving = true;
            }
        }
        if (roots.add(held.root())) {
            holders.add(new Holder(node, held.root()));
        }
    }

    private void next() {
        if (result.isDone() || fetching) {
            return;
        }
        Holder holder = holders.poll();
        if (holder != null && !serving) {
            fetch(holder);
        } else if (unanswered == 0 || timeIsUp || serving) {
            result.complete(new Result(highest, serving, highest != null && answered.contains(highest.owner())));
        }
    }

    private void fetch(Holder holder) {
        fetching = true;
        var unused = new ChunkRepair(
                        chunk,
                        copies,
                        traffic,
                        wallMillis,
                        question -> links.ask(holder.node(), question, ChunkRepair.patience()))
                .compare()
                .thenCompose(difference -> copies.save(chunk, difference.fetched()))
                .whenComplete((done, failure) -> worker.execute(() -> {
                    fetching = false;
                    if (failure != null) {
                        log.debug(
                                "The copy of chunk {} at {} could not be fetched: {}",
                                chunk,
                                holder.node().server(),
                                failure.getMessage());
                    }
                    next();
                }));
    }
}
