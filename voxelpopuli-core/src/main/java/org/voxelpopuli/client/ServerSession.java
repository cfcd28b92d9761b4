package org.voxelpopuli.client;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/**
 * One connection to a server, seen from the client: connects, says its first words, waits to be taken, then hands on what comes. Its state belongs
 * to the connection's worker, on which the events come; {@link #send} and the ways to end may be called from anywhere.
 */
abstract class ServerSession implements StreamTransport.Handler {
    /** A server that has let us queue so much does not read any more. */
    private static final long MAX_BACKLOG = 1 << 20;

    private final String server;
    private final Traffic traffic;

    private volatile StreamTransport.@Nullable Connection connection;
    private volatile boolean left;
    private boolean established;
    private boolean ended;
    private Worker.@Nullable Timer deadline;
    private volatile boolean heard;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    ServerSession(InetSocketAddress address, Traffic traffic) {
        this.server = address.getHostString() + ":" + address.getPort();
        this.traffic = traffic;
    }

    /**
     * Begins to connect.
     *
     * @param timeout until the session must be {@link #established()}
     */
    final void connect(NodeEnvironment environment, InetSocketAddress address, Duration timeout) {
        long begun = environment.clock().nanos();
        var unused = environment
                .streams()
                .connect(address, timeout, opened -> {
                    Duration spent = Duration.ofNanos(environment.clock().nanos() - begun);
                    begin(opened, timeout.minus(spent));
                    return this;
                })
                .whenComplete((opened, failure) -> {
                    if (failure != null) {
                        end(HandshakeException.Kind.UNREACHABLE, "cannot be reached: " + words(failure));
                    }
                });
    }

    /** What is said first. */
    abstract byte[] firstWords();

    /** The first words are said; more may be. */
    void begun() {}

    /** Bytes came. */
    abstract void read(byte[] bytes);

    /** The last event, once, whatever happened before, except after {@link #leave()}. */
    abstract void ended(HandshakeException reason);

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
            if (!established) {
                end(HandshakeException.Kind.SILENT, "has not answered in time");
            }
        });
        send(firstWords());
        begun();
    }

    @Override
    public final void received(byte[] bytes) {
        traffic.received(bytes.length);
        heard = true;
        read(bytes);
    }

    /** The server took us. */
    final void established() {
        established = true;
        cancelDeadline();
    }

    final boolean isEstablished() {
        return established;
    }

    /** Whether nothing is read any more. */
    final boolean isOver() {
        return ended || left;
    }

    @Override
    public final void closed(@Nullable Throwable cause) {
        traffic.closed();
        gone.complete(null);
        end(
                HandshakeException.Kind.BROKEN,
                cause == null ? "closed the connection" : "lost the connection: " + words(cause));
    }

    final void end(HandshakeException.Kind kind, String what) {
        end(new HandshakeException(kind, server + " " + what));
    }

    final void end(HandshakeException reason) {
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
            ended(reason);
        }
    }

    private void cancelDeadline() {
        if (deadline != null) {
            deadline.cancel();
            deadline = null;
        }
    }

    /** Sends, if there is a connection; a server that does not take what is sent is left. */
    final void send(byte[] bytes) {
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
    final void fail(String why) {
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
    final void expectBytesEvery(Duration limit) {
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
    final CompletableFuture<Void> leave() {
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
    final boolean isLeft() {
        return left;
    }

    /** Who answers, for messages. */
    final String server() {
        return server;
    }
}
