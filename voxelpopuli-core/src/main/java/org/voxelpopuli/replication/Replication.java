package org.voxelpopuli.replication;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.directory.ServedElsewhereException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.protocol.FrameCodec;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;

/**
 * Keeps the chunks of this node on other nodes too, and copies of theirs here (DESIGN D3, D4). Thread-safe; nothing blocks; futures complete on a worker of its own.
 *
 * <p>An owner tells the keepers of its copies every few seconds that it lives, all its chunks in one message, with a digest for each; what differs is repaired. A keeper
 * that knows of a higher claim says so, and the owner gives the chunk up. A keeper that has not heard of the owner for the time of the lease has the directory
 * find another.
 */
public final class Replication {
    private static final Logger log = LoggerFactory.getLogger(Replication.class);

    /** Chunks in one renewal; more are told in several. */
    private static final int RENEWED_AT_ONCE = 1_000;

    private static final int REPAIRS_AT_ONCE = 8;
    private static final int RESCUES_AT_ONCE = 4;
    private static final int HAND_OVERS_AT_ONCE = 8;

    /** Somebody who came just now may be gone again. */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    private static final Duration TAKE_OVER_TIME = Duration.ofSeconds(2);

    /** A store that is stuck must not keep a chunk paused. */
    private static final Duration PAUSE_TIME = Duration.ofSeconds(2);

    /** Whoever stops a process kills it soon after. */
    private static final Duration LEAVING_TIME = Duration.ofSeconds(4);

    /** Copies of chunks of others; a node that lies about its chunks fills no more. */
    private static final int MAX_COPIES = 1_000_000;

    /** How long an owner is believed, on the word of the directory, that no longer counts us among its keepers. */
    private static final Duration LOOK_AGAIN = Duration.ofMinutes(10);

    private final NodeEnvironment environment;
    private final ReplicationSettings settings;
    private final Directory directory;
    private final Replicas replicas;
    private final PeerContext context;
    private final Worker worker;
    private final Copies copies;
    private final Claims claims;
    private final PeerLinks links;
    private final Ownership ownership;
    private final RepairTraffic traffic = new RepairTraffic();
    private final Map<ChunkPos, CompletableFuture<Void>> taking = new HashMap<>();
    private final Queue<Supplier<CompletableFuture<?>>> repairs = new ArrayDeque<>();
    private final Set<RepairKey> queued = new HashSet<>();
    private final Map<ChunkPos, Long> heardOf = new HashMap<>();
    private final Queue<ChunkPos> rescues = new ArrayDeque<>();
    private final Set<ChunkPos> rescued = new HashSet<>();
    private final Map<ChunkPos, PeerNode> handOvers = new LinkedHashMap<>();
    private @Nullable ChunkOwner owner;
    private int repairing;
    private int rescuing;
    private int handing;
    private Optional<Failover> lastFailover = Optional.empty();
    private Set<ChunkPos> damagedBefore = Set.of();
    private boolean changed;
    private boolean closed;

    private record RepairKey(ChunkPos chunk, ServerAddress other) {}

    private Replication(
            NodeEnvironment environment,
            ReplicationSettings settings,
            WorldStore store,
            Directory directory,
            NodeIdentity identity,
            ServerAddress address,
            String world,
            FrameCodec codec,
            int frameBytes) {
        this.environment = environment;
        this.settings = settings;
        this.directory = directory;
        this.replicas = directory.replicas();
        this.worker = environment.worker("voxelpopuli-replication");
        this.context = new PeerContext(
                environment, identity, address, world, new SharedSecret(replicas.secret()), codec, frameBytes);
        this.copies = new Copies(store, worker);
        this.claims = new Claims(store.records(), () -> environment.clock().wallMillis());
        this.links = new PeerLinks(context, worker, settings, this::nodeLost, this::membersChanged);
        this.ownership = new Ownership(
                worker, environment.clock(), copies, replicas, links, settings.copies(), new OwnershipEvents());
    }

    /**
     * Reads the claims that were kept, and owns again what this node owned.
     *
     * @param stored the chunks of the store; those without a claim are this node's, at epoch 1
     * @param address where this node serves
     * @param world the identity of the world
     * @param frameBytes the longest frame of another node that is read
     */
    public static CompletableFuture<Replication> open(
            NodeEnvironment environment,
            ReplicationSettings settings,
            WorldStore store,
            Set<ChunkPos> stored,
            Directory directory,
            NodeIdentity identity,
            ServerAddress address,
            String world,
            FrameCodec codec,
            int frameBytes) {
        Replication replication =
                new Replication(environment, settings, store, directory, identity, address, world, codec, frameBytes);
        return replication
                .claims
                .load()
                .thenApplyAsync(
                        done -> {
                            replication.load(stored);
                            return replication;
                        },
                        replication.worker);
    }

    private void load(Set<ChunkPos> stored) {
        long now = now();
        for (ChunkPos chunk : stored) {
            Claim claim = claims.get(chunk);
            if (claim == null) {
                // Of a store from before there were claims.
                claim = new Claim(1, context.self(), context.address());
                var unused = claims.put(chunk, claim);
            }
            if (claim.owner().equals(context.self())) {
                ownership.own(chunk, here(claim));
            } else {
                heardOf.put(chunk, now);
            }
        }
    }

    /** This node may have moved to another address. */
    private Claim here(Claim claim) {
        return new Claim(claim.epoch(), context.self(), context.address());
    }

    private long now() {
        return environment.clock().nanos();
    }

    /** The chunks that this node serves. Completes at once; to be called before {@link #start}. */
    public Set<ChunkPos> owned() {
        return ownership.all().stream().map(chunk -> chunk.position).collect(Collectors.toSet());
    }

    /** Where this node serves. */
    public ServerAddress address() {
        return context.address();
    }

    /** A player is played by a newer session on this node: tells the server where an older one is registered. */
    public void displace(ServerAddress server, PlayerName player, long session) {
        worker.execute(() -> {
            var unused = links.ask(server, new Question.Displace(player, session), settings.answerTime());
        });
    }

    /** This node. */
    public WriterId self() {
        return context.self();
    }

    /** The highest claim of a chunk that this node knows. */
    public Optional<Claim> claim(ChunkPos chunk) {
        return claims.find(chunk);
    }

    /** Begins to work for who simulates the chunks. */
    public void start(ChunkOwner simulated) {
        worker.execute(() -> {
            owner = simulated;
            renewLater(settings.renewal().dividedBy(10));
            watchLeases();
        });
        replicas.onChange(() -> worker.execute(this::membersChanged));
    }

    private ChunkOwner owner() {
        return Objects.requireNonNull(owner, "not started");
    }

    /** Another node connected and greeted: what is to handle the connection from now on. To be called on the connection's worker. */
    public StreamTransport.Handler accept(
            StreamTransport.Connection connection, FrameFraming framing, PeerFrame.Greeting greeting) {
        PeerSession session = new PeerSession(context, worker, this::answer, settings, connection, framing, greeting);
        session.process();
        return session;
    }

    // Keeping

    /**
     * Keeps edits of a chunk that this node serves: on the own disk, and on that of another node if there is one.
     *
     * @return fails with {@link ServedElsewhereException} if another node serves the chunk
     */
    public CompletableFuture<Void> keep(ChunkPos chunk, EditBatch edits) {
        CompletableFuture<Void> kept = new CompletableFuture<>();
        worker.execute(() -> {
            OwnedChunk owned = ownership.get(chunk);
            if (owned == null) {
                Claim claim = claims.get(chunk);
                kept.completeExceptionally(
                        claim == null || claim.owner().equals(context.self())
                                ? new IllegalStateException("chunk " + chunk + " is not served by this node")
                                : new ServedElsewhereException(chunk, claim.server()));
                return;
            }
            forward(ownership.keep(owned, edits), kept);
        });
        return kept;
    }

    private static <T> void forward(CompletableFuture<T> from, CompletableFuture<T> to) {
        var unused = from.whenComplete((value, failure) -> {
            if (failure == null) {
                to.complete(value);
            } else {
                to.completeExceptionally(failure);
            }
        });
    }

    // Taking

    /**
     * Makes this node serve a chunk, after it has gathered what others have of it; does nothing if it does already.
     *
     * @return completes when the claim is durable and published; fails with {@link ServedElsewhereException} if its owner lives
     */
    public CompletableFuture<Void> take(ChunkPos chunk) {
        CompletableFuture<Void> taken = new CompletableFuture<>();
        worker.execute(() -> {
            if (ownership.get(chunk) != null) {
                taken.complete(null);
                return;
            }
            CompletableFuture<Void> running = taking.get(chunk);
            if (running == null) {
                running = gather(chunk);
                CompletableFuture<Void> began = running;
                taking.put(chunk, began);
                var unused = began.whenComplete((done, failure) -> taking.remove(chunk, began));
            }
            forward(running, taken);
        });
        return taken;
    }

    private CompletableFuture<Void> gather(ChunkPos chunk) {
        Claim known = claims.get(chunk);
        long began = now();
        return new Gathering(chunk, known, copies, replicas, links, settings, traffic, worker, context.self())
                .begin()
                .thenCompose(gathered -> {
                    Claim highest = gathered.highest();
                    if (highest != null && gathered.serving()) {
                        throw new ServedElsewhereException(chunk, highest.server());
                    }
                    long epoch = highest == null ? 1 : highest.epoch() + 1;
                    return claim(chunk, epoch)
                            .thenCompose(done -> directory.publish(chunk, here(epoch)))
                            .thenRunAsync(() -> tookOver(chunk, highest, began), worker);
                });
    }

    private void tookOver(ChunkPos chunk, @Nullable Claim before, long began) {
        if (before != null && !before.owner().equals(context.self())) {
            Failover failover = new Failover(
                    chunk,
                    before.server(),
                    before.epoch() + 1,
                    environment.clock().wallMillis(),
                    Duration.ofNanos(now() - began));
            lastFailover = Optional.of(failover);
            log.info(
                    "Chunk {} is served by this node now, at epoch {}: {}, which served it, does not answer",
                    chunk,
                    failover.epoch(),
                    before.server());
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
        heardOf.remove(chunk);
        return copies.makeResident(chunk)
                .thenCompose(done -> claims.put(chunk, claim))
                .thenRunAsync(
                        () -> {
                            Claim now = claims.get(chunk);
                            if (claim.equals(now) && ownership.get(chunk) == null) {
                                ownership.own(chunk, claim);
                                owner().served(chunk);
                            }
                        },
                        worker);
    }

    // Being asked

    private CompletableFuture<Answer> answer(PeerNode asker, Question question) {
        if (closed) {
            return done(new Answer.Refused("this node is shutting down"));
        }
        if (question instanceof Question.Keep keep) {
            return keepFor(asker, keep);
        } else if (question instanceof Question.Renew renew) {
            return renewed(asker, renew);
        } else if (question instanceof Question.Holding holding) {
            return copies.root(holding.chunk()).thenApply(root -> new Answer.Held(claims.find(holding.chunk()), root));
        } else if (question instanceof Question.Compare compare) {
            return compared(compare);
        } else if (question instanceof Question.Fetch fetch) {
            return fetched(fetch);
        } else if (question instanceof Question.Offer offer) {
            return offered(offer);
        } else if (question instanceof Question.Displace displace) {
            owner().displaced(displace.player(), displace.session());
            return done(new Answer.Done());
        } else if (question instanceof Question.TakeOver takeOver) {
            return takenOver(asker, takeOver);
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
        long ahead = Ahead.millis(keep.edits(), environment.clock().wallMillis());
        if (ahead > 0) {
            return done(new Answer.StampedAhead(ahead));
        }
        Optional<Claim> higher = recognise(chunk, claim);
        if (higher.isPresent()) {
            return done(new Answer.Superseded(higher.get()));
        }
        boolean known = claims.get(chunk) != null;
        if (!known && heardOf.size() >= MAX_COPIES) {
            return done(new Answer.Refused("this node keeps " + MAX_COPIES + " copies already, its limit"));
        }
        if (!known && keep.edits().isEmpty()) {
            // Of a chunk without edits nothing is kept.
            return done(new Answer.Done());
        }
        heardOf.put(chunk, now());
        return CompletableFuture.allOf(copies.save(chunk, keep.edits()), claims.put(chunk, claim))
                .thenApply(kept -> new Answer.Done());
    }

    /** Learns of somebody's claim; empty if it is the highest that we know, else that one. If we served the chunk, we do no longer. */
    private Optional<Claim> recognise(ChunkPos chunk, Claim claim) {
        Claim known = claims.get(chunk);
        if (known != null
                && !known.equals(claim)
                && !isRenewed(known, claim)
                && !replicas.isAbove(chunk, claim, known)) {
            return Optional.of(known);
        }
        OwnedChunk owned = ownership.get(chunk);
        if (owned != null) {
            lose(owned, claim);
        }
        heardOf.computeIfPresent(chunk, (position, heard) -> now());
        return Optional.empty();
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
            Optional<Claim> higher = recognise(chunk.chunk(), claim);
            if (higher.isPresent()) {
                lost.add(new PeerFrame.Lost(chunk.chunk(), higher.get()));
                continue;
            }
            compared.add(copies.root(chunk.chunk()).thenAccept(root -> {
                if (root != chunk.root()) {
                    differing.add(chunk.chunk());
                }
                if (root != 0) {
                    var unused = claims.put(chunk.chunk(), claim);
                }
            }));
        }
        return CompletableFuture.allOf(compared.toArray(CompletableFuture[]::new))
                .thenApply(all -> new Answer.Renewed(lost, differing));
    }

    private CompletableFuture<Answer> compared(Question.Compare compare) {
        return copies.read(compare.chunk()).thenApply(log -> Digests.answer(log, compare.branch()));
    }

    private CompletableFuture<Answer> fetched(Question.Fetch fetch) {
        return copies.read(fetch.chunk())
                .thenApply(log -> new Answer.Edits(Digests.select(log, fetch.leaves(), fetch.applied())));
    }

    private CompletableFuture<Answer> offered(Question.Offer offer) {
        OwnedChunk owned = ownership.get(offer.chunk());
        if (owned == null) {
            Optional<Claim> claim = claims.find(offer.chunk());
            return done(
                    claim.isPresent() && !claim.get().owner().equals(context.self())
                            ? new Answer.Superseded(claim.get())
                            : new Answer.Refused("chunk " + offer.chunk() + " is not served by this node"));
        }
        long ahead = Ahead.millis(offer.edits(), environment.clock().wallMillis());
        if (ahead > 0) {
            return done(new Answer.StampedAhead(ahead));
        }
        return absorb(owned, offer.edits()).thenApply(kept -> new Answer.Done());
    }

    /** Edits of a chunk of ours that another node had: they are kept as our own are, and shown. */
    private CompletableFuture<Void> absorb(OwnedChunk owned, EditBatch edits) {
        return ownership.keep(owned, edits).thenRun(() -> owner().absorb(owned.position, edits));
    }

    private CompletableFuture<Answer> takenOver(PeerNode asker, Question.TakeOver takeOver) {
        ChunkPos chunk = takeOver.chunk();
        Claim known = claims.get(chunk);
        boolean theirs = known == null || known.owner().equals(asker.id());
        if (!theirs || (known != null && known.epoch() >= takeOver.epoch())) {
            return done(known == null ? new Answer.Refused("not now") : new Answer.Superseded(known));
        }
        return claim(chunk, takeOver.epoch()).thenApply(done -> {
            var unused = directory.publish(chunk, here(takeOver.epoch()));
            return new Answer.Done();
        });
    }

    // Losing

    private final class OwnershipEvents implements Ownership.Events {
        @Override
        public void keeperChosen(OwnedChunk chunk, PeerNode keeper) {
            repair(chunk, keeper);
        }

        @Override
        public void lost(OwnedChunk chunk, Claim winner) {
            lose(chunk, winner);
        }

        @Override
        public void nearerNode(OwnedChunk chunk, PeerNode nearer) {
            if (handOvers.putIfAbsent(chunk.position, nearer) == null) {
                worker.schedule(SETTLED, Replication.this::handOverNext);
            }
        }
    }

    /** Another node serves a chunk of ours: it gets what we have, and our clients. */
    private void lose(OwnedChunk owned, Claim winner) {
        log.info("Chunk {} is served by {} now, at epoch {}", owned.position, winner.server(), winner.epoch());
        ownership.giveUp(owned, winner);
        var unused = claims.put(owned.position, winner);
        heardOf.put(owned.position, now());
        owner().superseded(owned.position, winner);
        contribute(owned.position, winner.server());
    }

    /** Gives the owner of a chunk what it lacks. */
    private void contribute(ChunkPos chunk, ServerAddress to) {
        enqueue(new RepairKey(chunk, to), () -> new ChunkRepair(
                        chunk, copies, traffic, question -> links.ask(to, question, ChunkRepair.patience()))
                .compare()
                .thenCompose(difference -> {
                    traffic.edits(difference.lacking());
                    return difference.lacking().isEmpty()
                            ? done(new Answer.Done())
                            : links.ask(to, new Question.Offer(chunk, difference.lacking()), ChunkRepair.patience());
                })
                .thenAccept(answer -> {
                    if (!(answer instanceof Answer.Done)) {
                        throw new PeerException(to + " does not take what it lacks of chunk " + chunk + ": " + answer);
                    }
                }));
    }

    // Repairing

    /** Makes a keeper's copy equal to ours. */
    private void repair(OwnedChunk owned, PeerNode keeper) {
        enqueue(new RepairKey(owned.position, keeper.server()), () -> {
            if (ownership.get(owned.position) != owned) {
                return CompletableFuture.completedFuture(null);
            }
            return copies.root(owned.position)
                    .thenCompose(root -> root == 0 ? pullOnly(owned, keeper) : compareWith(owned, keeper, root));
        });
    }

    /** We have nothing; perhaps the other has. */
    private CompletableFuture<Void> pullOnly(OwnedChunk owned, PeerNode keeper) {
        return links.ask(keeper, new Question.Holding(owned.position), ChunkRepair.patience())
                .thenCompose(answer -> answer instanceof Answer.Held held && held.root() != 0
                        ? compareWith(owned, keeper, 0)
                        : CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<Void> compareWith(OwnedChunk owned, PeerNode keeper, long root) {
        return new ChunkRepair(
                        owned.position,
                        copies,
                        traffic,
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
                                        if (outcome == Ownership.Outcome.KEPT
                                                && difference.fetched().isEmpty()) {
                                            owned.equal.put(keeper.id(), root);
                                        }
                                    });
                        },
                        worker);
    }

    private void enqueue(RepairKey key, Supplier<CompletableFuture<?>> repair) {
        if (queued.add(key)) {
            repairs.add(() -> {
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
            repairNext();
        }
    }

    private void repairNext() {
        while (repairing < REPAIRS_AT_ONCE && !closed) {
            Supplier<CompletableFuture<?>> next = repairs.poll();
            if (next == null) {
                return;
            }
            repairing++;
            var unused = next.get()
                    .whenComplete((done, failure) -> worker.execute(() -> {
                        repairing--;
                        repairNext();
                    }));
        }
    }

    // Renewing

    private void renewLater(Duration pause) {
        worker.schedule(pause, () -> {
            if (!closed) {
                renewLater(settings.renewal());
                links.closeIdle();
                renewAll();
            }
        });
    }

    private void renewAll() {
        noticeDamage();
        for (OwnedChunk owned : List.copyOf(ownership.all())) {
            var unused = copies.root(owned.position).thenAccept(root -> {
                if (root != 0) {
                    ownership.choose(owned);
                }
            });
        }
        Map<PeerNode, List<PeerFrame.Digested>> byKeeper = new HashMap<>();
        List<CompletableFuture<?>> digested = new ArrayList<>();
        for (OwnedChunk owned : List.copyOf(ownership.all())) {
            if (owned.keepers.isEmpty()) {
                continue;
            }
            digested.add(copies.root(owned.position).thenAccept(root -> {
                if (root != 0) {
                    owned.keepers.forEach(keeper -> byKeeper.computeIfAbsent(keeper, key -> new ArrayList<>())
                            .add(new PeerFrame.Digested(owned.position, owned.claim.epoch(), root)));
                }
            }));
        }
        var unused = CompletableFuture.allOf(digested.toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> worker.execute(() -> byKeeper.forEach(this::renew)));
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
        for (int from = 0; from < chunks.size(); from += RENEWED_AT_ONCE) {
            List<PeerFrame.Digested> some = chunks.subList(from, Math.min(chunks.size(), from + RENEWED_AT_ONCE));
            var unused = links.ask(keeper, new Question.Renew(context.address(), some), settings.renewal())
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
                ownership.superseded(owned, lost.claim());
            }
        }
        Set<ChunkPos> differing = new HashSet<>(renewed.differing());
        for (PeerFrame.Digested chunk : sent) {
            OwnedChunk owned = ownership.get(chunk.chunk());
            if (owned != null) {
                if (differing.contains(chunk.chunk())) {
                    repair(owned, keeper);
                } else {
                    owned.equal.put(keeper.id(), chunk.root());
                }
            }
        }
    }

    // Leases of others

    private void watchLeases() {
        worker.schedule(settings.renewal(), () -> {
            if (!closed) {
                watchLeases();
                findExpired();
            }
        });
    }

    private void findExpired() {
        long before = now() - settings.lease().toNanos();
        heardOf.forEach((chunk, heard) -> {
            if (heard - before < 0 && rescued.add(chunk)) {
                rescues.add(chunk);
            }
        });
        rescueNext();
    }

    /** Its owner is not heard of any more: the directory finds it, or has another take its place. */
    private void rescueNext() {
        while (rescuing < RESCUES_AT_ONCE && !closed) {
            ChunkPos chunk = rescues.poll();
            if (chunk == null) {
                return;
            }
            rescuing++;
            var unused = copies.root(chunk)
                    .thenCompose(root -> root == 0
                            ? CompletableFuture.<ServerAddress>completedFuture(null)
                            : directory.locate(chunk))
                    .whenComplete((server, failure) -> worker.execute(() -> {
                        rescuing--;
                        rescued.remove(chunk);
                        if (heardOf.containsKey(chunk) && failure == null) {
                            heardOf.put(chunk, now() + LOOK_AGAIN.toNanos());
                            if (server != null && !server.equals(context.address())) {
                                contribute(chunk, server);
                            }
                        }
                        rescueNext();
                    }));
        }
    }

    /** The directory says that another node serves a chunk which we took for ours. */
    public void servedElsewhere(ChunkPos chunk, ServerAddress server) {
        worker.execute(() -> {
            OwnedChunk owned = ownership.get(chunk);
            if (owned != null) {
                var unused = links.ask(server, new Question.Holding(chunk), settings.answerTime())
                        .whenComplete((answer, failure) -> worker.execute(() -> {
                            if (answer instanceof Answer.Held held
                                    && held.claim().isPresent()) {
                                ownership.superseded(owned, held.claim().get());
                            }
                        }));
            }
        });
    }

    // Members

    private void nodeLost(ServerAddress server) {
        ownership.nodeLost(server);
    }

    private void membersChanged() {
        if (changed || closed) {
            return;
        }
        changed = true;
        worker.schedule(Duration.ofMillis(500), () -> {
            changed = false;
            List.copyOf(ownership.all()).forEach(ownership::choose);
        });
    }

    // Handing over

    private void handOverNext() {
        while (handing < HAND_OVERS_AT_ONCE && !handOvers.isEmpty() && !closed) {
            Map.Entry<ChunkPos, PeerNode> next = handOvers.entrySet().iterator().next();
            handOvers.remove(next.getKey());
            OwnedChunk owned = ownership.get(next.getKey());
            if (owned == null || owned.handingOver) {
                continue;
            }
            handing++;
            var unused = handOver(owned, next.getValue())
                    .whenComplete((done, failure) -> worker.execute(() -> {
                        handing--;
                        handOverNext();
                    }));
        }
    }

    /** Has another node serve a chunk of ours; completes when it does, or does not want to. Never fails. */
    private CompletableFuture<Void> handOver(OwnedChunk owned, PeerNode successor) {
        owned.handingOver = true;
        CompletableFuture<Void> over = new CompletableFuture<>();
        var unused = copies.root(owned.position)
                .thenCompose(root -> compareWith(owned, successor, root))
                .thenCompose(equal -> within(PAUSE_TIME, owner().pause(owned.position)))
                // What was applied since the comparison.
                .thenComposeAsync(paused -> copies.root(owned.position), worker)
                .thenCompose(root -> compareWith(owned, successor, root))
                .thenCompose(equal -> links.ask(
                        successor, new Question.TakeOver(owned.position, owned.claim.epoch() + 1), TAKE_OVER_TIME))
                .whenComplete((answer, failure) -> worker.execute(() -> {
                    owned.handingOver = false;
                    if (answer instanceof Answer.Done && ownership.get(owned.position) == owned) {
                        lose(owned, new Claim(owned.claim.epoch() + 1, successor.id(), successor.server()));
                    } else if (answer instanceof Answer.Superseded superseded) {
                        ownership.superseded(owned, superseded.claim());
                    } else if (failure != null) {
                        log.debug(
                                "Chunk {} is not handed over to {}: {}",
                                owned.position,
                                successor.server(),
                                failure.getMessage());
                    }
                    if (ownership.get(owned.position) == owned) {
                        owner().resume(owned.position);
                    }
                    over.complete(null);
                }));
        return over;
    }

    private <T> CompletableFuture<T> within(Duration limit, CompletableFuture<T> future) {
        CompletableFuture<T> limited = new CompletableFuture<>();
        Worker.Timer timer = worker.schedule(
                limit,
                () -> limited.completeExceptionally(
                        new PeerException("it takes longer than " + limit.toMillis() + " ms")));
        var unused = limited.whenComplete((value, failure) -> timer.cancel());
        forward(future, limited);
        return limited;
    }

    /** Hands all chunks that have edits over to other nodes. Completes when that is done as far as it can be; never fails. */
    public CompletableFuture<Void> handOverAll() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        worker.execute(() -> {
            List<CompletableFuture<?>> all = new ArrayList<>();
            for (OwnedChunk owned : List.copyOf(ownership.all())) {
                if (!owned.keepers.isEmpty() && !owned.handingOver) {
                    all.add(handOver(owned, owned.keepers.get(0)));
                }
            }
            var unused = within(LEAVING_TIME, CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)))
                    .whenComplete((each, failure) -> done.complete(null));
        });
        return done;
    }

    /** Ends. What is not kept by now fails. */
    public void close() {
        worker.execute(() -> {
            closed = true;
            links.close();
            worker.close();
        });
    }

    /** How it is doing; for people. */
    public CompletableFuture<ReplicationStatus> status() {
        CompletableFuture<ReplicationStatus> status = new CompletableFuture<>();
        worker.execute(() -> status.complete(new ReplicationStatus(
                settings.copies(),
                ownership.all().size(),
                heardOf.size(),
                ownership.understaffed(),
                ownership.unacknowledged(),
                trouble(),
                lastFailover,
                traffic.digests(),
                traffic.edits())));
        return status;
    }

    /** Why edits cannot be acknowledged at the moment, in words for an operator; empty if they can. At once, from any thread. */
    public Optional<String> trouble() {
        return ownership.trouble();
    }

    /** Why this node takes no edits: its clock is wrong, as others say; empty if it is not. At once, from any thread. */
    public Optional<String> clockTrouble() {
        return ownership.clockTrouble();
    }

    /** Who keeps copies of the chunks that this node serves, and how equal they are. */
    public CompletableFuture<Map<ChunkPos, ChunkCopies>> copies() {
        CompletableFuture<Map<ChunkPos, ChunkCopies>> all = new CompletableFuture<>();
        worker.execute(() -> {
            Map<ChunkPos, ChunkCopies> copiesOf = new HashMap<>();
            ownership.all().forEach(owned -> copiesOf.put(owned.position, owned.copies()));
            all.complete(copiesOf);
        });
        return all;
    }
}
