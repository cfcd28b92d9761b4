package org.voxelpopuli.client;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.world.ChunkPos;

/**
 * The short conversations with a game server (SPEC V6.2): one connection, one handshake, one answer. Thread-safe; nothing blocks.
 * Futures complete on the connection's worker or on a thread of the transport, so go on elsewhere with anything long.
 */
public final class HandshakeClient {
    private final NodeEnvironment environment;
    private final Traffic traffic = new Traffic();

    /** A client that uses the streams and the clock of an environment. */
    public HandshakeClient(NodeEnvironment environment) {
        this.environment = environment;
    }

    /**
     * Asks a server to generate a chunk and keep it.
     *
     * @param server its game port
     * @param timeout for connection and answer together
     * @return completes when the server has acknowledged; fails with {@link HandshakeException}, whose kind tells a refusal, with
     *     the server's reason, from a server that is not there
     */
    public CompletableFuture<Void> generate(InetSocketAddress server, ChunkPos chunk, Duration timeout) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        SeedSession.open(
                environment, server, new Handshake.Generate(chunk), timeout, traffic, new SeedSession.Events() {
                    @Override
                    public void acknowledged(SeedSession session) {
                        var unused = session.leave();
                        done.complete(null);
                    }

                    @Override
                    public void line(SeedSession session, byte[] line) {
                        // Nothing is to come; ignored.
                    }

                    @Override
                    public void ended(SeedSession session, HandshakeException reason) {
                        done.completeExceptionally(reason);
                    }
                });
        return done;
    }

    /**
     * Asks whether a server is there.
     *
     * @param server its game port
     * @param timeout for connection and answer together
     * @return completes when it has answered {@code pong}, with or without a newline; fails with {@link HandshakeException}
     */
    public CompletableFuture<Void> ping(InetSocketAddress server, Duration timeout) {
        return new PingExchange(environment, server).start(timeout);
    }
}
