package org.voxelpopuli.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.ChunkHost;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.ServedElsewhereException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.protocol.Acknowledgement;
import org.voxelpopuli.replication.ChunkCopies;
import org.voxelpopuli.replication.ChunkOwner;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;

/**
 * The game server of a node. Thread-safe; nothing blocks.
 *
 * <p>A chunk lives on one worker of a fixed pool, chosen by its position, so that thousands of resident chunks cost no thread each;
 * only loaded ones, those with clients, are ticked.
 */
public final class ChunkServer implements ChunkHost {
    private static final Logger log = LoggerFactory.getLogger(ChunkServer.class);

    /** Who asks another node to generate waits 8 s; it shall hear the reason before. */
    private static final Duration GENERATE_LIMIT = Duration.ofSeconds(5);

    private final ServerContext context;
    private final ServerAddress advertised;
    private final ResidentChunks residents;
    private final List<ChunkShard> shards;
    private final ConnectionLimits limits;
    /** In the order in which they came, so that the simulator closes them in the same order in each run. */
    private final Set<ConnectionSession> sessions = Collections.synchronizedSet(new LinkedHashSet<>());

    private final CompletableFuture<Void> serving = new CompletableFuture<>();
    private volatile StreamTransport.@Nullable Listener listener;

    private final Residences residences = new Residences();
    private final List<BlockChangeListener> listeners = new CopyOnWriteArrayList<>();

    private ChunkServer(ServerContext context, ServerAddress advertised) {
        this.context = context;
        this.advertised = advertised;
        ServerSettings settings = context.settings();
        this.residents = new ResidentChunks(context.replication(), context.store(), settings.maxResidentChunks());
        this.shards = IntStream.range(0, settings.chunkWorkers())
                .mapToObj(number -> new ChunkShard(context, residences, listeners, number))
                .toList();
        this.limits = new ConnectionLimits(settings.maxConnections(), settings.maxConnectionsPerAddress());
    }

    /**
     * Listens.
     *
     * @param context what the server works with
     * @param bind the game port (TCP)
     * @param advertised the same for others
     * @return fails with {@link java.net.BindException} if the port cannot be bound
     */
    public static CompletableFuture<ChunkServer> open(
            ServerContext context, InetSocketAddress bind, ServerAddress advertised) {
        ChunkServer server = new ChunkServer(context, advertised);
        return context.environment().streams().listen(bind, server::accept).thenApply(listening -> {
            server.listener = listening;
            context.replication().start(server.new Owner());
            return server;
        });
    }

    private StreamTransport.Handler accept(StreamTransport.Connection connection) {
        if (!limits.admit(connection.remoteAddress())) {
            log.info("{} is refused: too many connections", connection.remoteAddress());
            connection.abort();
            return new RefusedConnection();
        }
        ConnectionSession session = new ConnectionSession(this, context, connection);
        sessions.add(session);
        return session;
    }

    void disconnected(ConnectionSession session) {
        sessions.remove(session);
        limits.release(session.connection().remoteAddress());
    }

    private ChunkShard shard(ChunkPos position) {
        return shards.get(Math.floorMod((position.hashCode() * 0x9E3779B9) >>> 8, shards.size()));
    }

    ChunkMailbox mailbox(ChunkPos position) {
        return new ChunkMailbox(position, shard(position), residents);
    }

    /** The node has joined its network, or failed to at first: from now on pings are answered. */
    public void startServing() {
        serving.complete(null);
    }

    void whenServing(Runnable action) {
        var unused = serving.thenRun(action);
    }

    @Override
    public ServerAddress address() {
        return advertised;
    }

    @Override
    public Set<ChunkPos> residentChunks() {
        return residents.snapshot();
    }

    @Override
    public CompletableFuture<Void> generate(ChunkPos chunk) {
        CompletableFuture<Void> kept = residents.generate(chunk);
        shard(chunk).expect(kept, GENERATE_LIMIT);
        return kept;
    }

    @Override
    public Claim claim(ChunkPos chunk) {
        return context.replication().claim(chunk).orElseGet(() -> new Claim(1, context.writer(), advertised));
    }

    @Override
    public void servedElsewhere(ChunkPos chunk, ServerAddress server) {
        context.replication().servedElsewhere(chunk, server);
    }

    /** Another node asks: generate this chunk. Refused, with the better node's name, if somebody else should (SPEC V5.3). */
    CompletableFuture<Acknowledgement> generateFor(ChunkPos chunk) {
        if (residents.contains(chunk)) {
            return CompletableFuture.completedFuture(Acknowledgement.OK);
        }
        return context.directory()
                .betterHost(chunk)
                .thenCompose(better -> better.isPresent()
                        ? CompletableFuture.completedFuture(Acknowledgement.redirect(better.get()))
                        : generate(chunk).thenApply(done -> Acknowledgement.OK))
                .exceptionally(ChunkServer::refusal);
    }

    private static Acknowledgement refusal(Throwable failure) {
        Throwable cause = failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof ServedElsewhereException superseded
                ? Acknowledgement.redirect(superseded.server())
                : Acknowledgement.failure(DhtSession.reason(failure));
    }

    /** The block at a position of a resident chunk; fails with {@link IllegalStateException} if its chunk is not resident. */
    public CompletableFuture<Integer> block(BlockPos position) {
        return mailbox(position.chunk()).block(position.voxel());
    }

    /**
     * Sets a block of a resident chunk in the next tick.
     *
     * @return completes when it is durable; fails with {@link IllegalStateException} if the chunk is not resident
     */
    public CompletableFuture<Void> setBlock(BlockPos position, int type) {
        return mailbox(position.chunk()).change(position.voxel(), type);
    }

    /** Listens to the changes of all chunks of this server. */
    public void addListener(BlockChangeListener listener) {
        listeners.add(listener);
    }

    /** Listens no more. */
    public void removeListener(BlockChangeListener listener) {
        listeners.remove(listener);
    }

    /** All resident chunks, sorted by position; loaded or not. */
    public CompletableFuture<List<ChunkInfo>> chunks() {
        return gather(shard -> {
                    List<ChunkInfo> loaded = new ArrayList<>();
                    shard.forEachLoaded(actor -> loaded.add(actor.info(advertised)));
                    return loaded;
                })
                .thenCombine(context.replication().copies(), (loaded, copies) -> {
                    Map<ChunkPos, ChunkInfo> all = new HashMap<>();
                    residents.snapshot().forEach(position -> all.put(position, unloaded(position)));
                    loaded.forEach(info -> all.put(info.position(), info));
                    return all.values().stream()
                            .map(info -> info.with(copies.getOrDefault(info.position(), ChunkCopies.NONE)))
                            .sorted(Comparator.comparingInt(
                                            (ChunkInfo info) -> info.position().x())
                                    .thenComparingInt(info -> info.position().y())
                                    .thenComparingInt(info -> info.position().z()))
                            .toList();
                });
    }

    /** One chunk; empty if it is not resident. */
    public CompletableFuture<Optional<ChunkInfo>> chunk(ChunkPos position) {
        if (!residents.contains(position)) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        CompletableFuture<Optional<ChunkInfo>> info = new CompletableFuture<>();
        ChunkShard shard = shard(position);
        shard.execute(() -> {
            ChunkActor actor = shard.loaded(position);
            info.complete(Optional.of(actor == null ? unloaded(position) : actor.info(advertised)));
        });
        return info.thenCombine(
                context.replication().copies(),
                (found, copies) -> found.map(chunk -> chunk.with(copies.getOrDefault(position, ChunkCopies.NONE))));
    }

    private ChunkInfo unloaded(ChunkPos position) {
        return new ChunkInfo(position, advertised, false, 0, List.of(), 0, -1, ChunkCopies.NONE);
    }

    /** All players who are registered here, sorted by name. */
    public CompletableFuture<List<PlayerInfo>> players() {
        long now = context.environment().clock().nanos();
        return gather(shard -> {
                    List<PlayerInfo> here = new ArrayList<>();
                    shard.forEachLoaded(actor -> here.addAll(actor.playerInfos(now)));
                    return here;
                })
                .thenApply(all -> all.stream()
                        .sorted(Comparator.comparing(PlayerInfo::name))
                        .toList());
    }

    private <T> CompletableFuture<List<T>> gather(Function<ChunkShard, Collection<T>> question) {
        List<CompletableFuture<Collection<T>>> answers = new ArrayList<>();
        for (ChunkShard shard : shards) {
            CompletableFuture<Collection<T>> answer = new CompletableFuture<>();
            shard.execute(() -> answer.complete(question.apply(shard)));
            answers.add(answer);
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(done -> answers.stream()
                        .flatMap(answer -> answer.join().stream())
                        .toList());
    }

    /** The number of open connections. */
    public int connections() {
        return sessions.size();
    }

    /** Stops accepting, saves players and edits, closes the connections. Completes when all of it is durable. */
    public CompletableFuture<Void> close() {
        StreamTransport.Listener listening = listener;
        CompletableFuture<Void> unbound =
                listening == null ? CompletableFuture.completedFuture(null) : listening.close();
        return unbound.handle((done, failure) -> null)
                .thenCompose(done -> CompletableFuture.allOf(
                        shards.stream().map(ChunkShard::close).toArray(CompletableFuture[]::new)))
                .whenComplete((done, failure) -> List.copyOf(sessions)
                        .forEach(session -> session.connection().close()));
    }

    /** This server as the replication sees it. */
    private final class Owner implements ChunkOwner {
        @Override
        public void absorb(ChunkPos chunk, EditBatch edits) {
            inActor(chunk, actor -> actor.absorb(edits));
        }

        @Override
        public void served(ChunkPos chunk) {
            residents.add(chunk);
        }

        @Override
        public void superseded(ChunkPos chunk, Claim winner) {
            residents.remove(chunk);
            inActor(chunk, actor -> actor.superseded(winner));
        }

        @Override
        public void displaced(PlayerName player, long session, ServerAddress by) {
            residences.displace(player, session, by);
        }

        @Override
        public CompletableFuture<Void> pause(ChunkPos chunk) {
            CompletableFuture<Void> paused = new CompletableFuture<>();
            ChunkShard shard = shard(chunk);
            shard.execute(() -> {
                ChunkActor actor = shard.loaded(chunk);
                if (actor == null) {
                    paused.complete(null);
                } else {
                    actor.pause(paused);
                }
            });
            return paused;
        }

        @Override
        public void resume(ChunkPos chunk) {
            inActor(chunk, ChunkActor::resume);
        }

        private void inActor(ChunkPos chunk, Consumer<ChunkActor> action) {
            ChunkShard shard = shard(chunk);
            shard.execute(() -> {
                ChunkActor actor = shard.loaded(chunk);
                if (actor != null) {
                    action.accept(actor);
                }
            });
        }
    }

    private static final class RefusedConnection implements StreamTransport.Handler {
        @Override
        public void received(byte[] bytes) {}

        @Override
        public void closed(@Nullable Throwable cause) {}
    }
}
