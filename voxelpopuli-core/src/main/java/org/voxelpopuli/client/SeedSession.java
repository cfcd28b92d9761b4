package org.voxelpopuli.client;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.protocol.Acknowledgement;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.protocol.Limits;
import org.voxelpopuli.protocol.PacketCodec;
import org.voxelpopuli.protocol.SeedFraming;
import org.voxelpopuli.protocol.json.SeedJsonCodec;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/**
 * One connection of the seed dialect, seen from the client: connects, says its handshake, waits for the acknowledgement, then
 * hands on line after line. Its state belongs to the connection's worker, on which the events come; {@link #send} and the ways to
 * end may be called from anywhere.
 */
final class SeedSession implements StreamTransport.Handler {
    /** A server that has let us queue so much does not read any more. */
    private static final long MAX_BACKLOG = 1 << 20;

    private static final PacketCodec CODEC = new SeedJsonCodec();

    /** What happens. On the connection's worker, but for a failure to connect, which comes on a thread of the transport. */
    interface Events {
        /** The server said yes. */
        void acknowledged(SeedSession session);

        /** A line arrived, after the acknowledgement. */
        void line(SeedSession session, byte[] line);

        /** The last event, once, whatever happened before, except after {@link SeedSession#leave()}. */
        void ended(SeedSession session, HandshakeException reason);
    }

    private final Handshake handshake;
    private final String server;
    private final Events events;
    private final Traffic traffic;
    private final SeedFraming framing = new SeedFraming(Limits.DEFAULT.lineIntoClient());

    private volatile StreamTransport.@Nullable Connection connection;
    private volatile boolean left;
    private boolean acknowledged;
    private boolean ended;
    private Worker.@Nullable Timer deadline;
    private boolean heard;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    private SeedSession(Handshake handshake, InetSocketAddress address, Events events, Traffic traffic) {
        this.handshake = handshake;
        this.server = address.getHostString() + ":" + address.getPort();
        this.events = events;
        this.traffic = traffic;
    }

    /**
     * Begins to connect.
     *
     * @param timeout for connection and acknowledgement together
     */
    static SeedSession open(
            NodeEnvironment environment,
            InetSocketAddress address,
            Handshake handshake,
            Duration timeout,
            Traffic traffic,
            Events events) {
        SeedSession session = new SeedSession(handshake, address, events, traffic);
        long begun = environment.clock().nanos();
        var unused = environment
                .streams()
                .connect(address, timeout, connection -> {
                    Duration spent = Duration.ofNanos(environment.clock().nanos() - begun);
                    session.begin(connection, timeout.minus(spent));
                    return session;
                })
                .whenComplete((connection, failure) -> {
                    if (failure != null) {
                        session.end(HandshakeException.Kind.UNREACHABLE, "cannot be reached: " + words(failure));
                    }
                });
        return session;
    }

    static String words(Throwable failure) {
        Throwable cause = failure.getCause() != null && failure.getMessage() == null ? failure.getCause() : failure;
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private void begin(StreamTransport.Connection opened, Duration rest) {
        connection = opened;
        if (left) {
            opened.abort();
            return;
        }
        traffic.opened();
        deadline = opened.worker().schedule(rest.isNegative() ? Duration.ZERO : rest, () -> {
            if (!acknowledged) {
                end(HandshakeException.Kind.SILENT, "has not answered in time");
            }
        });
        send(CODEC.encode(handshake));
    }

    @Override
    public void received(byte[] bytes) {
        traffic.received(bytes.length);
        heard = true;
        framing.append(bytes);
        while (!ended && !left) {
            // An acknowledgement is a line; but a server's value without its newline is understood as well.
            Optional<byte[]> frame = acknowledged ? framing.nextLine() : framing.nextValue();
            if (frame.isEmpty()) {
                break;
            }
            if (acknowledged) {
                events.line(this, frame.get());
            } else {
                acknowledge(frame.get());
            }
        }
        if (framing.overflowed()) {
            end(
                    HandshakeException.Kind.BROKEN,
                    "sent a line of more than " + Limits.DEFAULT.lineIntoClient() + " bytes");
        }
    }

    private void acknowledge(byte[] frame) {
        Decoded<Acknowledgement> decoded = CODEC.decodeAcknowledgement(frame);
        if (decoded instanceof Decoded.Rejected<Acknowledgement> rejected) {
            end(HandshakeException.Kind.BROKEN, "answered the handshake with no acknowledgement: " + rejected.detail());
            return;
        }
        Acknowledgement answer = ((Decoded.Accepted<Acknowledgement>) decoded).value();
        if (!answer.ok()) {
            end(new HandshakeException(
                    HandshakeException.Kind.REFUSED,
                    server + " refused: " + answer.error().orElse("without a reason"),
                    answer.redirect()));
            return;
        }
        acknowledged = true;
        cancelDeadline();
        events.acknowledged(this);
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        traffic.closed();
        gone.complete(null);
        end(
                HandshakeException.Kind.BROKEN,
                cause == null ? "closed the connection" : "lost the connection: " + words(cause));
    }

    private void end(HandshakeException.Kind kind, String what) {
        end(new HandshakeException(kind, server + " " + what));
    }

    private void end(HandshakeException reason) {
        if (ended) {
            return;
        }
        ended = true;
        cancelDeadline();
        StreamTransport.Connection open = connection;
        if (open != null) {
            open.abort();
        }
        if (!left) {
            events.ended(this, reason);
        }
    }

    private void cancelDeadline() {
        if (deadline != null) {
            deadline.cancel();
            deadline = null;
        }
    }

    /** Sends, if there is a connection; a server that does not take what is sent is left. */
    void send(byte[] bytes) {
        StreamTransport.Connection open = connection;
        if (open == null || left) {
            return;
        }
        if (open.backlog() > MAX_BACKLOG) {
            open.worker().execute(() -> end(HandshakeException.Kind.BROKEN, "does not read what is sent to it"));
            return;
        }
        traffic.sent(bytes.length);
        open.send(bytes);
    }

    /** Ends the session for a reason of the caller's, which comes back as the last event. */
    void fail(String why) {
        StreamTransport.Connection open = connection;
        if (open == null) {
            return;
        }
        if (open.worker().isCurrent()) {
            end(HandshakeException.Kind.BROKEN, why);
        } else {
            open.worker().execute(() -> end(HandshakeException.Kind.BROKEN, why));
        }
    }

    /** Ends the session if no byte comes for so long. On the connection's worker. */
    void expectBytesEvery(Duration limit) {
        StreamTransport.Connection open = connection;
        if (open == null || ended) {
            return;
        }
        heard = false;
        deadline = open.worker().schedule(limit, () -> {
            if (heard) {
                expectBytesEvery(limit);
            } else {
                end(HandshakeException.Kind.SILENT, "has been silent for " + limit.toSeconds() + " s");
            }
        });
    }

    /** Closes once everything is sent. No event comes any more. Completes when the connection is closed. */
    CompletableFuture<Void> leave() {
        left = true;
        StreamTransport.Connection open = connection;
        if (open == null) {
            gone.complete(null);
        } else {
            open.close();
        }
        return gone;
    }

    /** Whether we ended it. */
    boolean isLeft() {
        return left;
    }

    /** Who answers, for messages. */
    String server() {
        return server;
    }
}
