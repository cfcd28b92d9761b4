package org.voxelpopuli.kademlia.content;

import java.nio.ByteBuffer;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory for pieces on their way to the disk, used again and again: new memory would have to be cleared and collected for all that is fetched. It lies outside the heap, from where files are written without a
 * copy. Thread-safe; nothing waits.
 */
final class Blocks {
    static final int BYTES = 256 * 1024;

    private static final int KEPT = 32;

    /** For what all downloads of a node have on its way. */
    private static final long ROOM = 128L << 20;

    /** Those that were used last come first: they are still in the caches of the processor. */
    private final BlockingDeque<ByteBuffer> free = new LinkedBlockingDeque<>(KEPT);

    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicLong reserved = new AtomicLong();

    /** {@value #BYTES} bytes, whatever is in them. */
    ByteBuffer take() {
        ByteBuffer used = free.pollFirst();
        ByteBuffer block = used == null ? ByteBuffer.allocateDirect(BYTES) : used.clear();
        taken.incrementAndGet();
        return block;
    }

    /** Gives back what was taken, and is not used any more. A few are kept. */
    void give(ByteBuffer block) {
        taken.decrementAndGet();
        var unused = free.offerFirst(block);
    }

    /** How many are taken and not given back. */
    int taken() {
        return taken.get();
    }

    /** Whether more should be asked for. Memory itself is not refused: what was asked for comes. */
    boolean haveRoom() {
        return reserved.get() < ROOM;
    }

    /** So many bytes were asked for; a negative number, when they are not needed any more. */
    void reserve(long bytes) {
        reserved.addAndGet(bytes);
    }

    /** Bytes that were asked for. */
    long reserved() {
        return reserved.get();
    }
}
