package org.voxelpopuli.replication;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/**
 * Tells the keepers of this node's chunks every few seconds that it lives, all chunks of a keeper in one message, with a digest for each, and has repaired what differs.
 * Belongs to the worker of the replication.
 *
 * <p>A chunk that is being edited differs at every moment by what is under way, and each edit is answered for by itself: it is renewed without a digest, and compared
 * when it has come to rest, or once in {@value #COMPARED_EVERY_SECONDS} s.
 */
final class Renewals {
    private static final Logger log = LoggerFactory.getLogger(Renewals.class);

    /** Chunks in one message; more are told in several. */
    private static final int AT_ONCE = 1_000;

    private static final long AT_REST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int COMPARED_EVERY_SECONDS = 30;

    private final Worker worker;
    private final NodeClock clock;
    private final ReplicationSettings settings;
    private final ServerAddress here;
    private final Copies copies;
    private final Ownership ownership;
    private final PeerLinks links;
    private final Repairs repairs;
    private Set<ChunkPos> damagedBefore = Set.of();

    Renewals(
            Worker worker,
            NodeClock clock,
            ReplicationSettings settings,
            ServerAddress here,
            Copies copies,
            Ownership ownership,
            PeerLinks links,
            Repairs repairs) {
        this.worker = worker;
        this.clock = clock;
        this.settings = settings;
        this.here = here;
        this.copies = copies;
        this.ownership = ownership;
        this.links = links;
        this.repairs = repairs;
    }

    /** Begins. */
    void start() {
        again(settings.renewal().dividedBy(10));
    }

    private void again(Duration pause) {
        worker.schedule(pause, () -> {
            again(settings.renewal());
            links.closeIdle();
            renewAll();
        });
    }

    private void renewAll() {
        noticeDamage();
        Map<PeerNode, List<PeerFrame.Digested>> byKeeper = new HashMap<>();
        List<CompletableFuture<?>> digested = new ArrayList<>();
        for (OwnedChunk owned : List.copyOf(ownership.all())) {
            digested.add(digest(owned).thenAccept(digest -> {
                if (digest.known() && digest.root() == 0 && !isLookDue(owned)) {
                    return;
                }
                ownership.choose(owned);
                if (owned.unshared) {
                    owned.keepers.forEach(keeper -> repairs.repair(owned, keeper));
                }
                (digest.root() == 0 ? owned.keepers.stream().limit(1) : owned.keepers.stream())
                        .forEach(keeper -> byKeeper.computeIfAbsent(keeper, key -> new ArrayList<>())
                                .add(new PeerFrame.Digested(owned.position, owned.claim.epoch(), digest.root())));
            }));
        }
        var unused = CompletableFuture.allOf(digested.toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> worker.execute(() -> byKeeper.forEach(this::renew)));
    }

    /**
     * Nobody keeps a chunk without edits, so nobody would notice that it has two owners: its nearest other node is told of it, too, if less often, since that one knows of
     * another owner nearby, or is it.
     */
    private boolean isLookDue(OwnedChunk owned) {
        long now = clock.nanos();
        boolean due = now - owned.lastLook >= settings.renewal().toNanos() * 3 / 2;
        if (due) {
            owned.lastLook = now;
        }
        return due;
    }

    /** The root of what a chunk has, 0 for nothing; or that it was not looked at. */
    private record Digest(boolean known, long root) {}

    private CompletableFuture<Digest> digest(OwnedChunk owned) {
        long now = clock.nanos();
        boolean edited = !owned.keepings.isEmpty() || (owned.edited && now - owned.lastEdit < AT_REST_NANOS);
        if (edited && now - owned.lastDigest < TimeUnit.SECONDS.toNanos(COMPARED_EVERY_SECONDS)) {
            return CompletableFuture.completedFuture(new Digest(false, PeerFrame.Digested.NOT_COMPARED));
        }
        owned.lastDigest = now;
        if (owned.isEmpty && !owned.edited) {
            return CompletableFuture.completedFuture(new Digest(true, 0));
        }
        return copies.root(owned.position).thenApply(root -> {
            owned.hasEdits |= root != 0;
            owned.isEmpty = root == 0;
            return new Digest(true, root);
        });
    }

    /** What the store found damaged differs from the copies of others now, which the next comparison shows. */
    private void noticeDamage() {
        Set<ChunkPos> damaged = copies.damaged();
        for (ChunkPos chunk : damaged) {
            if (!damagedBefore.contains(chunk)) {
                log.warn("Chunk {} was found damaged on disk; what is missing is fetched from other nodes", chunk);
                copies.changed(chunk);
            }
        }
        damagedBefore = damaged;
    }

    private void renew(PeerNode keeper, List<PeerFrame.Digested> chunks) {
        for (int from = 0; from < chunks.size(); from += AT_ONCE) {
            List<PeerFrame.Digested> some = chunks.subList(from, Math.min(chunks.size(), from + AT_ONCE));
            var unused = links.ask(keeper, new Question.Renew(here, some), settings.renewal())
                    .whenComplete((answer, failure) -> worker.execute(() -> {
                        if (answer instanceof Answer.Renewed renewed) {
                            renewalAnswered(keeper, some, renewed);
                        }
                    }));
        }
    }

    private void renewalAnswered(PeerNode keeper, List<PeerFrame.Digested> sent, Answer.Renewed renewed) {
        for (PeerFrame.Lost lost : renewed.lost()) {
            OwnedChunk owned = ownership.get(lost.chunk());
            if (owned != null) {
                var unused = ownership.superseded(owned, lost.claim());
            }
        }
        Set<ChunkPos> differing = new HashSet<>(renewed.differing());
        for (PeerFrame.Digested chunk : sent) {
            OwnedChunk owned = ownership.get(chunk.chunk());
            if (owned != null) {
                if (differing.contains(chunk.chunk())) {
                    owned.differs(keeper.id(), clock.nanos());
                    repairs.repair(owned, keeper);
                } else if (chunk.root() != PeerFrame.Digested.NOT_COMPARED) {
                    owned.equal(keeper.id());
                }
            }
        }
    }
}
