package org.voxelpopuli.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/** What this node answers when other nodes ask. Belongs to the worker of the replication. */
final class Answers implements Questions {
    /** Copies of chunks of others. One node may have as many as there is room left then, which is half: who lies about its chunks fills no more. */
    private static final int MAX_COPIES = 1_000_000;

    private final NodeClock clock;
    private final Worker worker;
    private final WriterId self;
    private final Replicas replicas;
    private final Copies copies;
    private final Claims claims;
    private final Ownership ownership;
    private final Leases leases;
    private final Repairs repairs;
    private final Takeovers takeovers;
    private final Supplier<ChunkOwner> owner;
    private final BiConsumer<OwnedChunk, Claim> lost;

    /** @param lost is told of each chunk of ours that another node serves, as we learn */
    Answers(
            NodeClock clock,
            Worker worker,
            WriterId self,
            Replicas replicas,
            Copies copies,
            Claims claims,
            Ownership ownership,
            Leases leases,
            Repairs repairs,
            Takeovers takeovers,
            Supplier<ChunkOwner> owner,
            BiConsumer<OwnedChunk, Claim> lost) {
        this.clock = clock;
        this.worker = worker;
        this.self = self;
        this.replicas = replicas;
        this.copies = copies;
        this.claims = claims;
        this.ownership = ownership;
        this.leases = leases;
        this.repairs = repairs;
        this.takeovers = takeovers;
        this.owner = owner;
        this.lost = lost;
    }

    @Override
    public CompletableFuture<Answer> answer(PeerNode asker, Question question) {
        if (question instanceof Question.Keep keep) {
            return keepFor(asker, keep);
        } else if (question instanceof Question.Renew renew) {
            return renewed(asker, renew);
        } else if (question instanceof Question.Holding holding) {
            ChunkPos chunk = holding.chunk();
            return copies.root(chunk)
                    .thenApply(root -> new Answer.Held(claims.find(chunk), root, copies.isKept(chunk)));
        } else if (question instanceof Question.Compare compare) {
            return compared(compare);
        } else if (question instanceof Question.Fetch fetch) {
            return fetched(fetch);
        } else if (question instanceof Question.Offer offer) {
            return offered(offer);
        } else if (question instanceof Question.Displace displace) {
            owner.get().displaced(displace.player(), displace.session(), asker.server());
            return done(new Answer.Done());
        } else if (question instanceof Question.TakeOver takeOver) {
            return takeovers.takenOver(asker, takeOver);
        }
        return done(new Answer.Done());
    }

    private static CompletableFuture<Answer> done(Answer answer) {
        return CompletableFuture.completedFuture(answer);
    }

    private CompletableFuture<Answer> keepFor(PeerNode asker, Question.Keep keep) {
        ChunkPos chunk = keep.chunk();
        Claim claim = keep.claim();
        if (!claim.owner().equals(asker.id())) {
            return done(new Answer.Refused("the claim is that of " + claim.owner() + ", and not yours"));
        }
        if (!Ahead.isPlausible(claim, clock.wallMillis())) {
            return done(new Answer.Refused(Ahead.words(claim)));
        }
        long ahead = Ahead.millis(keep.edits(), clock.wallMillis());
        if (ahead > 0) {
            return done(new Answer.StampedAhead(ahead));
        }
        return recognise(chunk, claim)
                .thenCompose(higher ->
                        higher.isPresent() ? done(new Answer.Superseded(higher.get())) : keepRecognised(keep));
    }

    private CompletableFuture<Answer> keepRecognised(Question.Keep keep) {
        ChunkPos chunk = keep.chunk();
        boolean known = claims.get(chunk) != null;
        int room = MAX_COPIES - leases.size();
        if (!known && claims.countOf(keep.claim().owner()) >= room) {
            return done(new Answer.Refused("this node has room for " + room
                    + " more copies, and nobody gets more of it than others are left"));
        }
        if (!known && keep.edits().isEmpty()) {
            // Of a chunk without edits nothing is kept.
            return done(new Answer.Done());
        }
        leases.heard(chunk);
        return CompletableFuture.allOf(copies.save(chunk, keep.edits()), claims.put(chunk, keep.claim()))
                .thenApply(kept -> new Answer.Done());
    }

    /** Learns of somebody's claim; empty if none that we know prevails over it, else that one. If we served the chunk, we do no longer. Completes on the worker. */
    private CompletableFuture<Optional<Claim>> recognise(ChunkPos chunk, Claim claim) {
        Claim known = claims.get(chunk);
        if (known == null || isRenewed(known, claim)) {
            recognised(chunk, claim);
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return replicas.prevails(chunk, claim, known)
                .thenComposeAsync(
                        prevails -> {
                            if (!known.equals(claims.get(chunk))) {
                                return recognise(chunk, claim);
                            }
                            if (prevails) {
                                recognised(chunk, claim);
                            }
                            return CompletableFuture.completedFuture(prevails ? Optional.empty() : Optional.of(known));
                        },
                        worker);
    }

    private void recognised(ChunkPos chunk, Claim claim) {
        OwnedChunk owned = ownership.get(chunk);
        if (owned != null) {
            lost.accept(owned, claim);
        }
        leases.heardAgain(chunk);
    }

    /** The same owner at the same epoch, perhaps at another address. */
    private static boolean isRenewed(Claim known, Claim claim) {
        return known.epoch() == claim.epoch() && known.owner().equals(claim.owner());
    }

    private CompletableFuture<Answer> renewed(PeerNode asker, Question.Renew renew) {
        List<PeerFrame.Lost> lost = new ArrayList<>();
        List<ChunkPos> differing = new ArrayList<>();
        List<CompletableFuture<?>> compared = new ArrayList<>();
        for (PeerFrame.Digested chunk : renew.chunks()) {
            Claim claim = new Claim(chunk.epoch(), asker.id(), renew.server());
            if (!Ahead.isPlausible(claim, clock.wallMillis())) {
                continue;
            }
            compared.add(recognise(chunk.chunk(), claim).thenCompose(higher -> {
                if (higher.isPresent()) {
                    lost.add(new PeerFrame.Lost(chunk.chunk(), higher.get()));
                    return CompletableFuture.completedFuture(null);
                }
                return compared(chunk, claim, differing);
            }));
        }
        return CompletableFuture.allOf(compared.toArray(CompletableFuture[]::new))
                .thenApply(all -> new Answer.Renewed(lost, differing));
    }

    private CompletableFuture<Void> compared(PeerFrame.Digested chunk, Claim claim, List<ChunkPos> differing) {
        if (chunk.root() == PeerFrame.Digested.NOT_COMPARED) {
            if (claims.get(chunk.chunk()) == null) {
                differing.add(chunk.chunk());
            } else {
                var unused = claims.put(chunk.chunk(), claim);
            }
            return CompletableFuture.completedFuture(null);
        }
        if (chunk.root() == 0 && claims.get(chunk.chunk()) == null) {
            // Nothing there, and nothing here.
            return CompletableFuture.completedFuture(null);
        }
        return copies.root(chunk.chunk()).thenAccept(root -> {
            if (root != chunk.root()) {
                differing.add(chunk.chunk());
            }
            if (root != 0) {
                var unused = claims.put(chunk.chunk(), claim);
            }
        });
    }

    private CompletableFuture<Answer> compared(Question.Compare compare) {
        return copies.read(compare.chunk()).thenApply(log -> Digests.answer(log, compare.branch()));
    }

    private CompletableFuture<Answer> fetched(Question.Fetch fetch) {
        return copies.read(fetch.chunk()).thenApply(log -> Digests.select(log, fetch.leaves(), fetch.applied()));
    }

    private CompletableFuture<Answer> offered(Question.Offer offer) {
        OwnedChunk owned = ownership.get(offer.chunk());
        if (owned == null) {
            Optional<Claim> claim = claims.find(offer.chunk());
            return done(
                    claim.isPresent() && !claim.get().owner().equals(self)
                            ? new Answer.Superseded(claim.get())
                            : new Answer.Refused("chunk " + offer.chunk() + " is not served by this node"));
        }
        long ahead = Ahead.millis(offer.edits(), clock.wallMillis());
        if (ahead > 0) {
            return done(new Answer.StampedAhead(ahead));
        }
        return repairs.absorb(owned, offer.edits()).thenApply(kept -> new Answer.Done());
    }
}
