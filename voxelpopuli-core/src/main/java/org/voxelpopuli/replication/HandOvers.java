package org.voxelpopuli.replication;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/** Has other nodes serve chunks of ours: those that are nearer, or all when this node stops. Belongs to the worker of the replication. */
final class HandOvers {
    private static final Logger log = LoggerFactory.getLogger(HandOvers.class);
    private static final int AT_ONCE = 8;

    /** Somebody who came just now may be gone again. */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    private static final Duration TAKE_OVER_TIME = Duration.ofSeconds(2);

    /** A store that is stuck must not keep a chunk paused. */
    private static final Duration PAUSE_TIME = Duration.ofSeconds(2);

    /** Whoever stops a process kills it soon after. */
    private static final Duration LEAVING_TIME = Duration.ofSeconds(4);

    private final Worker worker;
    private final Ownership ownership;
    private final PeerLinks links;
    private final Repairs repairs;
    private final Supplier<ChunkOwner> owner;
    private final BiConsumer<OwnedChunk, Claim> lost;
    private final Map<ChunkPos, PeerNode> waiting = new LinkedHashMap<>();
    private int underWay;

    /** @param lost is told of each chunk that another node serves now */
    HandOvers(
            Worker worker,
            Ownership ownership,
            PeerLinks links,
            Repairs repairs,
            Supplier<ChunkOwner> owner,
            BiConsumer<OwnedChunk, Claim> lost) {
        this.worker = worker;
        this.ownership = ownership;
        this.links = links;
        this.repairs = repairs;
        this.owner = owner;
        this.lost = lost;
    }

    /** A node is there that is nearer to a chunk than we are: it is handed over, in its turn. */
    void nearerNode(OwnedChunk owned, PeerNode nearer) {
        if (waiting.putIfAbsent(owned.position, nearer) == null) {
            worker.schedule(SETTLED, this::next);
        }
    }

    private void next() {
        while (underWay < AT_ONCE && !waiting.isEmpty()) {
            Map.Entry<ChunkPos, PeerNode> next = waiting.entrySet().iterator().next();
            waiting.remove(next.getKey());
            OwnedChunk owned = ownership.get(next.getKey());
            if (owned == null || owned.handingOver) {
                continue;
            }
            underWay++;
            var unused = handOver(owned, next.getValue())
                    .whenComplete((done, failure) -> worker.execute(() -> {
                        underWay--;
                        next();
                    }));
        }
    }

    /** Has another node serve a chunk of ours; completes when it does, or does not want to. Never fails. */
    private CompletableFuture<Void> handOver(OwnedChunk owned, PeerNode successor) {
        owned.handingOver = true;
        CompletableFuture<Void> over = new CompletableFuture<>();
        var unused = repairs.compareWith(owned, successor)
                .thenCompose(equal -> within(PAUSE_TIME, owner.get().pause(owned.position)))
                .thenComposeAsync(paused -> sendRest(owned, successor), worker)
                .thenCompose(equal -> links.ask(
                        successor, new Question.TakeOver(owned.position, owned.claim.epoch() + 1), TAKE_OVER_TIME))
                .whenComplete((answer, failure) -> worker.execute(() -> {
                    owned.handingOver = false;
                    if (answer instanceof Answer.Done && ownership.get(owned.position) == owned) {
                        lost.accept(owned, new Claim(owned.claim.epoch() + 1, successor.id(), successor.server()));
                    } else if (answer instanceof Answer.Superseded superseded) {
                        var ignored = ownership.superseded(owned, superseded.claim());
                    } else if (failure != null) {
                        log.debug(
                                "Chunk {} is not handed over to {}: {}",
                                owned.position,
                                successor.server(),
                                failure.getMessage());
                    }
                    if (ownership.get(owned.position) == owned) {
                        owner.get().resume(owned.position);
                    }
                    over.complete(null);
                }));
        return over;
    }

    /** What was applied since the comparison: a keeper was sent all of it, before it is asked to take over. */
    private CompletableFuture<Void> sendRest(OwnedChunk owned, PeerNode successor) {
        return owned.keepers.contains(successor)
                ? CompletableFuture.completedFuture(null)
                : repairs.compareWith(owned, successor);
    }

    private <T> CompletableFuture<T> within(Duration limit, CompletableFuture<T> future) {
        CompletableFuture<T> limited = new CompletableFuture<>();
        Worker.Timer timer = worker.schedule(
                limit,
                () -> limited.completeExceptionally(
                        new PeerException("it takes longer than " + limit.toMillis() + " ms")));
        var unused = limited.whenComplete((value, failure) -> timer.cancel());
        Futures.forward(future, limited);
        return limited;
    }

    /** Hands all chunks that have edits over, at once; completes when that is done as far as it can be, and never fails. */
    CompletableFuture<Void> handOverAll() {
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (OwnedChunk owned : List.copyOf(ownership.all())) {
            if (!owned.keepers.isEmpty() && !owned.handingOver) {
                all.add(handOver(owned, owned.keepers.get(0)));
            }
        }
        return within(LEAVING_TIME, CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)))
                .exceptionally(late -> null);
    }
}
