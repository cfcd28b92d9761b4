package org.voxelpopuli.server;

import java.time.Duration;
import org.voxelpopuli.protocol.Limits;

/**
 * How a server behaves towards its clients.
 *
 * @param chunkWorkers threads that simulate chunks, at least 1
 * @param tick the period of the tick loop
 * @param handshakeTimeout until a connection must have said what it is for
 * @param playerSilence until a player who sends nothing is removed (SPEC V7.1)
 * @param maxBacklog bytes that wait for a client before it is dropped
 * @param maxBacklogAge how long bytes may wait for a client before it is dropped
 * @param maxQueuedPackets packets of one connection that may wait for a tick
 * @param maxSubscriptions chunks that a client may be shown over one connection of protocol v2
 * @param maxQueuedQueries queries of one DHT session that may wait for an answer
 * @param maxConnections open at once
 * @param maxConnectionsPerAddress open at once from one IP address; loopback is exempt
 * @param maxResidentChunks that this node keeps
 * @param limits of the wire
 */
public record ServerSettings(
        int chunkWorkers,
        Duration tick,
        Duration handshakeTimeout,
        Duration playerSilence,
        int maxBacklog,
        Duration maxBacklogAge,
        int maxQueuedPackets,
        int maxSubscriptions,
        int maxQueuedQueries,
        int maxConnections,
        int maxConnectionsPerAddress,
        int maxResidentChunks,
        Limits limits) {
    /** Two workers, 20 ticks a second, and the limits of the specification. */
    public static final ServerSettings DEFAULT = new ServerSettings(
            2,
            Duration.ofMillis(50),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            4 << 20,
            Duration.ofSeconds(10),
            4096,
            1024,
            16,
            20_000,
            4096,
            1_000_000,
            Limits.DEFAULT);

    /** @throws IllegalArgumentException if there is no worker */
    public ServerSettings {
        if (chunkWorkers < 1 || chunkWorkers > 256) {
            throw new IllegalArgumentException("chunk workers are " + chunkWorkers + ", allowed is 1..256");
        }
    }
}
