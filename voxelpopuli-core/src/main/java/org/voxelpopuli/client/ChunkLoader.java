package org.voxelpopuli.client;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.DirectoryQuery;
import org.voxelpopuli.protocol.DirectoryReply;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/**
 * Keeps connections to the chunks around the player: finds their servers, nearest first and few at a time, connects, and tries
 * again with growing pauses what failed or was lost. Owned by the client's worker.
 */
final class ChunkLoader {
    /** Chunks that are being located or connected to. */
    private static final int MAX_OPENING = 8;

    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** The first try after a loss comes within so long: at once, but not all clients in the same instant. A redirect is followed when it comes, as the server sent it. */
    private static final long JITTER = Duration.ofMillis(20).toNanos();

    /** So long after a loss the pauses stay short, since somebody else is about to serve the chunk. */
    private static final long FAILOVER = Duration.ofSeconds(15).toNanos();

    /** A connection that held for so long was a good one. */
    private static final long STABLE = Duration.ofSeconds(2).toNanos();

    private static final long FAILOVER_PAUSE = Duration.ofMillis(400).toNanos();

    /** Begins to connect to the server of a chunk. */
    @FunctionalInterface
    interface Connector {
        ChunkChannel connect(InetSocketAddress server, ChunkPos chunk, ChunkSubscription.Listener listener);
    }

    /** Who hears of it. */
    interface Events {
        void opened(ChunkSlot slot);

        void received(ChunkSlot slot, ServerPacket packet);

        /** The server keeps an edit. */
        void editAccepted(ChunkSlot slot, int number);

        /** The server did not apply an edit. */
        void editRefused(ChunkSlot slot, int number, String reason);

        /** Another session plays our player from now on. */
        void displaced(ChunkSlot slot, String reason);

        /** The connection was open, and is lost. */
        void lost(ChunkSlot slot, HandshakeException reason);

        /** The connection did not come about. */
        void refused(ChunkSlot slot, HandshakeException reason);

        void unloaded(ChunkSlot slot);
    }

    private final NodeEnvironment environment;
    private final Worker owner;
    private final LongSupplier nanos;
    private final Directories directory;
    private final Function<ChunkPos, ChunkReplica> replicas;
    private final Connector connector;
    private final HostResolver resolver;
    private final InterestArea area;
    private final Events events;
    private final Map<ChunkPos, ChunkSlot> slots = new HashMap<>();
    private ChunkPos centre = new ChunkPos(0, 0, 0);
    private @Nullable ChunkPos pinned;
    private int opening;
    private boolean closed;
    /** A chunk that is far away stays loaded until its edits are answered. */
    private boolean heldBack;

    ChunkLoader(
            NodeEnvironment environment,
            Worker owner,
            LongSupplier nanos,
            Directories directory,
            HostResolver resolver,
            Function<ChunkPos, ChunkReplica> replicas,
            Connector connector,
            InterestArea area,
            Events events) {
        this.environment = environment;
        this.owner = owner;
        this.nanos = nanos;
        this.directory = directory;
        this.resolver = resolver;
        this.replicas = replicas;
        this.connector = connector;
        this.area = area;
        this.events = events;
    }

    /** The player is in another chunk now. */
    void follow(ChunkPos chunk) {
        centre = chunk;
        long now = nanos.getAsLong();
        area.wanted(chunk)
                .forEach(wanted -> slots.computeIfAbsent(wanted, pos -> new ChunkSlot(replicas.apply(pos), pos, now)));
        unloadFar();
        openDue();
    }

    /** The chunk in which the player is registered: its connection stays wherever the player went; null for none. */
    void pin(@Nullable ChunkPos chunk) {
        pinned = chunk;
        unloadFar();
    }

    @Nullable
    ChunkSlot slot(ChunkPos chunk) {
        return slots.get(chunk);
    }

    Collection<ChunkSlot> slots() {
        return slots.values();
    }

    /** Opens what is due. To be called a few times a second. */
    void openDue() {
        if (heldBack) {
            unloadFar();
        }
        while (opening < MAX_OPENING && !closed) {
            long now = nanos.getAsLong();
            ChunkSlot next = slots.values().stream()
                    .filter(slot -> slot.phase == ChunkSlot.Phase.IDLE && slot.due <= now)
                    .min(Comparator.comparing(slot -> slot.chunk, InterestArea.nearestFirst(centre)))
                    .orElse(null);
            if (next == null) {
                return;
            }
            open(next);
        }
    }

    private void unloadFar() {
        heldBack = false;
        for (ChunkSlot slot : List.copyOf(slots.values())) {
            if (area.keeps(centre, slot.chunk) || slot.chunk.equals(pinned)) {
                continue;
            }
            if (slot.replica.awaitsAnswers()) {
                heldBack = true;
            } else {
                slots.remove(slot.chunk);
                var unused = release(slot);
                events.unloaded(slot);
            }
        }
    }

    private CompletableFuture<Void> release(ChunkSlot slot) {
        slot.attempt++;
        if (slot.phase == ChunkSlot.Phase.OPENING) {
            opening--;
        }
        slot.phase = ChunkSlot.Phase.IDLE;
        ChunkChannel link = slot.link;
        slot.link = null;
        slot.replica.abandon(new IllegalStateException("chunk " + slot.chunk + " is not loaded any more"));
        return link == null ? CompletableFuture.completedFuture(null) : link.close();
    }

    private void open(ChunkSlot slot) {
        slot.phase = ChunkSlot.Phase.OPENING;
        opening++;
        int attempt = ++slot.attempt;
        Optional<ServerAddress> known = slot.redirect;
        slot.redirect = Optional.empty();
        CompletableFuture<InetSocketAddress> found = known.isPresent()
                ? resolver.resolve(known.get())
                : directory.ask(new DirectoryQuery.LocateChunk(slot.chunk)).thenCompose(this::resolve);
        var unused = found.whenCompleteAsync(
                (socket, failure) -> {
                    if (slot.attempt != attempt) {
                        return;
                    }
                    if (failure != null) {
                        failed(slot, HandshakeException.of(failure));
                    } else {
                        connect(slot, attempt, socket);
                    }
                },
                owner);
    }

    private CompletableFuture<InetSocketAddress> resolve(DirectoryReply reply) {
        if (reply instanceof DirectoryReply.ChunkServerAt at) {
            ServerAddress server = at.server();
            directory.learn(server);
            return resolver.resolve(server);
        }
        String reason = reply instanceof DirectoryReply.Failed failed ? failed.reason() : "another reply was expected";
        return CompletableFuture.failedFuture(new HandshakeException(
                HandshakeException.Kind.REFUSED, "the directory cannot find the chunk's server: " + reason));
    }

    private void connect(ChunkSlot slot, int attempt, InetSocketAddress server) {
        slot.current = false;
        slot.link = connector.connect(server, slot.chunk, new ChunkSubscription.Listener() {
            @Override
            public void opened() {
                if (slot.attempt == attempt) {
                    slot.phase = ChunkSlot.Phase.OPEN;
                    slot.openedAt = nanos.getAsLong();
                    opening--;
                    events.opened(slot);
                    openDue();
                }
            }

            @Override
            public void received(ServerPacket packet) {
                if (slot.attempt == attempt) {
                    events.received(slot, packet);
                }
            }

            @Override
            public void editAccepted(int number) {
                if (slot.attempt == attempt) {
                    events.editAccepted(slot, number);
                }
            }

            @Override
            public void editRefused(int number, String reason) {
                if (slot.attempt == attempt) {
                    events.editRefused(slot, number, reason);
                }
            }

            @Override
            public void displaced(String reason) {
                if (slot.attempt == attempt) {
                    events.displaced(slot, reason);
                }
            }

            @Override
            public void closed(HandshakeException reason) {
                if (slot.attempt == attempt) {
                    failed(slot, reason);
                }
            }
        });
    }

    private void failed(ChunkSlot slot, HandshakeException reason) {
        boolean wasOpen = slot.isOpen();
        if (!wasOpen) {
            opening--;
        }
        slot.attempt++;
        slot.phase = ChunkSlot.Phase.IDLE;
        slot.link = null;
        long pause = pause(slot, wasOpen, reason);
        slot.due = nanos.getAsLong() + pause;
        owner.schedule(Duration.ofNanos(pause), this::openDue);
        slot.replica.interrupt(reason);
        if (wasOpen) {
            events.lost(slot, reason);
        } else {
            events.refused(slot, reason);
        }
        openDue();
    }

    private long pause(ChunkSlot slot, boolean wasOpen, HandshakeException reason) {
        long now = nanos.getAsLong();
        slot.redirect = reason.redirect();
        // A server that takes us and at once drops us, or two that send us to each other, shall not be called in a
        // circle.
        if (wasOpen && now - slot.openedAt >= STABLE) {
            slot.backoff.reset();
            slot.lostAt = now;
            return slot.redirect.isPresent() ? 0 : environment.random().nextLong(JITTER);
        }
        long pause = slot.backoff.nextNanos(environment.random());
        boolean failingOver = slot.isLoaded() && now - slot.lostAt < FAILOVER;
        return failingOver && pause > FAILOVER_PAUSE
                ? FAILOVER_PAUSE / 2 + environment.random().nextLong(FAILOVER_PAUSE / 2)
                : pause;
    }

    /** Closes all. Completes when everything that was queued is sent. */
    CompletableFuture<Void> close() {
        closed = true;
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (ChunkSlot slot : slots.values()) {
            all.add(release(slot));
        }
        return CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]));
    }
}
