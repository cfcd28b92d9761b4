package org.voxelpopuli.world;

/**
 * The position of a block in the world. Negative components are as good as any: the chunk is found by floor division.
 *
 * @param x east
 * @param y up
 * @param z south
 */
public record BlockPos(int x, int y, int z) {
    /** The chunk that holds this block. */
    public ChunkPos chunk() {
        return new ChunkPos(
                Math.floorDiv(x, ChunkPos.SIZE), Math.floorDiv(y, ChunkPos.SIZE), Math.floorDiv(z, ChunkPos.SIZE));
    }

    /** The x component inside the chunk, 0..31. */
    public int localX() {
        return x & (ChunkPos.SIZE - 1);
    }

    /** The y component inside the chunk, 0..31. */
    public int localY() {
        return y & (ChunkPos.SIZE - 1);
    }

    /** The z component inside the chunk, 0..31. */
    public int localZ() {
        return z & (ChunkPos.SIZE - 1);
    }

    /** The index of this block in its chunk's flattened array, 0..32767: {@code (x * 32 + y) * 32 + z} (SPEC V6.4). */
    public int voxel() {
        return voxel(localX(), localY(), localZ());
    }

    /** The index of a local position in the flattened array. */
    public static int voxel(int localX, int localY, int localZ) {
        return (localX * ChunkPos.SIZE + localY) * ChunkPos.SIZE + localZ;
    }

    /** The block of a chunk with the given index, the inverse of {@link #voxel()}. */
    public static BlockPos ofVoxel(ChunkPos chunk, int voxel) {
        return chunk.block(voxel >> 10, (voxel >> 5) & 31, voxel & 31);
    }

    static void requireLocal(int x, int y, int z) {
        if (((x | y | z) & -ChunkPos.SIZE) != 0) {
            throw new IllegalArgumentException(
                    "local block position " + x + "," + y + "," + z + ", allowed is 0..31 for each");
        }
    }

    /** The text {@code x,y,z}. */
    @Override
    public String toString() {
        return x + "," + y + "," + z;
    }
}
