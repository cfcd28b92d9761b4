package org.voxelpopuli.client;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/**
 * The connections of protocol v2 of one client: one for each server, which carries all chunks that are seen from there. All of them must be of one world,
 * that of the first. Belongs to its owner, on which all is called and told.
 */
public final class ServerLinks {
    final NodeEnvironment environment;
    final Worker owner;
    final Traffic traffic;
    private final long session;
    private final Map<InetSocketAddress, ServerLink> links = new HashMap<>();
    private String world = "";

    /** No connection yet; the client's edits belong to a session of random bits. */
    public ServerLinks(NodeEnvironment environment, Worker owner) {
        this(environment, owner, new Traffic());
    }

    ServerLinks(NodeEnvironment environment, Worker owner, Traffic traffic) {
        this.environment = environment;
        this.owner = owner;
        this.traffic = traffic;
        this.session = environment.random().nextLong();
    }

    /**
     * Asks a server to show a chunk.
     *
     * @param server its game port
     * @param timeout until it must have shown it
     */
    public ChunkSubscription subscribe(
            InetSocketAddress server, ChunkPos chunk, Duration timeout, ChunkSubscription.Listener listener) {
        ServerLink link = links.computeIfAbsent(server, address -> new ServerLink(this, address, timeout));
        return link.subscribe(chunk, timeout, listener);
    }

    ClientFrame.Hello hello() {
        return new ClientFrame.Hello(Frame.MIN_VERSION, Frame.MAX_VERSION, world, session);
    }

    /** A server said which world it is part of; false if the others are part of another. */
    boolean learn(String identity) {
        if (world.isEmpty()) {
            world = identity;
        }
        return world.equals(identity);
    }

    void forget(ServerLink link) {
        links.remove(link.address(), link);
    }

    /** Closes all. Completes when everything that was queued is sent. */
    public CompletableFuture<Void> close() {
        List<CompletableFuture<Void>> all =
                List.copyOf(links.values()).stream().map(ServerLink::close).toList();
        return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new));
    }
}
