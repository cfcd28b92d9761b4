package org.voxelpopuli.kademlia.directory;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.client.HandshakeClient;
import org.voxelpopuli.client.HandshakeException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/** Talks to game servers over TCP. */
final class HandshakeGameServers implements GameServers {
    /** The asked node looks for holders and nearer nodes before it answers. */
    private static final Duration GENERATE_TIMEOUT = Duration.ofSeconds(8);

    /** A server that is just starting answers when its chunks are published, so it gets some time. */
    private static final Duration PING_TIMEOUT = Duration.ofSeconds(3);

    private final HandshakeClient client;
    private final Worker names;

    HandshakeGameServers(NodeEnvironment environment) {
        this.client = new HandshakeClient(environment);
        this.names = environment.worker("directory-names");
    }

    @Override
    public CompletableFuture<Reply> generate(ServerAddress server, ChunkPos chunk) {
        return resolve(server)
                .thenCompose(address -> client.generate(address, chunk, GENERATE_TIMEOUT))
                .handle((done, error) -> error == null ? Reply.DONE : failure(error));
    }

    private static Reply failure(Throwable error) {
        Throwable cause = KademliaDirectory.cause(error);
        return new Reply(
                Optional.of(String.valueOf(cause.getMessage())),
                cause instanceof HandshakeException refusal ? refusal.redirect() : Optional.empty());
    }

    @Override
    public CompletableFuture<Boolean> ping(ServerAddress server) {
        return resolve(server)
                .thenCompose(address -> client.ping(address, PING_TIMEOUT))
                .handle((done, error) -> error == null);
    }

    @Override
    public void close() {
        names.close();
    }

    /** A literal address is read at once; a name on a worker of our own, since that may block for many seconds. */
    private CompletableFuture<InetSocketAddress> resolve(ServerAddress server) {
        CompletableFuture<InetSocketAddress> resolved = new CompletableFuture<>();
        Runnable task = () -> {
            try {
                resolved.complete(server.toSocketAddress());
            } catch (UnknownHostException | RuntimeException e) {
                resolved.completeExceptionally(e);
            }
        };
        if (isLiteral(server.host())) {
            task.run();
        } else {
            names.execute(task);
        }
        return resolved;
    }

    private static boolean isLiteral(String host) {
        try {
            WireReader.address(WireValue.of(host), "host");
            return true;
        } catch (BadValueException e) {
            return false;
        }
    }
}
