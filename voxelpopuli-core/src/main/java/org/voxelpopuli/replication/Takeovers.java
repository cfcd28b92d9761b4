package org.voxelpopuli.replication;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.directory.ServedElsewhereException;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/** Makes this node serve chunks: whose owner is dead, or gives them to us, or that nobody served before. Belongs to the worker of the replication. */
final class Takeovers {
    private static final Logger log = LoggerFactory.getLogger(Takeovers.class);

    /** Chunks of which we know nothing that one node may hand over in a while. */
    private static final int MAX_UNKNOWN = 10_000;

    private static final long COUNTED_FOR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Worker worker;
    private final NodeClock clock;
    private final ReplicationSettings settings;
    private final PeerContext context;
    private final Directory directory;
    private final Replicas replicas;
    private final Copies copies;
    private final Claims claims;
    private final PeerLinks links;
    private final Ownership ownership;
    private final Leases leases;
    private final RepairTraffic traffic;
    private final Consumer<ChunkPos> served;
    private final Map<ChunkPos, CompletableFuture<Void>> underWay = new HashMap<>();
    private final Map<WriterId, Integer> broughtUnknown = new HashMap<>();
    private long countedSince;
    private Optional<Failover> lastFailover = Optional.empty();

    /** @param served is told of each chunk that this node serves from now on */
    Takeovers(
            Worker worker,
            ReplicationSettings settings,
            PeerContext context,
            Directory directory,
            Copies copies,
            Claims claims,
            PeerLinks links,
            Ownership ownership,
            Leases leases,
            RepairTraffic traffic,
            Consumer<ChunkPos> served) {
        this.worker = worker;
        this.clock = context.environment().clock();
        this.settings = settings;
        this.context = context;
        this.directory = directory;
        this.replicas = directory.replicas();
        this.copies = copies;
        this.claims = claims;
        this.links = links;
        this.ownership = ownership;
        this.leases = leases;
        this.traffic = traffic;
        this.served = served;
        this.countedSince = clock.nanos();
    }

    Optional<Failover> lastFailover() {
        return lastFailover;
    }

    /** As {@link Replication#take}. */
    CompletableFuture<Void> take(ChunkPos chunk) {
        if (ownership.get(chunk) != null) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> running = underWay.get(chunk);
        if (running == null) {
            running = gather(chunk);
            CompletableFuture<Void> began = running;
            underWay.put(chunk, began);
            var unused = began.whenComplete((done, failure) -> underWay.remove(chunk, began));
        }
        return running;
    }

    private CompletableFuture<Void> gather(ChunkPos chunk) {
        Claim known = claims.get(chunk);
        long began = clock.nanos();
        return new Gathering(
                        chunk,
                        known,
                        copies,
                        replicas,
                        links,
                        settings,
                        traffic,
                        worker,
                        context.self(),
                        clock::wallMillis)
                .begin()
                .thenCompose(gathered -> {
                    Claim highest = gathered.highest();
                    if (highest != null && gathered.serving()) {
                        throw new ServedElsewhereException(chunk, highest.server());
                    }
                    long epoch = highest == null ? 1 : highest.epoch() + 1;
                    return claim(chunk, epoch)
                            .thenCompose(done -> directory.publish(chunk, here(epoch)))
                            .thenRunAsync(() -> tookOver(chunk, highest, gathered.answered(), began), worker);
                });
    }

    private void tookOver(ChunkPos chunk, @Nullable Claim before, boolean answers, long began) {
        if (before != null && !before.owner().equals(context.self())) {
            Failover failover = new Failover(
                    chunk,
                    before.server(),
                    answers ? "it answers, but does not serve the chunk any more" : "it does not answer",
                    before.epoch() + 1,
                    clock.wallMillis(),
                    Duration.ofNanos(clock.nanos() - began));
            lastFailover = Optional.of(failover);
            log.info(
                    "Chunk {} is served by this node now, at epoch {}, and not by {}: {}",
                    chunk,
                    failover.epoch(),
                    before.server(),
                    failover.cause());
        }
    }

    private Claim here(long epoch) {
        return new Claim(epoch, context.self(), context.address());
    }

    /** Completes on the worker, when the claim is durable. */
    private CompletableFuture<Void> claim(ChunkPos chunk, long epoch) {
        Claim claim = here(epoch);
        Claim known = claims.get(chunk);
        if (known != null && !known.equals(claim) && !replicas.isAbove(chunk, claim, known)) {
            // Somebody was faster.
            return CompletableFuture.failedFuture(new ServedElsewhereException(chunk, known.server()));
        }
        leases.forget(chunk);
        return copies.makeResident(chunk)
                .thenCompose(done -> claims.put(chunk, claim))
                .thenRunAsync(
                        () -> {
                            Claim now = claims.get(chunk);
                            if (claim.equals(now) && ownership.get(chunk) == null) {
                                ownership.own(chunk, claim);
                                served.accept(chunk);
                            }
                        },
                        worker);
    }

    /** Of a chunk without edits nobody can tell whether it was served at all, and yet each costs a record in the network. */
    private boolean mayBringUnknown(PeerNode asker) {
        long now = clock.nanos();
        if (now - countedSince > COUNTED_FOR_NANOS) {
            countedSince = now;
            broughtUnknown.clear();
        }
        return broughtUnknown.merge(asker.id(), 1, Integer::sum) <= MAX_UNKNOWN;
    }

    /** The owner of a chunk hands it over to us. */
    CompletableFuture<Answer> takenOver(PeerNode asker, Question.TakeOver takeOver) {
        ChunkPos chunk = takeOver.chunk();
        Claim offered = here(takeOver.epoch());
        if (!Ahead.isPlausible(offered, clock.wallMillis())) {
            return CompletableFuture.completedFuture(new Answer.Refused(Ahead.words(offered)));
        }
        Claim known = claims.get(chunk);
        boolean theirs = known == null || known.owner().equals(asker.id());
        if (!theirs || (known != null && known.epoch() >= takeOver.epoch())) {
            return CompletableFuture.completedFuture(
                    known == null ? new Answer.Refused("not now") : new Answer.Superseded(known));
        }
        if (known == null && !mayBringUnknown(asker)) {
            return CompletableFuture.completedFuture(new Answer.Refused("this node has taken over " + MAX_UNKNOWN
                    + " chunks from you within an hour, of which it knew nothing: its limit"));
        }
        return claim(chunk, takeOver.epoch()).thenApply(done -> {
            var unused = directory.publish(chunk, here(takeOver.epoch()));
            return new Answer.Done();
        });
    }
}
