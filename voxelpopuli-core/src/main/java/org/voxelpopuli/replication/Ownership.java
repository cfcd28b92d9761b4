package org.voxelpopuli.replication;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.directory.ServedElsewhereException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/**
 * The chunks that this node serves: sees to it that their edits are on its own disk and on those of the keepers, and chooses the keepers. Belongs to the worker
 * of the replication.
 *
 * <p>An edit is kept when it is on the own disk and on that of one keeper (DESIGN D3). Who cannot be reached is no keeper; where none is left, and each was tried
 * once more since the edit was made, the own disk is enough. The first edit that a keeper keeps after that is kept when the keeper has all that was kept without it: so who
 * knows of an edit on two disks knows that of all before. Edits merge, so they go to a keeper in any order, and also while an older copy of it is still being repaired.
 */
final class Ownership {
    private static final Logger log = LoggerFactory.getLogger(Ownership.class);

    /** A keeper's disk may be slow; another one's answer is enough. */
    private static final Duration KEEP_TIME = Duration.ofSeconds(10);

    private static final Duration UNWILLING = Duration.ofSeconds(10);

    /** Nodes looked at beyond those that are wanted, in place of which that are down. */
    private static final int SPARE = 6;

    /** Who hears of it. */
    interface Events {
        /** A keeper was chosen that has perhaps no copy, or an old one. */
        void keeperChosen(OwnedChunk chunk, PeerNode keeper);

        /** Another node serves the chunk. */
        void lost(OwnedChunk chunk, Claim winner);

        /** A nearer node is there. */
        void nearerNode(OwnedChunk chunk, PeerNode nearer);
    }

    private final Worker worker;
    private final NodeClock clock;
    private final Copies copies;
    private final Replicas replicas;
    private final PeerLinks links;
    private final int wanted;
    private final Events events;
    private final Map<ChunkPos, OwnedChunk> chunks = new HashMap<>();
    private volatile @Nullable String refusal;
    private volatile @Nullable ClockTrouble clockTrouble;

    /** Who refused edits that are stamped ahead, and who took edits, with the time until when that counts. */
    private final Map<WriterId, Long> refusing = new HashMap<>();

    private final Map<WriterId, Long> taking = new HashMap<>();

    private record ClockTrouble(String words, long until) {}

    Ownership(
            Worker worker,
            NodeClock clock,
            Copies copies,
            Replicas replicas,
            PeerLinks links,
            int wanted,
            Events events) {
        this.worker = worker;
        this.clock = clock;
        this.copies = copies;
        this.replicas = replicas;
        this.links = links;
        this.wanted = wanted;
        this.events = events;
    }

    @Nullable
    OwnedChunk get(ChunkPos chunk) {
        return chunks.get(chunk);
    }

    Collection<OwnedChunk> all() {
        return chunks.values();
    }

    int unacknowledged() {
        return chunks.values().stream().mapToInt(chunk -> chunk.keepings.size()).sum();
    }

    /** What keeps copies, or acknowledgements, from being made, in words for an operator; from any thread. */
    Optional<String> trouble() {
        return clockTrouble().or(() -> Optional.ofNullable(refusal));
    }

    /** Whether the clock of this node is so wrong that more nodes refuse its edits than take them; from any thread. */
    Optional<String> clockTrouble() {
        ClockTrouble trouble = clockTrouble;
        return trouble == null || trouble.until - clock.nanos() <= 0 ? Optional.empty() : Optional.of(trouble.words);
    }

    /** One clock among many may be that of whoever refuses: those who take edits outvote it. */
    private void judgeClock(String words) {
        long now = clock.nanos();
        refusing.values().removeIf(until -> until - now <= 0);
        taking.values().removeIf(until -> until - now <= 0);
        clockTrouble = refusing.size() > taking.size() ? new ClockTrouble(words, now + UNWILLING.toNanos()) : null;
    }

    OwnedChunk own(ChunkPos chunk, Claim claim) {
        OwnedChunk owned = new OwnedChunk(chunk, claim);
        owned.lastDigest = clock.nanos();
        owned.lastLook = owned.lastDigest;
        chunks.put(chunk, owned);
        return owned;
    }

    /** The chunk is given up to a winner: what is not yet kept fails. */
    void giveUp(OwnedChunk owned, Claim winner) {
        if (!chunks.remove(owned.position, owned)) {
            return;
        }
        List<OwnedChunk.Keeping> open = new ArrayList<>(owned.keepings);
        owned.keepings.clear();
        ServedElsewhereException superseded = new ServedElsewhereException(owned.position, winner.server());
        open.forEach(keeping -> keeping.kept.completeExceptionally(superseded));
    }

    /** Keeps edits. Fails with {@link ServedElsewhereException} if another node serves the chunk, and with what the store says if that fails. */
    CompletableFuture<Void> keep(OwnedChunk owned, EditBatch edits) {
        OwnedChunk.Keeping keeping = new OwnedChunk.Keeping(edits);
        owned.keepings.add(keeping);
        owned.hasEdits = true;
        owned.edited = true;
        owned.lastEdit = clock.nanos();
        var unused = copies.save(owned.position, edits)
                .whenComplete((saved, failure) -> worker.execute(() -> {
                    if (failure == null) {
                        keeping.here = true;
                        completeIfKept(owned, keeping);
                    } else {
                        owned.keepings.remove(keeping);
                        keeping.kept.completeExceptionally(
                                failure instanceof CompletionException && failure.getCause() != null
                                        ? failure.getCause()
                                        : failure);
                    }
                }));
        if (!owned.keepers.isEmpty()) {
            send(owned, keeping);
        } else {
            choose(owned);
        }
        return keeping.kept;
    }

    private void send(OwnedChunk owned, OwnedChunk.Keeping keeping) {
        for (PeerNode keeper : List.copyOf(owned.keepers)) {
            KeeperCopy copy = owned.copies.get(keeper.id());
            if (copy != null && keeping.asked.add(keeper.id())) {
                keeping.nobodyInReach = false;
                copy.sent(keeping, clock.nanos());
                var unused = ask(owned, keeper, keeping.edits).whenComplete((outcome, failure) -> {
                    if (outcome == Outcome.KEPT) {
                        copy.kept(keeping);
                        keeping.there = true;
                        completeIfKept(owned, keeping);
                    } else {
                        copy.missed(keeping);
                        // Chosen once more, it is asked once more.
                        keeping.asked.remove(keeper.id());
                    }
                });
            }
        }
        completeIfKept(owned, keeping);
    }

    /** What became of the wish that a keeper keeps something. */
    enum Outcome {
        KEPT,
        NOT_KEPT
    }

    /** Has a keeper keep edits, in several steps if they are very many; completes on the worker and never fails. */
    CompletableFuture<Outcome> ask(OwnedChunk owned, PeerNode keeper, EditBatch edits) {
        CompletableFuture<Outcome> outcome = CompletableFuture.completedFuture(Outcome.KEPT);
        for (EditBatch part : edits.split(Digests.EDITS_AT_ONCE)) {
            outcome = outcome.thenCompose(before -> before == Outcome.KEPT
                    ? askAtOnce(owned, keeper, part)
                    : CompletableFuture.completedFuture(before));
        }
        return outcome;
    }

    private CompletableFuture<Outcome> askAtOnce(OwnedChunk owned, PeerNode keeper, EditBatch edits) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        var unused = links.ask(keeper, new Question.Keep(owned.position, owned.claim, edits), KEEP_TIME)
                .whenComplete((answer, failure) -> worker.execute(() -> {
                    if (answer instanceof Answer.Done) {
                        refusal = null;
                        if (!edits.edits().isEmpty()) {
                            refusing.remove(keeper.id());
                            taking.put(keeper.id(), clock.nanos() + UNWILLING.toNanos());
                            clockTrouble().ifPresent(this::judgeClock);
                        }
                        outcome.complete(Outcome.KEPT);
                        return;
                    }
                    outcome.complete(Outcome.NOT_KEPT);
                    if (answer instanceof Answer.Superseded superseded) {
                        var ignored = superseded(owned, superseded.claim()).thenAccept(lost -> {
                            if (!lost) {
                                unwilling(owned, keeper, "it takes another for the owner", true);
                            }
                        });
                    } else if (answer instanceof Answer.StampedAhead ahead) {
                        String why = Ahead.words(keeper.server().toString(), ahead.millis());
                        taking.remove(keeper.id());
                        refusing.put(keeper.id(), clock.nanos() + UNWILLING.toNanos());
                        judgeClock(why);
                        unwilling(owned, keeper, why, true);
                    } else if (failure != null && links.isDown(keeper.server())) {
                        // It may be there again at any moment.
                        choose(owned);
                    } else {
                        String why = answer instanceof Answer.Refused refused
                                ? refused.reason()
                                : failure == null ? String.valueOf(answer) : String.valueOf(failure.getMessage());
                        unwilling(owned, keeper, why, answer != null);
                    }
                }));
        return outcome;
    }

    private void unwilling(OwnedChunk owned, PeerNode keeper, String why, boolean refused) {
        log.debug("{} does not keep chunk {}: {}", keeper.server(), owned.position, why);
        if (refused) {
            if (!why.equals(refusal)) {
                log.warn("{} refuses to keep copies of this node's chunks: {}", keeper.server(), why);
            }
            refusal = why;
        }
        owned.unwilling.put(keeper.id(), clock.nanos() + UNWILLING.toNanos());
        choose(owned);
    }

    /** Somebody says that another node serves a chunk of ours. Completes on the worker: whether we do no longer; never fails. */
    CompletableFuture<Boolean> superseded(OwnedChunk owned, Claim claim) {
        if (!Ahead.isPlausible(claim, clock.wallMillis())) {
            return CompletableFuture.completedFuture(false);
        }
        return replicas.prevails(owned.position, claim, owned.claim)
                .thenApplyAsync(
                        prevails -> {
                            if (prevails && chunks.get(owned.position) == owned) {
                                events.lost(owned, claim);
                            }
                            return chunks.get(owned.position) != owned;
                        },
                        worker);
    }

    private void completeIfKept(OwnedChunk owned, OwnedChunk.Keeping keeping) {
        // Where others are there and refuse what we stamp, nothing is acknowledged: it would be alone on this disk for
        // good.
        boolean alone = owned.keepers.isEmpty()
                && keeping.nobodyInReach
                && clockTrouble().isEmpty();
        boolean shared = keeping.there && !owned.unshared;
        if (keeping.here && (shared || alone) && owned.keepings.remove(keeping)) {
            owned.unshared |= !keeping.there;
            keeping.kept.complete(null);
        }
    }

    /**
     * A comparison has found a keeper's copy equal, or made it so.
     *
     * @param copy what was known of it when the comparison began: another one, if nobody was in reach meanwhile
     */
    void equal(OwnedChunk owned, @Nullable KeeperCopy copy) {
        if (copy == null) {
            return;
        }
        copy.equal();
        if (owned.unshared && owned.copies.containsValue(copy)) {
            owned.unshared = false;
            List.copyOf(owned.keepings).forEach(keeping -> completeIfKept(owned, keeping));
        }
    }

    /** Chooses the keepers of a chunk anew. */
    void choose(OwnedChunk owned) {
        if (wanted == 0) {
            owned.chosen = true;
            List.copyOf(owned.keepings).forEach(keeping -> {
                keeping.nobodyInReach = true;
                completeIfKept(owned, keeping);
            });
            return;
        }
        if (owned.choosing) {
            owned.chooseAgain = true;
            return;
        }
        owned.choosing = true;
        var unused = replicas.nearest(owned.position, wanted + SPARE)
                .whenComplete((nearest, failure) ->
                        worker.execute(() -> choose(owned, nearest == null ? List.of() : nearest)));
    }

    private void choose(OwnedChunk owned, List<PeerNode> nearest) {
        owned.choosing = false;
        if (chunks.get(owned.position) != owned || chooseAgainIfWanted(owned)) {
            return;
        }
        long now = clock.nanos();
        owned.unwilling.values().removeIf(until -> until - now <= 0);
        List<PeerNode> willing = nearest.stream()
                .filter(node -> !owned.unwilling.containsKey(node.id()))
                .toList();
        List<PeerNode> able =
                willing.stream().filter(node -> !links.isDown(node.server())).toList();
        if (!able.isEmpty() || (owned.keepings.isEmpty() && !owned.unshared)) {
            chosen(owned, able);
        } else {
            tryAll(owned, willing);
        }
    }

    /** Before an edit is on the own disk alone, all that might keep it are tried once more. */
    private void tryAll(OwnedChunk owned, List<PeerNode> down) {
        owned.choosing = true;
        List<OwnedChunk.Keeping> waiting = List.copyOf(owned.keepings);
        var unused = links.isOneThere(down.stream().map(PeerNode::server).toList())
                .thenAccept(isOneThere -> {
                    owned.choosing = false;
                    if (chunks.get(owned.position) != owned) {
                        return;
                    }
                    if (isOneThere) {
                        choose(owned);
                        return;
                    }
                    waiting.forEach(keeping -> keeping.nobodyInReach = true);
                    chosen(owned, List.of());
                    owned.chooseAgain |= owned.keepings.stream().anyMatch(keeping -> !keeping.nobodyInReach);
                    chooseAgainIfWanted(owned);
                });
    }

    private boolean chooseAgainIfWanted(OwnedChunk owned) {
        boolean again = owned.chooseAgain;
        owned.chooseAgain = false;
        if (again) {
            choose(owned);
        }
        return again;
    }

    private void chosen(OwnedChunk owned, List<PeerNode> able) {
        long now = clock.nanos();
        List<PeerNode> before = owned.keepers;
        owned.keepers = new ArrayList<>(able.subList(0, Math.min(wanted, able.size())));
        owned.chosen = true;
        owned.copies.keySet().retainAll(owned.keepers.stream().map(PeerNode::id).toList());
        owned.keepers.forEach(keeper -> owned.copies.computeIfAbsent(keeper.id(), id -> new KeeperCopy(now)));
        for (PeerNode keeper : owned.keepers) {
            if (!before.contains(keeper)) {
                events.keeperChosen(owned, keeper);
            }
        }
        List.copyOf(owned.keepings).forEach(keeping -> send(owned, keeping));
        if (!able.isEmpty()
                && replicas.compareDistance(owned.position, able.get(0).id(), owned.claim.owner()) < 0) {
            events.nearerNode(owned, able.get(0));
        }
    }

    /** A node is out of reach: others take its place. */
    void nodeLost(ServerAddress server) {
        for (OwnedChunk owned : List.copyOf(chunks.values())) {
            if (owned.keepers.stream().anyMatch(keeper -> keeper.server().equals(server))) {
                choose(owned);
            }
        }
    }

    /** The longest time for which a keeper may have lacked an edit of a chunk of ours. */
    Duration lag() {
        long now = clock.nanos();
        return Duration.ofNanos(chunks.values().stream()
                .mapToLong(chunk -> chunk.lag(now))
                .max()
                .orElse(0));
    }

    /** Chunks that have edits. */
    int edited() {
        return (int) chunks.values().stream().filter(owned -> owned.hasEdits).count();
    }

    /** Chunks that have edits, and fewer keepers than that. */
    int withFewerKeepersThan(int keepers) {
        return (int) chunks.values().stream()
                .filter(owned -> owned.hasEdits && owned.chosen && owned.keepers.size() < keepers)
                .count();
    }
}
