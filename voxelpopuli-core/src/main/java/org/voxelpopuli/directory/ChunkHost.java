package org.voxelpopuli.directory;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.world.ChunkPos;

/** The one who simulates chunks on this node, as a directory sees it. Thread-safe. */
public interface ChunkHost {
    /** Where clients reach it, as it is advertised. */
    ServerAddress address();

    /** The chunks that it holds. */
    Set<ChunkPos> residentChunks();

    /** By which it serves a chunk that it holds. */
    Claim claim(ChunkPos chunk);

    /** The network says that a chunk which this host holds is served by another, who lives. */
    void servedElsewhere(ChunkPos chunk, ServerAddress server);

    /**
     * Generates a chunk and keeps it; does nothing if it is already resident.
     *
     * @return completes when it is durable and published; fails with {@link ServedElsewhereException} if another host serves it
     */
    CompletableFuture<Void> generate(ChunkPos chunk);
}
