package org.voxelpopuli.kademlia.content;

import java.nio.ByteBuffer;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;

/**
 * Memory for pieces on their way to the disk, used again and again: new memory would have to be cleared and collected for all that is fetched. It lies outside the heap, from where files are written without a
 * copy. Thread-safe; nothing waits.
 */
final class Blocks {
    static final int BYTES = 256 * 1024;

    private static final int KEPT = 32;

    /** Those that were used last come first: they are still in the caches of the processor. */
    private final BlockingDeque<ByteBuffer> free = new LinkedBlockingDeque<>(KEPT);

    /** {@value #BYTES} bytes, whatever is in them. */
    ByteBuffer take() {
        ByteBuffer block = free.pollFirst();
        return block == null ? ByteBuffer.allocateDirect(BYTES) : block.clear();
    }

    /** Gives back what was taken, and is not used any more. A few are kept. */
    void give(ByteBuffer block) {
        var unused = free.offerFirst(block);
    }
}
