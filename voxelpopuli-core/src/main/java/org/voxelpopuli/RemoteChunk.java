package org.voxelpopuli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.client.ChunkSubscription;
import org.voxelpopuli.client.EditRefusedException;
import org.voxelpopuli.client.HandshakeException;
import org.voxelpopuli.directory.DirectoryException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/**
 * A chunk that another node serves, as its server shows it. What was asked for when that server went away is asked of the next one, under the same
 * numbers. Belongs to the worker of {@link RemoteChunks}.
 */
final class RemoteChunk implements ChunkSubscription.Listener {
    private static final Duration RETRY = Duration.ofMillis(300);

    private final RemoteChunks chunks;
    private final ChunkPos position;
    private final Map<CompletableFuture<Integer>, Read> reads = new HashMap<>();
    /** By number, which rises. */
    private final Map<Integer, Write> writes = new LinkedHashMap<>();

    private @Nullable ChunkSubscription link;
    private @Nullable Chunk chunk;
    private boolean finding;
    private boolean closed;
    private String trouble = "it has not answered";
    private long usedNanos;

    private record Read(int voxel, long askedNanos) {}

    private record Write(int voxel, int type, CompletableFuture<Void> kept, long askedNanos) {}

    RemoteChunk(RemoteChunks chunks, ChunkPos position) {
        this.chunks = chunks;
        this.position = position;
    }

    /** Whoever asks knows who serves the chunk: so it is if this has no better knowledge. */
    void at(ServerAddress server) {
        if (link == null && !finding) {
            subscribe(server);
        }
    }

    private void subscribe(ServerAddress server) {
        chunk = null;
        try {
            link = chunks.subscribe(server, position, this);
        } catch (DirectoryException e) {
            trouble = String.valueOf(e.getMessage());
            findLater();
        }
    }

    boolean isIdle(long sinceNanos) {
        return usedNanos < sinceNanos && reads.isEmpty() && writes.isEmpty();
    }

    void read(int voxel, CompletableFuture<Integer> block) {
        usedNanos = chunks.now();
        if (chunk != null) {
            block.complete(chunk.get(voxel));
        } else {
            reads.put(block, new Read(voxel, usedNanos));
        }
    }

    void write(int voxel, int type, CompletableFuture<Void> kept) {
        usedNanos = chunks.now();
        int number = chunks.nextNumber(position);
        Write write = new Write(voxel, type, kept, usedNanos);
        writes.put(number, write);
        if (chunk != null && link != null) {
            link.change(number, voxel, type);
        }
    }

    @Override
    public void opened() {}

    @Override
    public void received(ServerPacket packet) {
        ChunkSubscription from = link;
        if (packet instanceof ServerPacket.ChunkData data && from != null) {
            boolean first = chunk == null;
            chunk = data.chunk();
            reads.forEach((block, read) -> block.complete(data.chunk().get(read.voxel())));
            reads.clear();
            if (first) {
                writes.forEach((number, write) -> from.change(number, write.voxel(), write.type()));
            }
        }
    }

    @Override
    public void editAccepted(int number) {
        Write write = writes.remove(number);
        if (write != null) {
            write.kept().complete(null);
        }
    }

    /** A node has no player of its own. */
    @Override
    public void displaced(String reason) {}

    @Override
    public void editRefused(int number, String reason) {
        Write write = writes.remove(number);
        if (write != null) {
            write.kept().completeExceptionally(new EditRefusedException(reason));
        }
    }

    @Override
    public void closed(HandshakeException reason) {
        link = null;
        chunk = null;
        trouble = String.valueOf(reason.getMessage());
        Optional<ServerAddress> other = reason.redirect();
        if (reads.isEmpty() && writes.isEmpty()) {
            return;
        }
        if (other.isPresent()) {
            subscribe(other.get());
        } else {
            findLater();
        }
    }

    private void findLater() {
        finding = true;
        chunks.later(RETRY, () -> {
            if (closed || (reads.isEmpty() && writes.isEmpty())) {
                finding = false;
                return;
            }
            chunks.locate(position, (server, failure) -> {
                finding = false;
                if (closed) {
                    return;
                }
                if (server != null) {
                    at(server);
                } else {
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    trouble = cause == null ? trouble : String.valueOf(cause.getMessage());
                    findLater();
                }
            });
        });
    }

    /** Gives up on what was asked too long ago. */
    void expire(long now) {
        reads.entrySet().removeIf(entry -> {
            boolean late = now - entry.getValue().askedNanos() > RemoteChunks.TIMEOUT.toNanos();
            if (late) {
                entry.getKey().completeExceptionally(outOfReach());
            }
            return late;
        });
        writes.values().removeIf(write -> {
            boolean late = now - write.askedNanos() > RemoteChunks.PATIENCE.toNanos();
            if (late) {
                write.kept().completeExceptionally(outOfReach());
            }
            return late;
        });
    }

    private DirectoryException outOfReach() {
        return new DirectoryException("chunk " + position + " is out of reach: " + trouble, null);
    }

    void close() {
        closed = true;
        if (link != null) {
            var unused = link.close();
            link = null;
        }
        List<CompletableFuture<?>> asked = new ArrayList<>(reads.keySet());
        writes.values().forEach(write -> asked.add(write.kept()));
        reads.clear();
        writes.clear();
        DirectoryException failure = outOfReach();
        asked.forEach(each -> each.completeExceptionally(failure));
    }
}
