package org.voxelpopuli.kademlia.content;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.StreamTransport;

/** Serves the files of the library to others. Its state belongs to the content worker. */
final class FileServer {
    private final ContentContext context;
    private final Library library;
    private final OpenConnections connections;
    private final Set<FileSession> sessions = new LinkedHashSet<>();
    private StreamTransport.@Nullable Listener listener;
    private boolean closed;

    FileServer(ContentContext context, Library library) {
        this.context = context;
        this.library = library;
        this.connections = new OpenConnections(
                context.settings().maxConnections(), context.settings().maxConnectionsPerAddress());
    }

    /** Opens the port. */
    CompletableFuture<InetSocketAddress> start(InetSocketAddress bind) {
        return context.environment()
                .streams()
                .listen(bind, this::accept)
                .thenApplyAsync(
                        bound -> {
                            listener = bound;
                            if (closed) {
                                var unused = bound.close();
                                throw new IllegalStateException("the content node was closed while it started");
                            }
                            return bound.localAddress();
                        },
                        context.worker());
    }

    /** On the connection's worker. */
    private StreamTransport.Handler accept(StreamTransport.Connection connection) {
        InetAddress address = connection.remoteAddress().getAddress();
        if (!connections.open(address)) {
            connection.send(ContentWire.write(new ContentWire.Answer(ContentWire.Status.BUSY, 0)));
            connection.close();
            return FileSession.REFUSED;
        }
        FileSession session = new FileSession(this, context, connection);
        context.worker().execute(() -> opened(session));
        session.begin();
        return session;
    }

    private void opened(FileSession session) {
        if (closed) {
            session.abort();
        } else if (!session.isOver()) {
            sessions.add(session);
        }
    }

    /** The connection of a session has ended; on its worker. */
    void ended(FileSession session, InetAddress address) {
        connections.closed(address);
        context.worker().execute(() -> sessions.remove(session));
    }

    /** Somebody introduces himself: he is greeted (SPEC P4). */
    void greet(InetAddress address, int udpPort) {
        if (udpPort != 0) {
            InetSocketAddress peer = new InetSocketAddress(address, udpPort);
            context.node().worker().execute(() -> context.node().greet(peer));
        }
    }

    /** What is provided under a root; on any thread. */
    Optional<LocalFile> find(String root) {
        return library.find(root);
    }

    /** What peers of P2Play call so; on any thread. */
    Optional<LocalFile> findSong(String songId) {
        return library.findSong(songId);
    }

    /** How many are connected. */
    int connections() {
        return connections.count();
    }

    void close() {
        closed = true;
        if (listener != null) {
            var unused = listener.close();
        }
        List.copyOf(sessions).forEach(FileSession::abort);
    }
}
