package org.voxelpopuli.terrain;

import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/**
 * Makes the terrain of a world. Terrain is never stored, only generated again, so a generator must give the same blocks for the
 * same position on every node, every run and every thread; one that changes its output changes its {@link #version()}.
 */
public interface TerrainGenerator {
    /** A stable name, such as {@code simplex-height-map}. */
    String id();

    /** Rises when the output changes. */
    int version();

    /** A new chunk, owned by the caller. Called from several threads at once. */
    Chunk generate(ChunkPos position);
}
