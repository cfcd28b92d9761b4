package org.voxelpopuli.world;

import java.util.Arrays;

/** The block ids of a chunk in the order they were first set, at most {@value #CAPACITY}. A few are found by looking at each, more by hashing. */
final class Palette {
    static final int CAPACITY = 256;
    private static final int HASHED_FROM = 16;
    private static final int SLOTS = 2 * CAPACITY;

    private int[] ids;
    private int size;
    /** Open addressing: the entry plus one, 0 where free. Empty while the palette is small. */
    private short[] slots;

    private Palette(int[] ids, int size, short[] slots) {
        this.ids = ids;
        this.size = size;
        this.slots = slots;
    }

    static Palette of(int id) {
        return new Palette(new int[] {id}, 1, new short[0]);
    }

    Palette copy() {
        return new Palette(ids.clone(), size, slots.clone());
    }

    int size() {
        return size;
    }

    int id(int entry) {
        return ids[entry];
    }

    /** The entry of a block id, -1 if it has none. */
    int find(int id) {
        if (slots.length == 0) {
            for (int entry = 0; entry < size; entry++) {
                if (ids[entry] == id) {
                    return entry;
                }
            }
            return -1;
        }
        return slots[slot(id)] - 1;
    }

    /** The slot that holds the id, or the free one where it belongs. */
    private int slot(int id) {
        int slot = (id * 0x9E3779B1) >>> (Integer.SIZE - 9);
        while (slots[slot] != 0 && ids[slots[slot] - 1] != id) {
            slot = (slot + 1) & (SLOTS - 1);
        }
        return slot;
    }

    /** Adds an id that is not there. There must be room. */
    int add(int id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, 2 * size);
        }
        ids[size++] = id;
        if (slots.length > 0) {
            slots[slot(id)] = (short) size;
        } else if (size > HASHED_FROM) {
            slots = new short[SLOTS];
            for (int entry = 0; entry < size; entry++) {
                slots[slot(ids[entry])] = (short) (entry + 1);
            }
        }
        return size - 1;
    }
}
