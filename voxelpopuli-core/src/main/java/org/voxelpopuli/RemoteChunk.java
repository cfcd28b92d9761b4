package org.voxelpopuli;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.client.ChunkLink;
import org.voxelpopuli.client.HandshakeException;
import org.voxelpopuli.directory.DirectoryException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/** A chunk that another node serves, as its server shows it. Belongs to the worker of {@link RemoteChunks}. */
final class RemoteChunk implements ChunkLink.Listener {
    private final NodeEnvironment environment;
    private final Worker worker;
    private final ServerAddress server;
    private final ChunkLink link;
    private final Map<CompletableFuture<Integer>, Integer> reads = new HashMap<>();
    private final List<Write> writes = new ArrayList<>();
    private @Nullable Chunk chunk;
    private @Nullable String ended;
    private long usedNanos;

    /** A change that was sent, and that the server has not yet shown. */
    private record Write(int voxel, int type, CompletableFuture<Void> published) {}

    RemoteChunk(
            NodeEnvironment environment,
            Worker worker,
            ServerAddress server,
            InetSocketAddress address,
            ChunkPos position) {
        this.environment = environment;
        this.worker = worker;
        this.server = server;
        this.link = ChunkLink.open(environment, worker, address, position, RemoteChunks.TIMEOUT, this);
    }

    ServerAddress server() {
        return server;
    }

    boolean isUsable() {
        return ended == null;
    }

    boolean isIdle(long sinceNanos) {
        return usedNanos < sinceNanos && reads.isEmpty() && writes.isEmpty();
    }

    void read(int voxel, CompletableFuture<Integer> block) {
        usedNanos = environment.clock().nanos();
        if (chunk != null) {
            block.complete(chunk.get(voxel));
        } else {
            reads.put(block, voxel);
        }
    }

    void write(int voxel, int type, CompletableFuture<Void> published) {
        usedNanos = environment.clock().nanos();
        Write write = new Write(voxel, type, published);
        writes.add(write);
        if (chunk != null) {
            send(write);
        }
    }

    private void send(Write write) {
        BlockPos at = BlockPos.ofVoxel(link.chunk(), write.voxel());
        link.send(new ClientPacket.ChangeBlock(at.localX(), at.localY(), at.localZ(), write.type()));
        worker.schedule(RemoteChunks.TIMEOUT, () -> {
            if (writes.remove(write)) {
                write.published()
                        .completeExceptionally(new DirectoryException(
                                "the server " + server + " of chunk " + link.chunk()
                                        + " did not show the change: it was refused, or overwritten at once",
                                null));
            }
        });
    }

    @Override
    public void opened() {}

    @Override
    public void received(ServerPacket packet) {
        if (packet instanceof ServerPacket.ChunkData data) {
            boolean first = chunk == null;
            chunk = data.chunk();
            reads.forEach((block, voxel) -> block.complete(data.chunk().get(voxel)));
            reads.clear();
            if (first) {
                List.copyOf(writes).forEach(this::send);
            } else {
                writes.removeIf(write -> isShown(write, data.chunk()));
            }
        }
    }

    private static boolean isShown(Write write, Chunk shown) {
        boolean there = shown.get(write.voxel()) == write.type();
        if (there) {
            write.published().complete(null);
        }
        return there;
    }

    @Override
    public void closed(HandshakeException reason) {
        end(String.valueOf(reason.getMessage()));
    }

    void close() {
        var unused = link.close();
        end("closed");
    }

    private void end(String reason) {
        ended = reason;
        DirectoryException failure =
                new DirectoryException("chunk " + link.chunk() + " on " + server + " is out of reach: " + reason, null);
        reads.keySet().forEach(block -> block.completeExceptionally(failure));
        reads.clear();
        writes.forEach(write -> write.published().completeExceptionally(failure));
        writes.clear();
    }
}
