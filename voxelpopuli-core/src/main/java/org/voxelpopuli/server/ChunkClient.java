package org.voxelpopuli.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.runtime.StreamTransport.Connection;
import org.voxelpopuli.world.PlayerName;

/**
 * A connection as the chunk that it is a client of sees it. Belongs to the chunk's worker, but for {@link #queued}, which the
 * connection's worker raises.
 */
final class ChunkClient {
    private static final Logger log = LoggerFactory.getLogger(ChunkClient.class);

    /** Packets that were read and not yet applied. */
    final AtomicInteger queued = new AtomicInteger();

    private final Connection connection;
    private final ServerSettings settings;
    private final List<byte[]> outgoing = new ArrayList<>();
    private final Set<String> refusalsLogged = new HashSet<>();
    private int outgoingBytes;
    private long sentBytes;
    private long markedBytes;
    private long markedNanos;

    /** The player that this connection registered; it stays when the player is removed for silence. */
    @Nullable
    PlayerName player;

    ChunkClient(Connection connection, ServerSettings settings) {
        this.connection = connection;
        this.settings = settings;
    }

    /** Adds bytes to what the end of the tick sends. */
    void enqueue(byte[] bytes) {
        outgoing.add(bytes);
        outgoingBytes += bytes.length;
    }

    /** Sends what was enqueued, in one piece. */
    void flush() {
        if (outgoing.size() == 1) {
            connection.send(outgoing.get(0));
        } else if (!outgoing.isEmpty()) {
            byte[] joined = new byte[outgoingBytes];
            int at = 0;
            for (byte[] bytes : outgoing) {
                System.arraycopy(bytes, 0, joined, at, bytes.length);
                at += bytes.length;
            }
            connection.send(joined);
        }
        outgoing.clear();
        sentBytes += outgoingBytes;
        outgoingBytes = 0;
    }

    /**
     * Whether the client reads too slowly to be kept; call once a tick. Something always waits for a client far away, so it is the age of
     * what waits that counts: the time since the bytes up to a mark were sent, of which some still wait.
     */
    boolean isTooSlow(long nowNanos) {
        long backlog = connection.backlog();
        if (sentBytes - backlog >= markedBytes) {
            markedBytes = sentBytes;
            markedNanos = nowNanos;
        }
        return backlog > settings.maxBacklog()
                || nowNanos - markedNanos > settings.maxBacklogAge().toNanos();
    }

    /** Logs a refused packet, the first of each kind only: a client that is wrong is usually wrong often. */
    void refused(String kind, String reason) {
        if (refusalsLogged.add(kind)) {
            log.info("{} sent a {} that is refused: {}", this, kind, reason);
        }
    }

    void abort() {
        connection.abort();
    }

    void close() {
        connection.close();
    }

    @Override
    public String toString() {
        return String.valueOf(connection.remoteAddress());
    }
}
