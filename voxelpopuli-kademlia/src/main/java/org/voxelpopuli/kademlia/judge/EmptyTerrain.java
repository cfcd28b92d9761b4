package org.voxelpopuli.kademlia.judge;

import org.voxelpopuli.terrain.TerrainGenerator;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/** Air everywhere: what the judge looks at is what players build. */
final class EmptyTerrain implements TerrainGenerator {
    static final EmptyTerrain INSTANCE = new EmptyTerrain();

    @Override
    public String id() {
        return "empty";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public Chunk generate(ChunkPos position) {
        return Chunk.filled(0);
    }
}
