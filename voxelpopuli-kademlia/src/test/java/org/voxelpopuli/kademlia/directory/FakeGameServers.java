package org.voxelpopuli.kademlia.directory;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/** The game servers of a network as they answer each other, without sockets: what core's server does with a handshake, in a few lines. */
final class FakeGameServers implements GameServers {
    private record Server(FakeHost host, KademliaDirectory directory) {}

    private final Map<ServerAddress, Server> servers = new HashMap<>();
    private final Set<ServerAddress> dead = new HashSet<>();
    private final Set<ServerAddress> silent = new HashSet<>();
    private final Map<ServerAddress, Reply> scripted = new HashMap<>();
    private Worker timer;
    int generations;
    int pings;

    void add(FakeHost host, KademliaDirectory directory) {
        host.directory = directory;
        servers.put(host.address(), new Server(host, directory));
        dead.remove(host.address());
    }

    /** Connections to it are refused. */
    void kill(ServerAddress server) {
        dead.add(server);
    }

    /** It takes connections and never answers. */
    void silence(ServerAddress server, Worker clock) {
        silent.add(server);
        timer = clock;
    }

    void script(ServerAddress server, Reply reply) {
        scripted.put(server, reply);
    }

    @Override
    public CompletableFuture<Reply> generate(ServerAddress address, ChunkPos chunk) {
        generations++;
        if (scripted.containsKey(address)) {
            return CompletableFuture.completedFuture(scripted.get(address));
        }
        Server server = servers.get(address);
        if (silent.contains(address)) {
            return after(Duration.ofSeconds(8), failure("no answer"));
        }
        if (server == null || dead.contains(address)) {
            return CompletableFuture.completedFuture(failure("connection refused"));
        }
        if (server.host().has(chunk)) {
            return CompletableFuture.completedFuture(Reply.DONE);
        }
        return server.directory().betterHost(chunk).thenCompose(better -> {
            if (better.isPresent()) {
                return CompletableFuture.completedFuture(new Reply(Optional.of("served better elsewhere"), better));
            }
            return server.host().generate(chunk).thenApply(done -> Reply.DONE);
        });
    }

    static Reply failure(String reason) {
        return new Reply(Optional.of(reason), Optional.empty());
    }

    @Override
    public CompletableFuture<Boolean> ping(ServerAddress address) {
        pings++;
        if (silent.contains(address)) {
            return after(Duration.ofSeconds(3), false);
        }
        return CompletableFuture.completedFuture(servers.containsKey(address) && !dead.contains(address));
    }

    private <T> CompletableFuture<T> after(Duration delay, T answer) {
        CompletableFuture<T> late = new CompletableFuture<>();
        timer.schedule(delay, () -> late.complete(answer));
        return late;
    }
}
