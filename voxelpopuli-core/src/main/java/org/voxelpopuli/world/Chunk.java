package org.voxelpopuli.world;

/**
 * 32 x 32 x 32 blocks: a palette of block ids and an index of few bits for each voxel. A chunk of one block type takes no array at
 * all. Not thread-safe: it belongs to one thread at a time.
 */
public final class Chunk {
    /** Block ids in use, in the order they were first set. */
    private int[] palette;

    private int paletteSize;
    private int bits;
    private long[] words;

    private Chunk(int[] palette, int paletteSize, int bits, long[] words) {
        this.palette = palette;
        this.paletteSize = paletteSize;
        this.bits = bits;
        this.words = words;
    }

    /** A chunk of one block type. */
    public static Chunk filled(int block) {
        return new Chunk(new int[] {checked(block)}, 1, 0, new long[0]);
    }

    /**
     * A chunk of these blocks.
     *
     * @param blocks 32 768 block ids in the order of {@link BlockPos#voxel()}
     */
    public static Chunk of(int[] blocks) {
        if (blocks.length != ChunkPos.VOLUME) {
            throw new IllegalArgumentException("chunk has " + blocks.length + " blocks, allowed is " + ChunkPos.VOLUME);
        }
        Chunk chunk = filled(blocks[0]);
        for (int voxel = 1; voxel < blocks.length; voxel++) {
            chunk.set(voxel, blocks[voxel]);
        }
        return chunk;
    }

    private static int checked(int block) {
        if (block < 0 || block > BlockType.MAX_ID) {
            throw new IllegalArgumentException("block type id is " + block + ", allowed is 0.." + BlockType.MAX_ID);
        }
        return block;
    }

    /** The block id at an index, 0..32767. */
    public int get(int voxel) {
        return palette[index(voxel)];
    }

    private int index(int voxel) {
        if (bits == 0) {
            if (voxel < 0 || voxel >= ChunkPos.VOLUME) {
                throw new IndexOutOfBoundsException(voxel);
            }
            return 0;
        }
        int bit = voxel * bits;
        return (int) (words[bit >>> 6] >>> (bit & 63)) & ((1 << bits) - 1);
    }

    /** Sets the block id at an index and returns the one that was there. */
    public int set(int voxel, int block) {
        int before = get(voxel);
        if (before == checked(block)) {
            return before;
        }
        int entry = entry(block);
        int bit = voxel * bits;
        long mask = (1L << bits) - 1;
        int shift = bit & 63;
        words[bit >>> 6] = (words[bit >>> 6] & ~(mask << shift)) | ((long) entry << shift);
        return before;
    }

    private int entry(int block) {
        for (int i = 0; i < paletteSize; i++) {
            if (palette[i] == block) {
                return i;
            }
        }
        if (paletteSize == 1 << bits) {
            widen();
        }
        if (paletteSize == palette.length) {
            palette = java.util.Arrays.copyOf(palette, paletteSize * 2);
        }
        palette[paletteSize] = block;
        return paletteSize++;
    }

    /** Widths are powers of two, so that no index straddles two words. */
    private void widen() {
        int wider = bits == 0 ? 1 : bits * 2;
        long[] repacked = new long[ChunkPos.VOLUME * wider / 64];
        for (int voxel = 0; voxel < ChunkPos.VOLUME; voxel++) {
            int bit = voxel * wider;
            repacked[bit >>> 6] |= (long) index(voxel) << (bit & 63);
        }
        bits = wider;
        words = repacked;
    }

    /** All block ids in the order of {@link BlockPos#voxel()}; a copy. */
    public int[] blocks() {
        int[] blocks = new int[ChunkPos.VOLUME];
        for (int voxel = 0; voxel < blocks.length; voxel++) {
            blocks[voxel] = get(voxel);
        }
        return blocks;
    }

    /** An independent copy. */
    public Chunk copy() {
        return new Chunk(palette.clone(), paletteSize, bits, words.clone());
    }
}
