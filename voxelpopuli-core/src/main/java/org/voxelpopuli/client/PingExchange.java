package org.voxelpopuli.client;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.protocol.json.SeedJsonCodec;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;

/** A {@code ping}, whose answer alone is no JSON and may lack its newline (SPEC V6.2). */
final class PingExchange implements StreamTransport.Handler {
    private static final String PONG = SeedJsonCodec.PONG.strip();

    private final NodeEnvironment environment;
    private final InetSocketAddress server;
    private final CompletableFuture<Void> answered = new CompletableFuture<>();
    private final ByteArrayOutputStream answer = new ByteArrayOutputStream(PONG.length());
    private StreamTransport.@Nullable Connection connection;

    PingExchange(NodeEnvironment environment, InetSocketAddress server) {
        this.environment = environment;
        this.server = server;
    }

    CompletableFuture<Void> start(Duration timeout) {
        long begun = environment.clock().nanos();
        var unused = environment
                .streams()
                .connect(server, timeout, opened -> {
                    connection = opened;
                    Duration rest = timeout.minusNanos(environment.clock().nanos() - begun);
                    opened.worker()
                            .schedule(
                                    rest.isNegative() ? Duration.ZERO : rest,
                                    () -> fail(HandshakeException.Kind.SILENT, "has not answered in time"));
                    opened.send(new SeedJsonCodec().encode(new Handshake.Ping()));
                    return this;
                })
                .whenComplete((opened, failure) -> {
                    if (failure != null) {
                        fail(HandshakeException.Kind.UNREACHABLE, "cannot be reached: " + ServerSession.words(failure));
                    }
                });
        return answered;
    }

    @Override
    public void received(byte[] bytes) {
        answer.write(bytes, 0, Math.min(bytes.length, PONG.length() - answer.size()));
        if (answer.size() < PONG.length()) {
            return;
        }
        if (answer.toString(StandardCharsets.ISO_8859_1).equals(PONG)) {
            answered.complete(null);
            close();
        } else {
            fail(HandshakeException.Kind.BROKEN, "answered something else than pong");
        }
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        fail(HandshakeException.Kind.BROKEN, "closed the connection without an answer");
    }

    private void fail(HandshakeException.Kind kind, String what) {
        answered.completeExceptionally(
                new HandshakeException(kind, server.getHostString() + ":" + server.getPort() + " " + what));
        close();
    }

    private void close() {
        if (connection != null) {
            connection.close();
        }
    }
}
