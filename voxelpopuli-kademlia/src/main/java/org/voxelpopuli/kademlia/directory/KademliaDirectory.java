package org.voxelpopuli.kademlia.directory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.DirectoryProvider;
import org.voxelpopuli.NodeContext;
import org.voxelpopuli.directory.ChunkHost;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.DirectoryException;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.presence.KademliaRoutes;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;
import org.voxelpopuli.world.WorldSpec;

/**
 * The directory of a world that is spread over a Kademlia network. Thread-safe; futures complete on a worker of its own.
 *
 * <pre>{@code
 * KademliaSettings settings = KademliaSettings.builder().bootstrap("192.0.2.7:4000").build();
 * VoxelNode.builder().directory(KademliaDirectory.provider(settings)).start();
 * }</pre>
 */
public final class KademliaDirectory implements Directory {
    private static final Logger log = LoggerFactory.getLogger(KademliaDirectory.class);

    private final KademliaNode node;
    private final Worker callbacks;
    private final DirectoryContext context;
    private final KademliaReplicas replicas;
    private final KademliaRoutes routes;
    private final Map<ChunkPos, CompletableFuture<ServerAddress>> locating = new HashMap<>();
    private final Map<Long, CompletableFuture<?>> open = new ConcurrentHashMap<>();
    private final AtomicLong opened = new AtomicLong();
    private volatile boolean closed;

    KademliaDirectory(KademliaNode node, NodeEnvironment environment, GameServers servers, KademliaSettings settings) {
        this.node = node;
        this.callbacks = environment.worker("directory");
        this.context = new DirectoryContext(node, environment, servers, settings.compatibility() == Compatibility.NONE);
        this.replicas = new KademliaReplicas(node, context, callbacks, settings.secret());
        // Every node keeps routes, or they would be found only where many nodes have presence.
        this.routes = KademliaRoutes.of(node, environment);
    }

    /**
     * A provider of such directories. The node's identity, where it listens, the host that it advertises and the network are those of the node of the world.
     *
     * @param settings all the rest
     */
    public static DirectoryProvider provider(KademliaSettings settings) {
        return context -> open(settings, context, new HandshakeGameServers(context.environment()));
    }

    static CompletableFuture<Directory> open(KademliaSettings settings, NodeContext context, GameServers servers) {
        KademliaNode node = KademliaNode.builder(context.environment())
                .settings(settings.toBuilder()
                        .bind(context.bind())
                        .advertisedHost(context.advertisedHost())
                        .network(network(context.world()))
                        .build())
                .identity(context.identity())
                .records(context.records())
                .build();
        KademliaDirectory directory = new KademliaDirectory(node, context.environment(), servers, settings);
        // Whoever cannot bind tries another port with another directory: this one must leave no worker behind.
        return node.start().<Directory>thenApply(started -> directory).exceptionallyCompose(error -> directory
                .close()
                .handle((done, second) -> null)
                .thenCompose(closed -> CompletableFuture.failedFuture(cause(error))));
    }

    /**
     * The name of the network that keeps a world (D13): what its nodes must agree on, in words that an operator understands. For nodes that take part in its DHT alone.
     */
    public static String network(WorldSpec world) {
        return world.name() + ", terrain seed " + world.seed() + ", day of "
                + world.dayLength().toSeconds() + " s";
    }

    /** What went wrong, without the wrapping that a chain of futures puts around it. */
    static Throwable cause(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : null;
        return cause == null ? error : cause;
    }

    /** The node of the network, for those who want to look at it. */
    public KademliaNode kademlia() {
        return node;
    }

    /** Where the names of a presence lead, which may be started beside this node. */
    public KademliaRoutes routes() {
        return routes;
    }

    @Override
    public CompletableFuture<Void> start(ChunkHost host) {
        CompletableFuture<Void> published = new CompletableFuture<>();
        onLoop(published, () -> context.host(host));
        var unused = node.bootstrap()
                .whenCompleteAsync(
                        (joined, error) -> {
                            if (error != null) {
                                fail(published, error);
                            } else {
                                publish(host, published);
                            }
                        },
                        node.worker());
        return published;
    }

    private void publish(ChunkHost host, CompletableFuture<Void> published) {
        var chunks = host.residentChunks();
        if (!chunks.isEmpty()) {
            log.info("Publishing the chunks of this node: {}", chunks.size());
        }
        new ChunkPublisher(context, chunks, () -> callbacks.execute(() -> published.complete(null))).begin();
    }

    @Override
    public CompletableFuture<ServerAddress> locate(ChunkPos chunk) {
        CompletableFuture<ServerAddress> result = new CompletableFuture<>();
        onLoop(result, () -> Objects.requireNonNull(context.host()));
        onceSettled(result, () -> {
            CompletableFuture<ServerAddress> running = locating.get(chunk);
            if (running == null) {
                running = new CompletableFuture<>();
                locating.put(chunk, running);
                begin(chunk, running);
            }
            var unused = running.whenComplete((server, error) -> {
                if (error != null) {
                    fail(result, error);
                } else {
                    callbacks.execute(() -> result.complete(server));
                }
            });
        });
        return result;
    }

    private void begin(ChunkPos chunk, CompletableFuture<ServerAddress> run) {
        Objects.requireNonNull(context.host());
        new GenerateProcedure(
                        context,
                        chunk,
                        server -> {
                            locating.remove(chunk);
                            run.complete(server);
                        },
                        failure -> {
                            locating.remove(chunk);
                            run.completeExceptionally(failure);
                        })
                .begin();
    }

    @Override
    public CompletableFuture<Optional<ServerAddress>> betterHost(ChunkPos chunk) {
        CompletableFuture<Optional<ServerAddress>> better = new CompletableFuture<>();
        NodeId key = WorldKeys.of(chunk);
        Consumer<Optional<ServerAddress>> tell = server -> callbacks.execute(() -> better.complete(server));
        onceSettled(
                better,
                () -> context.findHolder(key, holder -> {
                    if (holder.isPresent()) {
                        tell.accept(holder.filter(server -> !context.isOurs(server)));
                    } else {
                        nearer(key, tell);
                    }
                }));
        return better;
    }

    /** The nearest live server of the nodes that are nearer to a key than we are. */
    private void nearer(NodeId key, Consumer<Optional<ServerAddress>> tell) {
        node.network().lookup(key, result -> {
            List<ServerAddress> nearer = result.closest().stream()
                    .filter(contact -> key.compareDistance(contact.id(), node.id()) < 0)
                    .map(context::serverOf)
                    .flatMap(Optional::stream)
                    .toList();
            context.liveness().firstAlive(nearer, tell);
        });
    }

    @Override
    public CompletableFuture<Void> publish(ChunkPos chunk, Claim claim) {
        if (!context.recordsAreSigned()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> published = new CompletableFuture<>();
        onceSettled(
                published,
                () -> context.publish(chunk, claim, () -> callbacks.execute(() -> published.complete(null))));
        return published;
    }

    @Override
    public Replicas replicas() {
        return replicas;
    }

    @Override
    public CompletableFuture<Optional<PlayerRecord>> findPlayer(PlayerName name) {
        CompletableFuture<Optional<PlayerRecord>> found = new CompletableFuture<>();
        onceSettled(found, () -> context.playerRecords().find(WorldKeys.of(name), true, values -> {
            Optional<PlayerRecord> newest = values.stream()
                    .map(KademliaDirectory::read)
                    .flatMap(Optional::stream)
                    .filter(player -> player.name().equals(name))
                    .findFirst();
            callbacks.execute(() -> found.complete(newest));
        }));
        return found;
    }

    private static Optional<PlayerRecord> read(WireValue value) {
        try {
            return Optional.of(PlayerRecords.read(value));
        } catch (BadValueException e) {
            return Optional.empty();
        }
    }

    @Override
    public CompletableFuture<Void> savePlayer(PlayerRecord player) {
        CompletableFuture<Void> saved = new CompletableFuture<>();
        onceSettled(saved, () -> context.playerRecords()
                .put(
                        WorldKeys.of(player.name()),
                        PlayerRecords.write(player),
                        true,
                        kept -> callbacks.execute(() -> saved.complete(null))));
        return saved;
    }

    @Override
    public CompletableFuture<Void> close() {
        closed = true;
        return node.close().whenComplete((done, error) -> {
            open.values().forEach(result -> fail(result, new DirectoryException("the directory is closed", null)));
            context.servers().close();
            callbacks.close();
        });
    }

    /** A node that has not yet found its network must not take it for empty: what it asks then would be asked of itself alone. */
    private void onceSettled(CompletableFuture<?> result, Runnable task) {
        onLoop(result, () -> {
            var unused = node.settled().thenRunAsync(() -> run(task, result), node.worker());
        });
    }

    private void onLoop(CompletableFuture<?> result, Runnable task) {
        if (closed) {
            result.completeExceptionally(new DirectoryException("the directory is closed", null));
            return;
        }
        long number = opened.incrementAndGet();
        open.put(number, result);
        var unused = result.whenComplete((value, error) -> open.remove(number));
        if (closed) {
            // Meanwhile; perhaps too late to be told of it with the others.
            result.completeExceptionally(new DirectoryException("the directory is closed", null));
        }
        node.worker().execute(() -> run(task, result));
    }

    private void run(Runnable task, CompletableFuture<?> result) {
        try {
            task.run();
        } catch (RuntimeException e) {
            fail(result, e);
        }
    }

    private void fail(CompletableFuture<?> result, Throwable error) {
        DirectoryException failure = error instanceof DirectoryException known
                ? known
                : new DirectoryException(String.valueOf(error.getMessage()), error);
        callbacks.execute(() -> result.completeExceptionally(failure));
    }
}
