package org.voxelpopuli;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.voxelpopuli.directory.DirectoryException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/**
 * The chunks of other nodes that the embedding game used lately: each a connection to its server, closed when it was idle for a while.
 * Thread-safe; the state lives on a worker of its own.
 */
final class RemoteChunks {
    static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration IDLE = Duration.ofSeconds(10);

    /** More connections than any game needs at once; it bounds what a scan over the world can open. */
    private static final int MAX_CHUNKS = 1024;

    private final NodeEnvironment environment;
    private final Worker worker;
    private final Map<ChunkPos, RemoteChunk> chunks = new HashMap<>();
    private boolean sweeping;

    RemoteChunks(NodeEnvironment environment) {
        this.environment = environment;
        this.worker = environment.worker("voxelpopuli-world");
    }

    CompletableFuture<Integer> block(ServerAddress server, ChunkPos chunk, int voxel) {
        return use(server, chunk, (remote, block) -> remote.read(voxel, block));
    }

    CompletableFuture<Void> setBlock(ServerAddress server, ChunkPos chunk, int voxel, int type) {
        return use(server, chunk, (remote, published) -> remote.write(voxel, type, published));
    }

    private <T> CompletableFuture<T> use(
            ServerAddress server, ChunkPos chunk, BiConsumer<RemoteChunk, CompletableFuture<T>> action) {
        CompletableFuture<T> result = new CompletableFuture<>();
        worker.execute(() -> {
            try {
                action.accept(open(server, chunk), result);
            } catch (DirectoryException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    private RemoteChunk open(ServerAddress server, ChunkPos chunk) {
        RemoteChunk present = chunks.get(chunk);
        if (present != null && present.isUsable() && present.server().equals(server)) {
            return present;
        }
        if (present == null && chunks.size() >= MAX_CHUNKS) {
            throw new DirectoryException("more than " + MAX_CHUNKS + " chunks of other nodes are in use at once", null);
        }
        if (present != null) {
            present.close();
        }
        RemoteChunk opened = new RemoteChunk(environment, worker, server, address(server), chunk);
        chunks.put(chunk, opened);
        sweepLater();
        return opened;
    }

    /** Nodes advertise addresses; a name is resolved here, on a thread that may wait for it. */
    private static InetSocketAddress address(ServerAddress server) {
        try {
            return server.toSocketAddress();
        } catch (UnknownHostException e) {
            throw new DirectoryException("the server " + server + " has a name that does not resolve", e);
        }
    }

    private void sweepLater() {
        if (!sweeping) {
            sweeping = true;
            worker.schedule(IDLE, this::sweep);
        }
    }

    private void sweep() {
        sweeping = false;
        long now = environment.clock().nanos();
        chunks.values().removeIf(chunk -> {
            boolean idle = !chunk.isUsable() || chunk.isIdle(now - IDLE.toNanos());
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
        });
        worker.close();
    }
}
