package org.voxelpopuli;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.replication.ChunkCopies;
import org.voxelpopuli.replication.Replication;
import org.voxelpopuli.replication.ReplicationStatus;
import org.voxelpopuli.runtime.PendingFutures;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.server.ChunkInfo;
import org.voxelpopuli.server.ChunkServer;
import org.voxelpopuli.server.PlayerInfo;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.StoreStatus;
import org.voxelpopuli.world.ChunkPos;

/**
 * A running node of a world: a game server, a store, and a directory that makes it part of a network. Thread-safe; nothing blocks but
 * {@link #close()}.
 *
 * <pre>{@code
 * try (VoxelNode node = VoxelNode.builder().port(4000).start().join()) {
 *     node.world().setBlock(new BlockPos(3, 20, 3), BlockType.STONE.id()).join();
 * }
 * }</pre>
 */
public final class VoxelNode implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(VoxelNode.class);

    /** A process that is told to stop is killed after 10 s by many. */
    private static final Duration SAVE_PATIENCE = Duration.ofSeconds(4);

    private final NodeResources resources;
    private final Directory directory;
    private final ChunkServer server;
    private final Replication replication;
    private final WriterId id;
    private final int port;
    private final NodeWorld world;
    private final PendingFutures pending;
    private final CompletableFuture<Void> ready;
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private final AtomicBoolean stopping = new AtomicBoolean();

    VoxelNode(
            NodeResources resources,
            NodeContext context,
            Directory directory,
            ChunkServer server,
            Replication replication,
            NodeWorld world,
            PendingFutures pending,
            CompletableFuture<Void> ready) {
        this.resources = resources;
        this.directory = directory;
        this.id = WriterId.of(context.identity().id());
        this.port = context.bind().getPort();
        this.server = server;
        this.replication = replication;
        this.world = world;
        this.pending = pending;
        this.ready = ready;
    }

    /** A builder with the defaults of the documentation. */
    public static VoxelNodeBuilder builder() {
        return new VoxelNodeBuilder();
    }

    /** The 20 bytes that name this node. */
    public WriterId id() {
        return id;
    }

    /** The UDP port; the game port (TCP) is one higher. */
    public int port() {
        return port;
    }

    /** The game server, as others reach it. */
    public ServerAddress address() {
        return server.address();
    }

    /** Completes when the node has joined its network or has tried for 5 s, and the node's chunks are published. */
    public CompletableFuture<Void> ready() {
        return ready.copy();
    }

    /** The world, for the game that embeds this node. */
    public World world() {
        return world;
    }

    /** The directory that the node was given. */
    public Directory directory() {
        return directory;
    }

    /** How the store is doing. */
    public StoreStatus store() {
        return resources.store().status();
    }

    /** How replication is doing. */
    public CompletableFuture<ReplicationStatus> replication() {
        return pending.track(replication.status());
    }

    /** Why this node acknowledges no edits: its clock is wrong, as other nodes say; empty if it is not. */
    public Optional<String> clockTrouble() {
        return replication.clockTrouble();
    }

    /** Who keeps copies of the chunks that this node serves. */
    public CompletableFuture<Map<ChunkPos, ChunkCopies>> copies() {
        return pending.track(replication.copies());
    }

    /** The resident chunks, sorted by position. */
    public CompletableFuture<List<ChunkInfo>> chunks() {
        return pending.track(server.chunks());
    }

    /** One chunk; empty if it is not resident. */
    public CompletableFuture<Optional<ChunkInfo>> chunk(ChunkPos position) {
        return pending.track(server.chunk(position));
    }

    /** The players who are registered on this node, sorted by name. */
    public CompletableFuture<List<PlayerInfo>> players() {
        return pending.track(server.players());
    }

    /** The open connections to the game port. */
    public int connections() {
        return server.connections();
    }

    /**
     * Stops in good order: accepts nobody more, saves players and edits, leaves the network, closes the store if the node opened it.
     * What the node was asked for and has not answered by then fails with {@link IllegalStateException}. The environment stays open, for {@link #close()} or its owner to close.
     *
     * @return completes when all of it is done; fails if something could not be saved
     */
    public CompletableFuture<Void> stop() {
        if (stopping.compareAndSet(false, true)) {
            world.close();
            // On a worker of its own, since closing a store blocks.
            Worker closer = resources.environment().worker("voxelpopuli-close");
            CompletableFuture<Void> saved = replication
                    .handOverAll()
                    .thenCompose(done -> server.close())
                    .copy();
            giveUpIfStuck(saved, closer);
            var unused = saved.handle((done, failure) -> failure)
                    .thenCompose(
                            failure -> directory.close().handle((done, second) -> failure != null ? failure : second))
                    .thenAccept(failure -> {
                        replication.close();
                        closer.execute(() -> closeStore(failure));
                        closer.close();
                    });
        }
        return stopped.copy();
    }

    /** While the store writes, however slowly, it is waited for; what it cannot write now, it can try once more when it is closed. */
    private void giveUpIfStuck(CompletableFuture<Void> saved, Worker closer) {
        closer.schedule(SAVE_PATIENCE, () -> {
            String error = store().writeError().orElse(null);
            if (error != null) {
                saved.completeExceptionally(new StoreException(
                        store().queuedWrites() + " writes wait for " + store().location() + ": " + error, null));
            } else if (!saved.isDone()) {
                giveUpIfStuck(saved, closer);
            }
        });
    }

    private void closeStore(@Nullable Throwable before) {
        Throwable failure = before;
        try {
            resources.closeStore();
        } catch (StoreException e) {
            failure = before == null ? e : before;
        }
        pending.close();
        if (failure == null) {
            stopped.complete(null);
        } else {
            if (failure instanceof StoreException) {
                log.error("The node could not save everything at its end: {}", failure.getMessage());
            } else {
                log.error("The node could not save everything at its end: {}", failure.getMessage(), failure);
            }
            stopped.completeExceptionally(failure);
        }
    }

    /** {@link #stop() Stops} and waits for it, then ends the threads that the node started. Failures are logged. */
    @Override
    public void close() {
        try {
            stop().exceptionally(failure -> null).join();
        } finally {
            resources.closeEnvironment();
        }
    }
}
