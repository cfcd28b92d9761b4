package org.voxelpopuli.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.VoxelNodeBuilder;
import org.voxelpopuli.directory.ChunkHost;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.DirectoryException;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;

/** One node under virtual time, and as many seed clients as a test wants. */
final class SimulatedServer {
    static final ChunkPos HOME = new ChunkPos(0, 0, 0);
    static final Duration TICK = Duration.ofMillis(50);
    static final Duration SOON = Duration.ofMillis(500);

    final Simulation simulation = new Simulation(4);
    final SimulatedHost host = simulation.newHost("node");
    final MemoryWorldStore store = new MemoryWorldStore();
    final ScriptedDirectory directory = new ScriptedDirectory();
    final Events events = new Events();
    final VoxelNode node;
    private int clients;

    SimulatedServer() {
        this(builder -> builder);
    }

    SimulatedServer(UnaryOperator<VoxelNodeBuilder> customizer) {
        node = simulation.await(
                customizer
                        .apply(VoxelNode.builder()
                                .port(4000)
                                .host(host.address().getHostAddress())
                                .environment(host)
                                .store(store)
                                .observer(events)
                                .directory(context -> CompletableFuture.completedFuture(directory)))
                        .start(),
                SOON);
        directory.started.complete(null);
        simulation.await(node.ready(), SOON);
    }

    /** A connection that has said nothing yet. */
    SeedClient dial() {
        SimulatedHost from = simulation.newHost("client-" + ++clients);
        return SeedClient.dial(simulation, from, host.socketAddress(4001));
    }

    /** A client of the chunk at home, which is generated if need be; what it was shown at first is read away. */
    SeedClient join() {
        return join(HOME);
    }

    SeedClient join(ChunkPos chunk) {
        simulation.await(directory.host.generate(chunk), SOON);
        SeedClient client = dial();
        client.say("{\"type\":\"connect\",\"chunk\":[" + chunk + "]}\n");
        client.expect("{\"ok\":true}");
        client.await(5);
        return client;
    }

    void run(Duration span) {
        simulation.run(span);
    }

    /** Records what a server reports. */
    static final class Events implements ServerObserver {
        final List<Long> tickedAt = new ArrayList<>();
        final Map<String, Integer> accepted = new HashMap<>();
        final Map<String, Integer> refused = new HashMap<>();
        final List<String> closed = new ArrayList<>();

        @Override
        public void packetReceived(String kind, boolean ok) {
            (ok ? accepted : refused).merge(kind, 1, Integer::sum);
        }

        @Override
        public void connectionClosed(String reason) {
            closed.add(reason);
        }
    }

    /** A directory whose answers a test sets. */
    static final class ScriptedDirectory implements Directory {
        final CompletableFuture<Void> started = new CompletableFuture<>();
        final List<PlayerRecord> saved = new ArrayList<>();
        Optional<ServerAddress> better = Optional.empty();
        Optional<String> failure = Optional.empty();
        ChunkHost host;

        @Override
        public CompletableFuture<Void> start(ChunkHost chunkHost) {
            host = chunkHost;
            return started;
        }

        @Override
        public CompletableFuture<ServerAddress> locate(ChunkPos chunk) {
            if (failure.isPresent()) {
                return CompletableFuture.failedFuture(new DirectoryException(failure.get(), null));
            }
            return host.generate(chunk).thenApply(done -> host.address());
        }

        @Override
        public CompletableFuture<Optional<ServerAddress>> betterHost(ChunkPos chunk) {
            return CompletableFuture.completedFuture(better);
        }

        @Override
        public CompletableFuture<Void> publish(ChunkPos chunk, Claim claim) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public Replicas replicas() {
            return Replicas.NONE;
        }

        @Override
        public CompletableFuture<Optional<PlayerRecord>> findPlayer(PlayerName name) {
            return CompletableFuture.completedFuture(
                    saved.stream().filter(player -> player.name().equals(name)).reduce((earlier, later) -> later));
        }

        @Override
        public CompletableFuture<Void> savePlayer(PlayerRecord player) {
            saved.add(player);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> close() {
            return CompletableFuture.completedFuture(null);
        }
    }
}
