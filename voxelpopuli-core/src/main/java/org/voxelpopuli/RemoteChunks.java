package org.voxelpopuli;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.client.ChunkSubscription;
import org.voxelpopuli.client.ServerLinks;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.DirectoryException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/**
 * The chunks of other nodes that the embedding game used lately, over one connection to each node; closed when they were idle for a while.
 * Thread-safe; the state lives on a worker of its own.
 */
final class RemoteChunks {
    /** For a chunk to be shown. */
    static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** For a change to be kept, whatever happens to servers meanwhile. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final Duration SWEEP = Duration.ofSeconds(1);

    /** More chunks than any game needs at once; it bounds what a scan over the world can open. */
    private static final int MAX_CHUNKS = 1024;

    private final NodeEnvironment environment;
    private final Directory directory;
    private final Worker worker;
    private final ServerLinks links;
    private final Map<ChunkPos, RemoteChunk> chunks = new HashMap<>();
    private final Map<ChunkPos, Integer> numbers = new HashMap<>();
    private boolean sweeping;

    RemoteChunks(NodeEnvironment environment, Directory directory) {
        this.environment = environment;
        this.directory = directory;
        this.worker = environment.worker("voxelpopuli-world");
        this.links = new ServerLinks(environment, worker);
    }

    CompletableFuture<Integer> block(ServerAddress server, ChunkPos chunk, int voxel) {
        return use(server, chunk, (remote, block) -> remote.read(voxel, block));
    }

    CompletableFuture<Void> setBlock(ServerAddress server, ChunkPos chunk, int voxel, int type) {
        return use(server, chunk, (remote, kept) -> remote.write(voxel, type, kept));
    }

    private <T> CompletableFuture<T> use(
            ServerAddress server, ChunkPos chunk, BiConsumer<RemoteChunk, CompletableFuture<T>> action) {
        CompletableFuture<T> result = new CompletableFuture<>();
        worker.execute(() -> {
            RemoteChunk remote = chunks.get(chunk);
            if (remote == null && chunks.size() >= MAX_CHUNKS) {
                result.completeExceptionally(new DirectoryException(
                        "more than " + MAX_CHUNKS + " chunks of other nodes are in use at once", null));
                return;
            }
            if (remote == null) {
                remote = new RemoteChunk(this, chunk);
                chunks.put(chunk, remote);
            }
            action.accept(remote, result);
            remote.at(server);
            sweepLater();
        });
        return result;
    }

    long now() {
        return environment.clock().nanos();
    }

    int nextNumber(ChunkPos chunk) {
        return numbers.merge(chunk, 1, Integer::sum);
    }

    ChunkSubscription subscribe(ServerAddress server, ChunkPos chunk, ChunkSubscription.Listener listener) {
        return links.subscribe(address(server), chunk, TIMEOUT, listener);
    }

    /** Nodes advertise addresses; a name is resolved here, on a thread that may wait for it. */
    private static InetSocketAddress address(ServerAddress server) {
        try {
            return server.toSocketAddress();
        } catch (UnknownHostException e) {
            throw new DirectoryException("the server " + server + " has a name that does not resolve", e);
        }
    }

    void later(Duration pause, Runnable task) {
        worker.schedule(pause, task);
    }

    void locate(ChunkPos chunk, BiConsumer<@Nullable ServerAddress, @Nullable Throwable> found) {
        var unused = directory.locate(chunk).whenCompleteAsync(found, worker);
    }

    private void sweepLater() {
        if (!sweeping) {
            sweeping = true;
            worker.schedule(SWEEP, this::sweep);
        }
    }

    private void sweep() {
        sweeping = false;
        long now = now();
        chunks.values().removeIf(chunk -> {
            chunk.expire(now);
            boolean idle = chunk.isIdle(now - IDLE.toNanos());
            if (idle) {
                chunk.close();
            }
            return idle;
        });
        if (!chunks.isEmpty()) {
            sweepLater();
        }
    }

    void close() {
        worker.execute(() -> {
            chunks.values().forEach(RemoteChunk::close);
            chunks.clear();
            var unused = links.close().whenComplete((done, failure) -> worker.close());
        });
    }
}
