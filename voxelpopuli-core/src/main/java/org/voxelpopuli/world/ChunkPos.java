package org.voxelpopuli.world;

/**
 * The position of a chunk, in chunks. Each component is in [{@value #MIN}, {@value #MAX}], so that every block position in the
 * world fits an {@code int}.
 *
 * @param x east
 * @param y up
 * @param z south
 */
public record ChunkPos(int x, int y, int z) {
    /** The edge of a chunk, in blocks. */
    public static final int SIZE = 32;

    /** The number of blocks of a chunk. */
    public static final int VOLUME = SIZE * SIZE * SIZE;

    /** The smallest component. */
    public static final int MIN = -(1 << 26);

    /** The largest component. */
    public static final int MAX = (1 << 26) - 1;

    /** @throws IllegalArgumentException if a component is outside the world */
    public ChunkPos {
        requireInWorld("x", x);
        requireInWorld("y", y);
        requireInWorld("z", z);
    }

    private static void requireInWorld(String axis, long value) {
        if (value < MIN || value > MAX) {
            throw new IllegalArgumentException("chunk " + axis + " is " + value + ", allowed is " + MIN + ".." + MAX);
        }
    }

    /**
     * The chunk that holds a point of the world, given in blocks.
     *
     * @throws IllegalArgumentException if the point is not finite or outside the world
     */
    public static ChunkPos containing(double x, double y, double z) {
        return new ChunkPos(component("x", x), component("y", y), component("z", z));
    }

    private static int component(String axis, double value) {
        double chunk = Math.floor(value / SIZE);
        if (!(chunk >= MIN && chunk <= MAX)) {
            throw new IllegalArgumentException(axis + " is " + value + ", allowed is " + (long) MIN * SIZE + ".."
                    + ((long) MAX * SIZE + SIZE - 1));
        }
        return (int) chunk;
    }

    /** The block of the world at a local position, each component in 0..31. */
    public BlockPos block(int localX, int localY, int localZ) {
        BlockPos.requireLocal(localX, localY, localZ);
        return new BlockPos(x * SIZE + localX, y * SIZE + localY, z * SIZE + localZ);
    }

    /**
     * The chunk at an offset, in chunks.
     *
     * @throws IllegalArgumentException if it is outside the world: positions do not wrap around
     */
    public ChunkPos offset(int dx, int dy, int dz) {
        requireInWorld("x", (long) x + dx);
        requireInWorld("y", (long) y + dy);
        requireInWorld("z", (long) z + dz);
        return new ChunkPos(x + dx, y + dy, z + dz);
    }

    /** The canonical text {@code x,y,z} in decimal, of which the chunk's DHT key is the SHA-1 (SPEC V1.2). */
    @Override
    public String toString() {
        return x + "," + y + "," + z;
    }

    /**
     * The inverse of {@link #toString()}.
     *
     * @throws IllegalArgumentException if the text is not three decimal integers with commas between them
     */
    public static ChunkPos parse(String text) {
        String[] parts = text.split(",", -1);
        try {
            if (parts.length == 3) {
                return new ChunkPos(
                        Integer.parseInt(parts[0].trim()),
                        Integer.parseInt(parts[1].trim()),
                        Integer.parseInt(parts[2].trim()));
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("chunk position '" + text + "' has a part that is no integer", e);
        }
        throw new IllegalArgumentException("chunk position '" + text + "', allowed is x,y,z");
    }
}
