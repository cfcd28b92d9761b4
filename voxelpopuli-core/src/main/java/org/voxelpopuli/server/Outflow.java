package org.voxelpopuli.server;

import java.util.concurrent.atomic.AtomicLong;
import org.voxelpopuli.runtime.StreamTransport.Connection;

/** What is sent over a connection, from any thread, and whether the other reads it; who asks that is always the same thread. */
final class Outflow {
    private final Connection connection;
    private final ServerSettings settings;
    private final AtomicLong sentBytes = new AtomicLong();
    private long markedBytes;
    private long markedNanos;

    Outflow(Connection connection, ServerSettings settings) {
        this.connection = connection;
        this.settings = settings;
    }

    void send(byte[] bytes) {
        connection.send(bytes);
        sentBytes.addAndGet(bytes.length);
    }

    /** Whether so much waits already that what can be sent later should be. */
    boolean isCongested() {
        return connection.backlog() > settings.maxBacklog() / 4;
    }

    /**
     * Whether the client reads too slowly to be kept; call about once a tick. Something always waits for a client far away, so it is the age of
     * what waits that counts: the time since the bytes up to a mark were sent, of which some still wait.
     */
    boolean isTooSlow(long nowNanos) {
        long backlog = connection.backlog();
        long sent = sentBytes.get();
        if (sent - backlog >= markedBytes) {
            markedBytes = sent;
            markedNanos = nowNanos;
        }
        return backlog > settings.maxBacklog()
                || nowNanos - markedNanos > settings.maxBacklogAge().toNanos();
    }
}
