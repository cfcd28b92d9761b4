package org.voxelpopuli.kademlia.content;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of an answer, of a length that is known before, in blocks: whoever sends it byte by byte costs no more than who sends it at once, and no large array is needed, which collectors of garbage
 * do not like. Not thread-safe.
 */
final class Body {
    private final Blocks memory;
    private final int length;
    private final List<ByteBuffer> blocks = new ArrayList<>();
    private int filled;

    Body(Blocks memory, int length) {
        this.memory = memory;
        this.length = length;
    }

    /** Takes what it needs. */
    void take(ByteBuffer bytes) {
        while (bytes.hasRemaining() && filled < length) {
            if (filled % Blocks.BYTES == 0) {
                blocks.add(length - filled < Blocks.BYTES ? ByteBuffer.allocate(length - filled) : memory.take());
            }
            ByteBuffer block = blocks.get(blocks.size() - 1);
            int count = Math.min(bytes.remaining(), block.remaining());
            block.put(bytes.slice().limit(count));
            bytes.position(bytes.position() + count);
            filled += count;
        }
    }

    boolean isFull() {
        return filled == length;
    }

    int length() {
        return length;
    }

    /** In their order, from their first to their last byte. */
    List<ByteBuffer> blocks() {
        return blocks.stream().map(block -> block.duplicate().flip()).toList();
    }

    byte[] toByteArray() {
        ByteBuffer all = ByteBuffer.allocate(filled);
        blocks().forEach(all::put);
        return all.array();
    }

    /** Gives its memory back: there is nothing in it any more. */
    void free() {
        blocks.stream().filter(ByteBuffer::isDirect).forEach(memory::give);
        blocks.clear();
    }
}
