package org.voxelpopuli.kademlia.content;

import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of an answer, of a length that is known before, in blocks: whoever sends it byte by byte costs no more than who sends it at once, and no large array is needed, which collectors of garbage
 * do not like. Not thread-safe.
 */
final class Body {
    private static final int BLOCK = 64 * 1024;

    private final int length;
    private final List<byte[]> blocks = new ArrayList<>();
    private int filled;

    Body(int length) {
        this.length = length;
    }

    /** Takes what it needs, and gives the index of the first byte that it did not need. */
    int take(byte[] bytes, int from) {
        int at = from;
        while (at < bytes.length && filled < length) {
            int begin = filled % BLOCK;
            if (begin == 0) {
                blocks.add(new byte[Math.min(BLOCK, length - filled)]);
            }
            byte[] block = blocks.get(blocks.size() - 1);
            int count = Math.min(bytes.length - at, block.length - begin);
            System.arraycopy(bytes, at, block, begin, count);
            at += count;
            filled += count;
        }
        return at;
    }

    boolean isFull() {
        return filled == length;
    }

    int length() {
        return length;
    }

    /** In their order; all are full once the body is. */
    List<byte[]> blocks() {
        return blocks;
    }

    byte[] toByteArray() {
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] block : blocks) {
            System.arraycopy(block, 0, all, at, block.length);
            at += block.length;
        }
        return all;
    }
}
