package org.voxelpopuli.tools.durability;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.FrameCodec;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.Limits;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.cbor.CborFrameCodec;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/**
 * A client of protocol v2 without a player, which is anywhere in the world: it changes blocks, hears when they are kept, and sends again under the same number what was
 * not answered, to whoever serves the chunk then. It never gives an edit up. Thread-safe; futures complete on a worker of its own.
 */
public final class FrameClient implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration SHOWN_WITHIN = Duration.ofSeconds(5);
    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(12);
    private static final Duration SWEEP = Duration.ofSeconds(1);
    private static final int FIRST_PAUSE_MILLIS = 50;
    private static final int MOST_DOUBLINGS = 4;
    private static final int MOST_REDIRECTS = 4;

    /** What happens to a chunk between an owner's death and the first edit that another one keeps. */
    public enum Step {
        /** The connection to its server is lost. */
        LOST,
        /** The directory is asked. */
        ASKED,
        /** The directory has named a server. */
        LOCATED,
        /** The server shows the chunk. */
        SHOWN
    }

    /** Who hears of it, on the client's worker. */
    public interface Listener {
        /** A step, at a time of {@link System#nanoTime()}. */
        void step(ChunkPos chunk, Step step, long nanos);
    }

    /**
     * An edit is kept.
     *
     * @param nanos when the client heard of it, by {@link System#nanoTime()}
     * @param by the server that said so
     */
    public record Kept(long nanos, ServerAddress by) {}

    private static final class Pending {
        final ClientFrame.ChangeBlock change;
        final CompletableFuture<Kept> kept = new CompletableFuture<>();
        long sent = System.nanoTime();

        Pending(ClientFrame.ChangeBlock change) {
            this.change = change;
        }
    }

    private static final class Slot {
        final ChunkPos chunk;
        final Map<Integer, Pending> pending = new LinkedHashMap<>();
        final List<CompletableFuture<Chunk>> lookers = new ArrayList<>();

        @Nullable
        Link link;

        boolean shown;
        boolean opening;
        int attempt;
        int failures;
        int redirects;
        int lastNumber;

        Slot(ChunkPos chunk) {
            this.chunk = chunk;
        }
    }

    private final NodeEnvironment environment;
    private final Worker worker;
    private final List<ServerAddress> stones;
    private final Function<ServerAddress, Optional<InetSocketAddress>> route;
    private final Listener listener;
    private final FrameCodec codec = new CborFrameCodec();
    private final long session;
    private final Map<ChunkPos, Slot> slots = new HashMap<>();
    private final Map<ServerAddress, Link> links = new HashMap<>();
    private final Map<ChunkPos, ServerAddress> servers = new ConcurrentHashMap<>();
    private int stone;
    private boolean closed;

    /**
     * A client that knows some game servers.
     *
     * @param stones game servers of which some live
     * @param route where an address is reached from here; empty for nowhere
     */
    public FrameClient(
            NodeEnvironment environment,
            List<ServerAddress> stones,
            Function<ServerAddress, Optional<InetSocketAddress>> route,
            Listener listener) {
        this.environment = environment;
        this.worker = environment.worker("frame-client");
        this.stones = List.copyOf(stones);
        this.route = route;
        this.listener = listener;
        this.session = environment.random().nextLong();
        worker.execute(() -> {
            stone = environment.random().nextInt(stones.size());
            sweepLater();
        });
    }

    /** A route for servers at literal addresses that all can be reached. */
    public static Optional<InetSocketAddress> direct(ServerAddress server) {
        return Optional.of(new InetSocketAddress(server.host(), server.port()));
    }

    /**
     * Changes a block.
     *
     * @return completes when it is kept, however long that takes; fails with {@link EditRefusedException}, and with {@link IllegalStateException} if the client is closed
     */
    public CompletableFuture<Kept> change(ChunkPos chunk, int voxel, int block) {
        CompletableFuture<Kept> kept = new CompletableFuture<>();
        worker.execute(() -> {
            Slot slot = slot(chunk);
            int number = ++slot.lastNumber;
            Pending pending = new Pending(new ClientFrame.ChangeBlock(chunk, number, voxel, block));
            slot.pending.put(number, pending);
            var unused = pending.kept.whenComplete((done, failure) -> {
                if (failure == null) {
                    kept.complete(done);
                } else {
                    kept.completeExceptionally(failure);
                }
            });
            if (closed) {
                pending.kept.completeExceptionally(new IllegalStateException("the client is closed"));
            } else if (slot.shown && slot.link != null) {
                slot.link.send(pending.change);
            } else {
                open(slot);
            }
        });
        return kept;
    }

    /** The blocks of a chunk as its server next shows them. */
    public CompletableFuture<Chunk> look(ChunkPos chunk) {
        CompletableFuture<Chunk> seen = new CompletableFuture<>();
        worker.execute(() -> {
            Slot slot = slot(chunk);
            slot.lookers.add(seen);
            if (slot.shown && slot.link != null) {
                slot.link.send(new ClientFrame.Subscribe(chunk));
            } else {
                open(slot);
            }
        });
        return seen;
    }

    /** Who serves a chunk, as far as this client knows. */
    public Optional<ServerAddress> server(ChunkPos chunk) {
        return Optional.ofNullable(servers.get(chunk));
    }

    /** The routes are others now: connections that go where none leads any more end. */
    public void rerouted() {
        worker.execute(() -> List.copyOf(links.values()).stream()
                .filter(link -> route.apply(link.server).isEmpty())
                .forEach(Link::end));
    }

    private Slot slot(ChunkPos chunk) {
        return slots.computeIfAbsent(chunk, Slot::new);
    }

    private void step(Slot slot, Step step) {
        listener.step(slot.chunk, step, System.nanoTime());
    }

    // Finding

    private void open(Slot slot) {
        if (closed || slot.opening || slot.link != null) {
            return;
        }
        slot.opening = true;
        step(slot, Step.ASKED);
        int asked = stone;
        var unused = Locating.begin(
                        environment, worker, route, stones.get(Math.floorMod(asked, stones.size())), slot.chunk)
                .whenComplete((server, failure) -> worker.execute(() -> {
                    slot.opening = false;
                    if (failure != null) {
                        if (asked == stone) {
                            stone++;
                        }
                        retry(slot);
                    } else {
                        step(slot, Step.LOCATED);
                        subscribe(slot, server);
                    }
                }));
    }

    private void retry(Slot slot) {
        int pause = FIRST_PAUSE_MILLIS << Math.min(slot.failures++, MOST_DOUBLINGS);
        worker.schedule(Duration.ofMillis(pause), () -> open(slot));
    }

    private void subscribe(Slot slot, ServerAddress server) {
        if (closed) {
            return;
        }
        Link link = links.get(server);
        if (link == null) {
            link = new Link(server);
            links.put(server, link);
            link.connect();
        }
        slot.link = link;
        link.slots.add(slot);
        link.send(new ClientFrame.Subscribe(slot.chunk));
        int attempt = ++slot.attempt;
        worker.schedule(SHOWN_WITHIN, () -> {
            if (slot.attempt == attempt && !slot.shown) {
                detach(slot);
                retry(slot);
            }
        });
    }

    private void detach(Slot slot) {
        Link link = slot.link;
        if (link != null) {
            link.slots.remove(slot);
        }
        slot.link = null;
        slot.shown = false;
        slot.attempt++;
        servers.remove(slot.chunk);
    }

    private void sweepLater() {
        worker.schedule(SWEEP, () -> {
            if (closed) {
                return;
            }
            long before = System.nanoTime() - ANSWERED_WITHIN.toNanos();
            for (Link link : List.copyOf(links.values())) {
                boolean silent = link.slots.stream()
                        .flatMap(slot -> slot.pending.values().stream())
                        .anyMatch(pending -> pending.sent - before < 0);
                if (silent) {
                    link.end();
                }
            }
            sweepLater();
        });
    }

    /** A connection to a server. Belongs to the client's worker, but for decoding. */
    private final class Link implements StreamTransport.Handler {
        final ServerAddress server;
        final Set<Slot> slots = new HashSet<>();
        private final List<ClientFrame> early = new ArrayList<>();
        private final FrameFraming framing = new FrameFraming(Limits.DEFAULT.frameIntoClient());
        private StreamTransport.@Nullable Connection connection;
        private boolean ended;

        Link(ServerAddress server) {
            this.server = server;
        }

        void connect() {
            Optional<InetSocketAddress> address = route.apply(server);
            if (address.isEmpty()) {
                worker.execute(this::end);
                return;
            }
            var unused = environment
                    .streams()
                    .connect(address.get(), CONNECT_TIMEOUT, opened -> {
                        opened.send(FrameFraming.preface());
                        worker.execute(() -> opened(opened));
                        return this;
                    })
                    .whenComplete((opened, failure) -> {
                        if (failure != null) {
                            worker.execute(this::end);
                        }
                    });
        }

        private void opened(StreamTransport.Connection opened) {
            if (ended) {
                opened.abort();
                return;
            }
            connection = opened;
            send(new ClientFrame.Hello(Frame.MIN_VERSION, Frame.MAX_VERSION, "", session));
            early.forEach(this::send);
            early.clear();
        }

        void send(ClientFrame frame) {
            if (connection == null) {
                early.add(frame);
            } else {
                connection.send(FrameFraming.framed(codec.encode(frame)));
            }
        }

        @Override
        public void received(byte[] bytes) {
            long nanos = System.nanoTime();
            framing.append(bytes);
            for (Optional<byte[]> frame = framing.next(); frame.isPresent(); frame = framing.next()) {
                Decoded<Frame> decoded = codec.decode(frame.get());
                if (decoded instanceof Decoded.Accepted<Frame> accepted) {
                    worker.execute(() -> got(accepted.value(), nanos));
                }
            }
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            worker.execute(this::end);
        }

        private void got(Frame frame, long nanos) {
            if (frame instanceof ServerFrame.EditAccepted accepted) {
                answered(accepted.chunk(), accepted.number())
                        .ifPresent(pending -> pending.kept.complete(new Kept(nanos, server)));
            } else if (frame instanceof ServerFrame.EditRefused refused) {
                answered(refused.chunk(), refused.number())
                        .ifPresent(pending ->
                                pending.kept.completeExceptionally(new EditRefusedException(refused.reason())));
            } else if (frame instanceof ServerFrame.ChunkState state) {
                attached(state.chunk()).ifPresent(slot -> shown(slot, state.blocks()));
            } else if (frame instanceof ServerFrame.ChunkGone gone) {
                attached(gone.chunk()).ifPresent(slot -> {
                    detach(slot);
                    retry(slot);
                });
            } else if (frame instanceof ServerFrame.Redirect redirect) {
                attached(redirect.chunk()).ifPresent(slot -> {
                    detach(slot);
                    if (++slot.redirects > MOST_REDIRECTS) {
                        retry(slot);
                    } else {
                        subscribe(slot, redirect.server());
                    }
                });
            } else if (frame instanceof ServerFrame.Goodbye) {
                end();
            }
        }

        private Optional<Pending> answered(ChunkPos chunk, int number) {
            Slot slot = FrameClient.this.slots.get(chunk);
            return slot == null ? Optional.empty() : Optional.ofNullable(slot.pending.remove(number));
        }

        private Optional<Slot> attached(ChunkPos chunk) {
            Slot slot = FrameClient.this.slots.get(chunk);
            return Optional.ofNullable(slot).filter(found -> found.link == this);
        }

        private void shown(Slot slot, Chunk blocks) {
            if (!slot.shown) {
                slot.shown = true;
                slot.failures = 0;
                slot.redirects = 0;
                servers.put(slot.chunk, server);
                step(slot, Step.SHOWN);
                long now = System.nanoTime();
                slot.pending.values().forEach(pending -> {
                    pending.sent = now;
                    send(pending.change);
                });
            }
            slot.lookers.forEach(looker -> looker.complete(blocks));
            slot.lookers.clear();
        }

        void end() {
            if (ended) {
                return;
            }
            ended = true;
            links.remove(server, this);
            if (connection != null) {
                connection.abort();
            }
            for (Slot slot : List.copyOf(slots)) {
                boolean wasShown = slot.shown;
                detach(slot);
                if (wasShown) {
                    step(slot, Step.LOST);
                    open(slot);
                } else {
                    retry(slot);
                }
            }
        }
    }

    /** Leaves. Edits that are not kept by now fail. */
    @Override
    public void close() {
        worker.execute(() -> {
            closed = true;
            List.copyOf(links.values()).forEach(Link::end);
            IllegalStateException over = new IllegalStateException("the client is closed");
            for (Slot slot : slots.values()) {
                List.copyOf(slot.pending.values()).forEach(pending -> pending.kept.completeExceptionally(over));
                slot.lookers.forEach(looker -> looker.completeExceptionally(over));
            }
            worker.close();
        });
    }

    /** A failure to find a chunk's server. */
    static IOException failure(ServerAddress stone, String what) {
        return new IOException(stone + " " + what);
    }
}
