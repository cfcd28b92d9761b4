package org.voxelpopuli.client;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.protocol.PacketCodec;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.protocol.json.SeedJsonCodec;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;

/**
 * The connection to the server of one chunk: a client of that chunk without a player, until it registers one. Packets are decoded
 * on the connection's worker and handed to the owner. A server that is silent, floods, does not read or talks nonsense is left.
 * All methods may be called from any thread.
 */
public final class ChunkLink implements ChunkChannel {
    /** A server sends the time with every tick; no byte for this long, to twice this, means that it, or the way to it, is dead. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private static final int MAX_QUEUED_PACKETS = 4096;
    private static final int MAX_QUEUED_CHUNKS = 64;
    private static final int MAX_REJECTED = 100;
    private static final PacketCodec CODEC = new SeedJsonCodec();
    private static final Logger log = LoggerFactory.getLogger(ChunkLink.class);

    /** What happens, on the owner. */
    public interface Listener {
        /** The server took us as a client of the chunk. */
        void opened();

        /** The server said something. */
        void received(ServerPacket packet);

        /** The last event: refused, never reached or lost. It does not come after {@link ChunkLink#close()}. */
        void closed(HandshakeException reason);
    }

    private final ChunkPos chunk;
    private final SeedSession session;

    private ChunkLink(ChunkPos chunk, SeedSession session) {
        this.chunk = chunk;
        this.session = session;
    }

    /**
     * Begins to connect.
     *
     * @param owner on which the listener is called
     * @param server the game port of the chunk's server
     * @param timeout for connection and acknowledgement together
     */
    public static ChunkLink open(
            NodeEnvironment environment,
            Worker owner,
            InetSocketAddress server,
            ChunkPos chunk,
            Duration timeout,
            Listener listener) {
        return open(environment, owner, server, chunk, timeout, listener, new Traffic());
    }

    static ChunkLink open(
            NodeEnvironment environment,
            Worker owner,
            InetSocketAddress server,
            ChunkPos chunk,
            Duration timeout,
            Listener listener,
            Traffic traffic) {
        Inbound inbound = new Inbound(owner, chunk, listener, traffic);
        SeedSession session =
                SeedSession.open(environment, server, new Handshake.Connect(chunk), timeout, traffic, inbound);
        return new ChunkLink(chunk, session);
    }

    /** The chunk that it is connected to. */
    public ChunkPos chunk() {
        return chunk;
    }

    /** Who answers: {@code host:port}. */
    public String server() {
        return session.server();
    }

    @Override
    public void send(ClientPacket packet) {
        session.send(CODEC.encode(packet));
    }

    @Override
    public void change(int number, int voxel, int block) {
        BlockPos at = BlockPos.ofVoxel(chunk, voxel);
        send(new ClientPacket.ChangeBlock(at.localX(), at.localY(), at.localZ(), block));
    }

    @Override
    public CompletableFuture<Void> close() {
        return session.leave();
    }

    /** Runs on the connection's worker, and calls the listener on the owner. */
    private static final class Inbound implements SeedSession.Events {
        private final Worker owner;
        private final ChunkPos chunk;
        private final Listener listener;
        private final Traffic traffic;
        private final AtomicInteger queued = new AtomicInteger();
        private final AtomicInteger queuedChunks = new AtomicInteger();
        private final Set<Rejection> logged = EnumSet.noneOf(Rejection.class);
        private int rejected;

        Inbound(Worker owner, ChunkPos chunk, Listener listener, Traffic traffic) {
            this.owner = owner;
            this.chunk = chunk;
            this.listener = listener;
            this.traffic = traffic;
        }

        @Override
        public void acknowledged(SeedSession session) {
            session.expectBytesEvery(SILENCE);
            tell(session, listener::opened);
        }

        @Override
        public void line(SeedSession session, byte[] line) {
            Decoded<ServerPacket> decoded = CODEC.decodeServerPacket(line);
            if (decoded instanceof Decoded.Accepted<ServerPacket> accepted) {
                deliver(session, accepted.value());
            } else if (decoded instanceof Decoded.Rejected<ServerPacket> refused) {
                reject(session, refused);
            }
        }

        private void deliver(SeedSession session, ServerPacket packet) {
            boolean data = packet instanceof ServerPacket.ChunkData;
            if (queued.incrementAndGet() > MAX_QUEUED_PACKETS
                    || (data && queuedChunks.incrementAndGet() > MAX_QUEUED_CHUNKS)) {
                session.fail("sends more than this client can take");
                return;
            }
            tell(session, () -> {
                queued.decrementAndGet();
                if (data) {
                    queuedChunks.decrementAndGet();
                }
                listener.received(packet);
            });
        }

        private void tell(SeedSession session, Runnable event) {
            owner.execute(() -> {
                if (!session.isLeft()) {
                    event.run();
                }
            });
        }

        private void reject(SeedSession session, Decoded.Rejected<ServerPacket> refused) {
            traffic.rejected();
            if (logged.add(refused.rejection())) {
                log.warn(
                        "{}, chunk {}: a line is no packet ({}): {}",
                        session.server(),
                        chunk,
                        refused.rejection(),
                        refused.detail());
            }
            if (++rejected >= MAX_REJECTED) {
                session.fail("sent " + rejected + " lines that are no packets, the last: " + refused.detail());
            }
        }

        @Override
        public void ended(SeedSession session, HandshakeException reason) {
            tell(session, () -> listener.closed(reason));
        }
    }
}
