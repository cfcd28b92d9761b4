package org.voxelpopuli.presence.ndn;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.runtime.StreamTransport;

/**
 * Faces over TCP, for networks that do not let UDP through (SPEC N3): packets follow each other on a connection. A face lasts as long as its connection. All methods may be called
 * from any thread.
 */
public final class TcpFaces {
    private static final Logger log = LoggerFactory.getLogger(TcpFaces.class);

    /** So many bytes wait for a slow peer; packets beyond are lost. */
    private static final long MAX_BACKLOG = 1 << 20;

    /** So many bytes wait for the forwarder, then the peer has to wait. */
    private static final int MAX_UNHANDLED = 1 << 18;

    private final Forwarder forwarder;
    private final int maxConnections;

    /** All that are open; guarded by itself. */
    private final Set<TcpFace> open = new LinkedHashSet<>();

    private volatile StreamTransport.@Nullable Listener listener;

    /**
     * Faces that there are none of yet.
     *
     * @param maxConnections so many at the same time, 1 or more; further ones are closed at once
     * @throws IllegalArgumentException if they are fewer
     */
    public TcpFaces(Forwarder forwarder, int maxConnections) {
        if (maxConnections < 1) {
            throw new IllegalArgumentException("TCP connections are " + maxConnections + ", allowed is 1 or more");
        }
        this.forwarder = forwarder;
        this.maxConnections = maxConnections;
    }

    /**
     * Accepts connections.
     *
     * @param local address; port 0 for any free one
     * @return the address that is bound, on any thread; fails as {@link StreamTransport#listen} does
     */
    public CompletableFuture<InetSocketAddress> listen(InetSocketAddress local) {
        return forwarder.environment().streams().listen(local, TcpFace::new).thenApply(bound -> {
            listener = bound;
            return bound.localAddress();
        });
    }

    /**
     * Connects.
     *
     * @return the face, on any thread, while prefixes are registered on the forwarder's worker; fails with {@link IOException}, which says where and why, if nobody accepts it within the timeout or there are too many connections
     */
    public CompletableFuture<Face> connect(InetSocketAddress remote, Duration timeout) {
        List<TcpFace> made = new ArrayList<>(1);
        return forwarder
                .environment()
                .streams()
                .connect(remote, timeout, connection -> {
                    TcpFace face = new TcpFace(connection);
                    synchronized (made) {
                        made.add(face);
                    }
                    return face;
                })
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(unreachable(remote, failure)))
                .thenCompose(connection -> {
                    synchronized (made) {
                        TcpFace face = made.get(0);
                        return face.admitted
                                ? CompletableFuture.completedFuture(face)
                                : CompletableFuture.failedFuture(new IOException(
                                        "as many TCP connections are open as allowed, " + maxConnections));
                    }
                });
    }

    private static IOException unreachable(InetSocketAddress remote, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return new IOException(
                "there is no TCP connection to " + remote.getHostString() + ":" + remote.getPort()
                        + ": a forwarder has to listen there, and the way be open (" + cause.getMessage() + ")",
                cause);
    }

    /** Connections that are open. */
    public int size() {
        synchronized (open) {
            return open.size();
        }
    }

    /** Closes all connections, and accepts none any more. */
    public void close() {
        StreamTransport.Listener bound = listener;
        if (bound != null) {
            var unused = bound.close();
        }
        List<TcpFace> faces;
        synchronized (open) {
            faces = List.copyOf(open);
        }
        faces.forEach(face -> face.connection.close());
    }

    private final class TcpFace implements Face, StreamTransport.Handler {
        private final StreamTransport.Connection connection;
        private final PacketFraming framing = new PacketFraming();
        private final AtomicInteger unhandled = new AtomicInteger();
        private final boolean admitted;

        TcpFace(StreamTransport.Connection connection) {
            this.connection = connection;
            synchronized (open) {
                admitted = open.size() < maxConnections;
                if (admitted) {
                    open.add(this);
                }
            }
            if (!admitted) {
                log.warn("{} is refused: {} TCP connections are open, as many as allowed", this, maxConnections);
                connection.abort();
            }
        }

        @Override
        public void received(byte[] bytes) {
            List<LinkPacket> packets = new ArrayList<>();
            boolean whole = framing.append(bytes, each -> packets.add(LinkPacket.decode(each)));
            if (unhandled.addAndGet(bytes.length) > MAX_UNHANDLED) {
                connection.reading(false);
            }
            forwarder.worker().execute(() -> {
                packets.forEach(each -> forwarder.receive(this, each));
                int before = unhandled.getAndAdd(-bytes.length);
                if (before > MAX_UNHANDLED && before - bytes.length <= MAX_UNHANDLED) {
                    connection.reading(true);
                }
            });
            if (!whole) {
                log.warn("{} is closed: {}", this, framing.broken());
                connection.abort();
            }
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            synchronized (open) {
                open.remove(this);
            }
            forwarder.worker().execute(() -> forwarder.remove(this));
        }

        private void send(byte[] packet) {
            if (connection.backlog() <= MAX_BACKLOG) {
                connection.send(packet);
            }
        }

        @Override
        public void send(Interest interest) {
            send(interest.wire());
        }

        @Override
        public void send(Data data) {
            send(data.wire());
        }

        @Override
        public void send(Data data, byte[] token) {
            send(LinkPacket.encode(data, token));
        }

        @Override
        public boolean isLocal() {
            return false;
        }

        @Override
        public String toString() {
            InetSocketAddress remote = connection.remoteAddress();
            return "tcp " + remote.getAddress().getHostAddress() + ":" + remote.getPort();
        }
    }
}
