package org.voxelpopuli.replication;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
import org.voxelpopuli.runtime.NodeClock;
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

    /** Nodes that come and go at the same time are looked at together. */
    private static final Duration GATHERING_CHANGES = Duration.ofMillis(500);

    private final ReplicationSettings settings;
    private final Replicas replicas;
    private final PeerContext context;
    private final Worker worker;
    private final Copies copies;
    private final Claims claims;
    private final PeerLinks links;
    private final Ownership ownership;
    private final RepairTraffic traffic = new RepairTraffic();
    private final Repairs repairs;
    private final Renewals renewals;
    private final Leases leases;
    private final HandOvers handOvers;
    private final Takeovers takeovers;
    private final Answers answers;
    private @Nullable ChunkOwner owner;
    private boolean changed;

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
        this.settings = settings;
        this.replicas = directory.replicas();
        this.worker = environment.worker("voxelpopuli-replication");
        this.context = new PeerContext(
                environment, identity, address, world, new SharedSecret(replicas.secret()), codec, frameBytes);
        this.copies = new Copies(store, worker);
        this.claims = new Claims(store.records(), () -> environment.clock().wallMillis());
        this.links = new PeerLinks(context, worker, settings, this::nodeLost, this::membersChanged);
        NodeClock clock = environment.clock();
        this.ownership =
                new Ownership(worker, clock, copies, replicas, links, settings.copies(), new OwnershipEvents());
        this.repairs = new Repairs(worker, copies, ownership, links, traffic, clock::wallMillis, this::owner);
        this.renewals = new Renewals(worker, clock, settings, address, copies, ownership, links, repairs);
        Surplus surplus = new Surplus(worker, settings, context.self(), copies, claims, replicas, links);
        this.leases = new Leases(worker, clock, settings, address, copies, directory, repairs, surplus);
        this.handOvers = new HandOvers(worker, ownership, links, repairs, this::owner, this::lose);
        this.takeovers = new Takeovers(
                worker, settings, context, directory, copies, claims, links, ownership, leases, traffic, this::served);
        this.answers = new Answers(
                clock,
                worker,
                context.self(),
                replicas,
                copies,
                claims,
                ownership,
                leases,
                repairs,
                takeovers,
                this::owner,
                this::lose);
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
                leases.heard(chunk);
            }
        }
    }

    /** This node may have moved to another address. */
    private Claim here(Claim claim) {
        return new Claim(claim.epoch(), context.self(), context.address());
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
            renewals.start();
            leases.start();
        });
        replicas.onChange(() -> worker.execute(this::membersChanged));
    }

    private ChunkOwner owner() {
        return Objects.requireNonNull(owner, "not started");
    }

    private void served(ChunkPos chunk) {
        owner().served(chunk);
    }

    /** Another node connected and greeted: what is to handle the connection from now on. To be called on the connection's worker. */
    public StreamTransport.Handler accept(
            StreamTransport.Connection connection, FrameFraming framing, PeerFrame.Greeting greeting) {
        PeerSession session =
                new PeerSession(context, worker, answers, settings, connection, framing, greeting, replicas::suspect);
        session.process();
        return session;
    }

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
            Futures.forward(ownership.keep(owned, edits), kept);
        });
        return kept;
    }

    /**
     * Makes this node serve a chunk, after it has gathered what others have of it; does nothing if it does already.
     *
     * @return completes when the claim is durable and published; fails with {@link ServedElsewhereException} if its owner lives
     */
    public CompletableFuture<Void> take(ChunkPos chunk) {
        CompletableFuture<Void> taken = new CompletableFuture<>();
        worker.execute(() -> Futures.forward(takeovers.take(chunk), taken));
        return taken;
    }

    private final class OwnershipEvents implements Ownership.Events {
        @Override
        public void keeperChosen(OwnedChunk chunk, PeerNode keeper) {
            repairs.repair(chunk, keeper);
        }

        @Override
        public void lost(OwnedChunk chunk, Claim winner) {
            lose(chunk, winner);
        }

        @Override
        public void nearerNode(OwnedChunk chunk, PeerNode nearer) {
            handOvers.nearerNode(chunk, nearer);
        }
    }

    /** Another node serves a chunk of ours: it gets what we have, and our clients. */
    private void lose(OwnedChunk owned, Claim winner) {
        log.info("Chunk {} is served by {} now, at epoch {}", owned.position, winner.server(), winner.epoch());
        ownership.giveUp(owned, winner);
        var unused = claims.put(owned.position, winner);
        leases.heard(owned.position);
        owner().superseded(owned.position, winner);
        repairs.contribute(owned.position, winner.server());
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
                                var ignored =
                                        ownership.superseded(owned, held.claim().get());
                            }
                        }));
            }
        });
    }

    private void nodeLost(ServerAddress server) {
        replicas.suspect(server);
        ownership.nodeLost(server);
    }

    private void membersChanged() {
        if (changed) {
            return;
        }
        changed = true;
        worker.schedule(GATHERING_CHANGES, () -> {
            changed = false;
            List.copyOf(ownership.all()).forEach(ownership::choose);
        });
    }

    /** Hands all chunks that have edits over to other nodes. Completes when that is done as far as it can be; never fails. */
    public CompletableFuture<Void> handOverAll() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        worker.execute(() -> Futures.forward(handOvers.handOverAll(), done));
        return done;
    }

    /** Ends. What is not kept by now fails. */
    public void close() {
        worker.execute(() -> {
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
                leases.size(),
                ownership.edited(),
                ownership.withFewerKeepersThan(settings.copies()),
                ownership.withFewerKeepersThan(Math.min(1, settings.copies())),
                ownership.unacknowledged(),
                ownership.lag(),
                trouble(),
                takeovers.lastFailover(),
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
            long now = context.environment().clock().nanos();
            ownership.all().forEach(owned -> copiesOf.put(owned.position, owned.describe(now)));
            all.complete(copiesOf);
        });
        return all;
    }
}
