package org.voxelpopuli.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.runtime.StreamTransport.Connection;
import org.voxelpopuli.world.PlayerName;

/**
 * Who is shown a chunk, as the chunk sees it. Belongs to the chunk's worker, but for {@link #queued}, which the connection's worker
 * raises.
 */
abstract class ChunkClient {
    private static final Logger log = LoggerFactory.getLogger(ChunkClient.class);

    /** In which a client is spoken to. */
    enum Dialect {
        /** JSON lines. */
        SEED,
        /** Protocol v2. */
        FRAMES
    }

    /** What the connection sent and no chunk has yet applied. */
    final AtomicInteger queued;

    final Outflow outflow;
    private final Dialect dialect;
    private final Connection connection;
    private final List<byte[]> outgoing = new ArrayList<>();
    private final Set<String> refusalsLogged = new HashSet<>();
    private int outgoingBytes;

    /** Random bits that the client drew once; empty if its dialect has none. */
    final OptionalLong session;

    /** The player that this client registered; it stays when the player is removed for silence. */
    @Nullable
    PlayerName player;

    ChunkClient(Dialect dialect, Connection connection, Outflow outflow, AtomicInteger queued, OptionalLong session) {
        this.dialect = dialect;
        this.session = session;
        this.connection = connection;
        this.outflow = outflow;
        this.queued = queued;
    }

    final Dialect dialect() {
        return dialect;
    }

    /** It is a client of the chunk now. */
    abstract void accepted();

    /** Shows the blocks, or what changed; false if all blocks are better shown later, since the client has not read what was sent before. */
    abstract boolean show(ChunkMessage blocks);

    /** The edit of this number is kept. */
    abstract void editAccepted(int number);

    /** The edit of this number was not applied. */
    abstract void editRefused(int number, String reason);

    /** The client's player is played by another session from now on. */
    abstract void displaced(PlayerName name, String reason);

    /** The chunk is not shown here any more: somebody else serves it. */
    abstract void redirect(ServerAddress server);

    /** The chunk is not shown here any more. */
    abstract void gone(String reason);

    /** Whether the client reads too slowly to be kept; call once a tick. */
    abstract boolean isTooSlow(long nowNanos);

    /** Adds bytes to what {@link #flush()} sends. */
    final void enqueue(byte[] bytes) {
        outgoing.add(bytes);
        outgoingBytes += bytes.length;
    }

    /** Sends what was enqueued, in one piece. */
    final void flush() {
        if (outgoing.size() == 1) {
            outflow.send(outgoing.get(0));
        } else if (!outgoing.isEmpty()) {
            byte[] joined = new byte[outgoingBytes];
            int at = 0;
            for (byte[] bytes : outgoing) {
                System.arraycopy(bytes, 0, joined, at, bytes.length);
                at += bytes.length;
            }
            outflow.send(joined);
        }
        outgoing.clear();
        outgoingBytes = 0;
    }

    /** Logs a refused packet, the first of each kind only: a client that is wrong is usually wrong often. */
    final void refused(String kind, String reason) {
        if (refusalsLogged.add(kind)) {
            log.info("{} sent a {} that is refused: {}", this, kind, reason);
        }
    }

    final void abort() {
        connection.abort();
    }

    final void close() {
        connection.close();
    }

    @Override
    public final String toString() {
        return String.valueOf(connection.remoteAddress());
    }
}
