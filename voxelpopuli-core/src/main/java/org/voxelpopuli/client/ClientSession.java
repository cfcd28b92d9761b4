package org.voxelpopuli.client;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.protocol.DirectoryQuery;
import org.voxelpopuli.protocol.DirectoryReply;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/**
 * The owner's side of {@link WorldClient}: wires its mechanisms together, on its worker. What it changes it publishes before it
 * tells anyone.
 */
final class ClientSession implements ChunkLoader.Events, PlayersView.Events {
    private static final Logger log = LoggerFactory.getLogger(ClientSession.class);
    private static final Duration HEARTBEAT = Duration.ofMillis(100);

    /** Queries that are under way at once: when a server dies, all its chunks are asked for. */
    private static final int DIRECTORIES = 4;

    /** Without news of the time from the player's chunk for so long, any other chunk's will do. */
    private static final long TIME_FROM_ELSEWHERE = Duration.ofSeconds(1).toNanos();

    final Worker worker;
    final Traffic traffic = new Traffic();
    final List<WorldClientListener> listeners;
    final CompletableFuture<Position> connected = new CompletableFuture<>();
    final CompletableFuture<Void> finished = new CompletableFuture<>();

    private final NodeEnvironment environment;
    private final WorldClientBuilder settings;
    private final long origin;
    private final HostResolver resolver;
    private final Directories directory;
    private final ServerLinks links;
    private final Map<ChunkPos, Integer> editNumbers = new HashMap<>();
    private final ChunkLoader loader;
    private final PlayersView players = new PlayersView(this);
    private final Backoff startBackoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));

    /** Read from any thread. */
    volatile WorldView view;

    private @Nullable Avatar avatar;
    private OptionalDouble minutes = OptionalDouble.empty();
    private long timeHeardAt;
    private boolean started;
    private boolean closing;
    private String lastFailure = "nobody has answered yet";

    ClientSession(WorldClientBuilder settings) {
        this.settings = settings;
        this.environment = settings.environment;
        this.origin = environment.clock().nanos();
        this.worker = environment.worker("voxelpopuli-client-" + settings.player);
        this.listeners = new CopyOnWriteArrayList<>(settings.listeners);
        this.resolver = new HostResolver(environment, "voxelpopuli-client-names");
        boolean frames = settings.dialect == Dialect.FRAMES;
        this.directory = new Directories(
                frames ? DIRECTORIES : 1,
                () -> new DirectorySession(environment, worker, resolver, traffic, settings.steppingStones));
        this.links = new ServerLinks(environment, worker, traffic);
        this.loader = new ChunkLoader(
                environment,
                worker,
                this::nanos,
                directory,
                resolver,
                frames ? this::frameReplica : SeedReplica::new,
                frames ? this::subscribe : this::openLink,
                new InterestArea(settings.horizontalRadius, settings.verticalRadius),
                this);
        this.view = new WorldView(Map.of(), Map.of(), minutes);
    }

    private ChunkReplica frameReplica(ChunkPos chunk) {
        return new FrameReplica(chunk, () -> editNumbers.merge(chunk, 1, Integer::sum), settings.patience);
    }

    private ChunkChannel subscribe(InetSocketAddress server, ChunkPos chunk, ChunkSubscription.Listener listener) {
        return links.subscribe(server, chunk, ChunkLoader.CONNECT_TIMEOUT, listener);
    }

    private ChunkChannel openLink(InetSocketAddress server, ChunkPos chunk, ChunkSubscription.Listener listener) {
        return ChunkLink.open(environment, worker, server, chunk, ChunkLoader.CONNECT_TIMEOUT, listener, traffic);
    }

    /** Nanoseconds of the client's time. From any thread. */
    long nanos() {
        return environment.clock().nanos() - origin;
    }

    void start() {
        if (started || closing) {
            return;
        }
        started = true;
        worker.schedule(settings.connectTimeout, () -> {
            if (connected.completeExceptionally(new HandshakeException(
                    HandshakeException.Kind.UNREACHABLE,
                    "no way into the world within " + settings.connectTimeout.toMillis() + " ms: " + lastFailure))) {
                close();
            }
        });
        heartbeat();
        findStart();
    }

    private void findStart() {
        if (closing) {
            return;
        }
        if (settings.start.isPresent()) {
            enter(settings.start.get());
            return;
        }
        var unused = directory
                .ask(new DirectoryQuery.FindPlayer(settings.player))
                .whenCompleteAsync(this::foundStart, worker);
    }

    private void foundStart(@Nullable DirectoryReply reply, @Nullable Throwable failure) {
        if (closing) {
            return;
        }
        if (reply instanceof DirectoryReply.PlayerAt at) {
            enter(at.position());
            return;
        }
        if (reply instanceof DirectoryReply.Failed failed) {
            lastFailure = "the directory cannot find the player: " + failed.reason();
        } else if (failure != null) {
            lastFailure = String.valueOf(HandshakeException.of(failure).getMessage());
        }
        worker.schedule(Duration.ofNanos(startBackoff.nextNanos(environment.random())), this::findStart);
    }

    private void enter(Position start) {
        avatar = new Avatar(settings.player, loader, start);
        avatar.start();
    }

    void moveTo(Position next) {
        if (avatar != null && !closing) {
            avatar.moveTo(next, nanos());
        }
    }

    void setBlock(BlockPos at, int block, CompletableFuture<Integer> result) {
        ChunkPos chunk = at.chunk();
        ChunkSlot slot = loader.slot(chunk);
        if (closing || slot == null || !slot.isLoaded()) {
            result.completeExceptionally(
                    new IllegalStateException("block " + at + " is in chunk " + chunk + ", which is not loaded"));
            return;
        }
        String refusal = slot.replica.refusal();
        if (refusal != null) {
            result.completeExceptionally(
                    new IllegalStateException("block " + at + " is in chunk " + chunk + ", which " + refusal));
            return;
        }
        List<BlockChange> changes = slot.replica.edit(at.voxel(), block, result, nanos());
        sendEdits(slot);
        report(changes);
    }

    private static void sendEdits(ChunkSlot slot) {
        ChunkChannel link = slot.link;
        if (link != null && slot.current) {
            slot.replica.takeUnsent().forEach(edit -> link.change(edit.number(), edit.voxel(), edit.block()));
        }
    }

    void close() {
        if (closing) {
            return;
        }
        closing = true;
        connected.completeExceptionally(new HandshakeException(HandshakeException.Kind.BROKEN, "the client is closed"));
        if (avatar != null) {
            avatar.leave();
        }
        directory.close();
        CompletableFuture<Void> sent = loader.close().thenCompose(done -> links.close());
        loader.slots().forEach(this::completeEdits);
        var unused = sent.whenCompleteAsync(
                (done, failure) -> {
                    resolver.close();
                    worker.close();
                    finished.complete(null);
                },
                worker);
    }

    private void heartbeat() {
        if (closing) {
            return;
        }
        worker.schedule(HEARTBEAT, this::heartbeat);
        long now = nanos();
        loader.openDue();
        if (avatar != null) {
            avatar.update(now);
        }
        players.expire(now);
        for (ChunkSlot slot : List.copyOf(loader.slots())) {
            report(slot.replica.expire(now));
            completeEdits(slot);
        }
    }

    // What the connections say.

    @Override
    public void opened(ChunkSlot slot) {
        if (slot.isLoaded()) {
            players.recount(slot.chunk, nanos());
            tell(listener -> listener.reconnected(slot.chunk));
        }
        if (avatar != null) {
            avatar.update(nanos());
        }
    }

    @Override
    public void received(ChunkSlot slot, ServerPacket packet) {
        if (packet instanceof ServerPacket.ChunkData data) {
            receivedData(slot, data.chunk());
        } else if (packet instanceof ServerPacket.TimeOfDay time) {
            receivedTime(slot, time.minutes());
        } else if (packet instanceof ServerPacket.PlayerMoved moved) {
            if (!isOwn(moved.player())) {
                players.seen(slot.chunk, moved.player(), moved.position(), nanos());
            }
        } else if (packet instanceof ServerPacket.PlayerRegistered registered) {
            if (!isOwn(registered.player())) {
                players.registered(slot.chunk, registered.player(), registered.position(), nanos());
            }
        } else if (packet instanceof ServerPacket.PlayerDeregistered left) {
            receivedLeaving(slot, left.player());
        }
    }

    private boolean isOwn(PlayerName name) {
        return name.equals(settings.player);
    }

    private void receivedData(ChunkSlot slot, Chunk data) {
        boolean first = !slot.isLoaded();
        List<BlockChange> changes = slot.replica.receive(data);
        slot.current = true;
        sendEdits(slot);
        if (first) {
            publish();
            tell(listener -> listener.chunkLoaded(slot.chunk));
        }
        report(changes);
        completeEdits(slot);
        if (avatar != null && slot.chunk.equals(avatar.registeredIn())) {
            connected.complete(avatar.position());
        }
    }

    @Override
    public void editAccepted(ChunkSlot slot, int number) {
        report(slot.replica.accepted(number));
        completeEdits(slot);
    }

    @Override
    public void editRefused(ChunkSlot slot, int number, String reason) {
        report(slot.replica.refused(number, reason));
        completeEdits(slot);
    }

    private void receivedTime(ChunkSlot slot, double now) {
        boolean ours = avatar != null && slot.chunk.equals(avatar.registeredIn());
        if (ours || nanos() - timeHeardAt > TIME_FROM_ELSEWHERE || minutes.isEmpty()) {
            timeHeardAt = nanos();
            minutes = OptionalDouble.of(now);
            view = view.withMinutes(minutes);
            tell(listener -> listener.timeOfDay(now));
        }
    }

    private void receivedLeaving(ChunkSlot slot, PlayerName player) {
        if (!isOwn(player)) {
            players.deregistered(slot.chunk, player, nanos());
        } else if (avatar != null && avatar.deregistered(slot.chunk, nanos()) && settings.dialect == Dialect.SEED) {
            watchOnly("player " + player + " was ended by its server, as if another session had registered it");
        }
    }

    @Override
    public void displaced(ChunkSlot slot, String reason) {
        if (avatar != null && slot.chunk.equals(avatar.registeredIn())) {
            watchOnly(reason);
        }
    }

    private void watchOnly(String reason) {
        if (avatar != null) {
            avatar.displaced();
        }
        log.info("This client only watches from now on: {}", reason);
        tell(listener -> listener.displaced(reason));
    }

    @Override
    public void lost(ChunkSlot slot, HandshakeException reason) {
        traffic.lost();
        players.lost(slot.chunk, nanos());
        if (avatar != null) {
            avatar.lost(slot.chunk);
        }
        completeEdits(slot);
        log.debug("Chunk {}: {}", slot.chunk, reason.getMessage());
        tell(listener -> listener.disconnected(slot.chunk, String.valueOf(reason.getMessage())));
    }

    @Override
    public void refused(ChunkSlot slot, HandshakeException reason) {
        lastFailure = String.valueOf(reason.getMessage());
        log.debug("Chunk {}: {}", slot.chunk, reason.getMessage());
        tell(listener -> listener.serverRefused(slot.chunk, String.valueOf(reason.getMessage())));
    }

    @Override
    public void unloaded(ChunkSlot slot) {
        players.forget(slot.chunk, nanos());
        if (slot.isLoaded()) {
            publish();
            tell(listener -> listener.chunkUnloaded(slot.chunk));
        }
        completeEdits(slot);
    }

    @Override
    public void appeared(SeenPlayer player) {
        publish();
        tell(listener -> listener.playerAppeared(player.name(), player.position()));
    }

    @Override
    public void moved(SeenPlayer player) {
        publish();
        tell(listener -> listener.playerMoved(player.name(), player.position()));
    }

    @Override
    public void left(PlayerName player) {
        publish();
        tell(listener -> listener.playerLeft(player));
    }

    private void report(List<BlockChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        publish();
        for (BlockChange change : changes) {
            tell(listener -> listener.blockChanged(change.position(), change.before(), change.after()));
        }
    }

    private void publish() {
        Map<ChunkPos, Chunk> chunks = new HashMap<>();
        for (ChunkSlot slot : loader.slots()) {
            Chunk shown = slot.replica.shown();
            if (shown != null) {
                chunks.put(slot.chunk, shown);
            }
        }
        view = new WorldView(chunks, players.snapshot(), minutes);
    }

    private void completeEdits(ChunkSlot slot) {
        slot.replica.takeCompletions().forEach(Runnable::run);
    }

    private void tell(Consumer<WorldClientListener> event) {
        for (WorldClientListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException e) {
                log.error("A listener of the client of {} failed; the client goes on", settings.player, e);
            }
        }
    }
}
