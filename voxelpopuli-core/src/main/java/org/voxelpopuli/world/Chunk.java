package org.voxelpopuli.world;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * 32 x 32 x 32 blocks: a palette of block ids and an index of few bits for each voxel. A chunk of one block type takes no array at
 * all; one of more than 256 types has no palette but the ids themselves, 16 bits each (64 KiB, the most that a chunk can take).
 *
 * <p>Not thread-safe: it belongs to one thread at a time. {@link #copy()} costs next to nothing, so an owner that wants others to read hands
 * them a copy, which any number of threads may read as long as none of them writes.
 */
public final class Chunk {
    /** The width at which the words hold block ids instead of palette entries. */
    private static final int DIRECT_BITS = 16;

    /** Null when the words hold block ids. */
    private @Nullable Palette palette;
    /** Of a voxel's field: 0, 2, 4, 8 or 16, so that no field straddles two words and a row is whole words. */
    private int bits;

    private long[] words;
    /** Whether another chunk may have the same arrays: copy before writing. */
    private boolean shared;

    private Chunk(@Nullable Palette palette, int bits, long[] words, boolean shared) {
        this.palette = palette;
        this.bits = bits;
        this.words = words;
        this.shared = shared;
    }

    /** A chunk of one block type. */
    public static Chunk filled(int block) {
        return new Chunk(Palette.of(checked(block)), 0, new long[0], false);
    }

    /**
     * A chunk of these blocks.
     *
     * @param blocks 32 768 block ids in the order of {@link BlockPos#voxel()}
     * @throws IllegalArgumentException if there are more or fewer, or an id is out of range
     */
    public static Chunk of(int[] blocks) {
        if (blocks.length != ChunkPos.VOLUME) {
            throw new IllegalArgumentException("chunk has " + blocks.length + " blocks, allowed is " + ChunkPos.VOLUME);
        }
        Palette palette = Palette.of(checked(blocks[0]));
        short[] entries = new short[ChunkPos.VOLUME];
        int before = blocks[0];
        int entry = 0;
        for (int voxel = 1; voxel < blocks.length; voxel++) {
            int block = blocks[voxel];
            if (block != before) {
                entry = palette.find(checked(block));
                if (entry < 0) {
                    if (palette.size() == Palette.CAPACITY) {
                        return direct(blocks);
                    }
                    entry = palette.add(block);
                }
                before = block;
            }
            entries[voxel] = (short) entry;
        }
        int bits = width(palette.size());
        long[] words = new long[ChunkPos.VOLUME * bits / Long.SIZE];
        int perWord = bits == 0 ? 0 : Long.SIZE / bits;
        for (int word = 0, voxel = 0; word < words.length; word++) {
            long packed = 0;
            for (int i = 0; i < perWord; i++) {
                packed |= (long) entries[voxel++] << (i * bits);
            }
            words[word] = packed;
        }
        return new Chunk(palette, bits, words, false);
    }

    private static Chunk direct(int[] blocks) {
        long[] words = new long[ChunkPos.VOLUME * DIRECT_BITS / Long.SIZE];
        for (int voxel = 0; voxel < blocks.length; voxel++) {
            words[voxel >> 2] |= (long) checked(blocks[voxel]) << ((voxel & 3) * DIRECT_BITS);
        }
        return new Chunk(null, DIRECT_BITS, words, false);
    }

    private static int width(int paletteSize) {
        int bits = 0;
        while (1 << bits < paletteSize) {
            bits = wider(bits);
        }
        return bits;
    }

    private static int wider(int bits) {
        return bits == 0 ? 2 : bits * 2;
    }

    private static int checked(int block) {
        if (block < 0 || block > BlockType.MAX_ID) {
            throw new IllegalArgumentException("block type id is " + block + ", allowed is 0.." + BlockType.MAX_ID);
        }
        return block;
    }

    /** The block id at an index, 0..32767. */
    public int get(int voxel) {
        int field = field(voxel);
        return palette == null ? field : palette.id(field);
    }

    private int field(int voxel) {
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
        int field = fieldFor(block);
        int bit = voxel * bits;
        int shift = bit & 63;
        long mask = (1L << bits) - 1;
        words[bit >>> 6] = (words[bit >>> 6] & ~(mask << shift)) | ((long) field << shift);
        return before;
    }

    /**
     * Sets a box of blocks; much faster than one by one. Bounds are local, 0..31, the first inclusive, the second exclusive; an empty box
     * changes nothing.
     *
     * @throws IllegalArgumentException if a bound is outside 0..32
     */
    public void fill(int fromX, int toX, int fromY, int toY, int fromZ, int toZ, int block) {
        checked(block);
        requireRange("x", fromX, toX);
        requireRange("y", fromY, toY);
        requireRange("z", fromZ, toZ);
        if (fromX >= toX || fromY >= toY || fromZ >= toZ) {
            return;
        }
        int field = fieldFor(block);
        if (bits == 0) {
            return;
        }
        for (int x = fromX; x < toX; x++) {
            int row = x * ChunkPos.SIZE;
            if (fromZ == 0 && toZ == ChunkPos.SIZE) {
                int wordsOfRow = bits / 2;
                Arrays.fill(words, (row + fromY) * wordsOfRow, (row + toY) * wordsOfRow, repeated(field));
            } else {
                for (int z = fromZ; z < toZ; z++) {
                    fillColumn(row * ChunkPos.SIZE + z, fromY, toY, field);
                }
            }
        }
    }

    private void fillColumn(int bottom, int fromY, int toY, int field) {
        long[] to = words;
        int step = ChunkPos.SIZE * bits;
        int bit = bottom * bits + fromY * step;
        long mask = (1L << bits) - 1;
        for (int y = fromY; y < toY; y++, bit += step) {
            int shift = bit & 63;
            to[bit >>> 6] = (to[bit >>> 6] & ~(mask << shift)) | ((long) field << shift);
        }
    }

    /**
     * Sets the 32 blocks of a row, by rising z; much faster than one by one.
     *
     * @param x local, 0..31
     * @param y local, 0..31
     * @param blocks 32 block ids
     * @throws IllegalArgumentException if there are more or fewer, an id is out of range, or the row is
     */
    public void setRow(int x, int y, int[] blocks) {
        BlockPos.requireLocal(x, y, 0);
        if (blocks.length != ChunkPos.SIZE) {
            throw new IllegalArgumentException("row has " + blocks.length + " blocks, allowed is " + ChunkPos.SIZE);
        }
        // All ids enter the palette first, since that may change the width.
        int before = -1;
        for (int block : blocks) {
            if (block != before) {
                fieldFor(checked(block));
                before = block;
            }
        }
        if (bits == 0) {
            return;
        }
        int wordsOfRow = bits / 2;
        int firstWord = (x * ChunkPos.SIZE + y) * wordsOfRow;
        int perWord = Long.SIZE / bits;
        long field = 0;
        before = -1;
        for (int word = 0, z = 0; word < wordsOfRow; word++) {
            long packed = 0;
            for (int i = 0; i < perWord; i++) {
                int block = blocks[z++];
                if (block != before) {
                    field = palette == null ? block : palette.find(block);
                    before = block;
                }
                packed |= field << (i * bits);
            }
            words[firstWord + word] = packed;
        }
    }

    private static void requireRange(String axis, int from, int to) {
        if (from < 0 || to > ChunkPos.SIZE) {
            throw new IllegalArgumentException(
                    "local " + axis + " is " + from + ".." + to + ", allowed is 0.." + ChunkPos.SIZE);
        }
    }

    private long repeated(int field) {
        long word = field;
        for (int width = bits; width < Long.SIZE; width *= 2) {
            word |= word << width;
        }
        return word;
    }

    /** What to write for a block. Afterwards the arrays are this chunk's own and wide enough. */
    private int fieldFor(int block) {
        if (shared) {
            palette = palette == null ? null : palette.copy();
            words = words.clone();
            shared = false;
        }
        if (palette == null) {
            return block;
        }
        int entry = palette.find(block);
        if (entry >= 0) {
            return entry;
        }
        if (palette.size() == Palette.CAPACITY) {
            Chunk wide = direct(blocks());
            palette = null;
            bits = wide.bits;
            words = wide.words;
            return block;
        }
        if (palette.size() == 1 << bits) {
            widen();
        }
        return palette.add(block);
    }

    private void widen() {
        int wider = wider(bits);
        long[] repacked = new long[ChunkPos.VOLUME * wider / Long.SIZE];
        int perWord = Long.SIZE / wider;
        int mask = (1 << bits) - 1;
        // From no bits at all, every field is 0 as the new array is.
        for (int word = 0, bit = 0; word < repacked.length && bits > 0; word++) {
            long narrow = words[bit >>> 6] >>> (bit & 63);
            long packed = 0;
            for (int i = 0; i < perWord; i++) {
                packed |= (narrow >>> (i * bits) & mask) << (i * wider);
            }
            repacked[word] = packed;
            bit += Long.SIZE / 2;
        }
        bits = wider;
        words = repacked;
    }

    /** All block ids in the order of {@link BlockPos#voxel()}; a copy. */
    public int[] blocks() {
        int[] blocks = new int[ChunkPos.VOLUME];
        Palette ids = palette;
        if (bits == 0) {
            Arrays.fill(blocks, get(0));
            return blocks;
        }
        int mask = (1 << bits) - 1;
        int perWord = Long.SIZE / bits;
        int voxel = 0;
        for (long word : words) {
            for (int i = 0; i < perWord; i++) {
                int field = (int) (word >>> (i * bits)) & mask;
                blocks[voxel++] = ids == null ? field : ids.id(field);
            }
        }
        return blocks;
    }

    /** An independent copy. The arrays are shared until one of the two is written. */
    public Chunk copy() {
        if (!shared) {
            shared = true;
        }
        return new Chunk(palette, bits, words, true);
    }
}
