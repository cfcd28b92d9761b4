package org.voxelpopuli.edits;

import org.voxelpopuli.world.BlockType;
import org.voxelpopuli.world.ChunkPos;

/**
 * One voxel of a chunk, set to a block type at a time by a writer. Setting air is an edit as any other.
 *
 * @param voxel the index in the chunk, 0..32767, as {@link org.voxelpopuli.world.BlockPos#voxel()}
 * @param block the id of the block type, 0..65535; it need not be registered here
 * @param stamp what orders it against other edits of this voxel
 */
public record Edit(int voxel, int block, Stamp stamp) {
    /** @throws IllegalArgumentException if a component is out of its range */
    public Edit {
        if (voxel < 0 || voxel >= ChunkPos.VOLUME) {
            throw new IllegalArgumentException("voxel is " + voxel + ", allowed is 0.." + (ChunkPos.VOLUME - 1));
        }
        if (block < 0 || block > BlockType.MAX_ID) {
            throw new IllegalArgumentException("block type id is " + block + ", allowed is 0.." + BlockType.MAX_ID);
        }
    }
}
