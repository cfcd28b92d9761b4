package org.voxelpopuli.kademlia.content;

import java.nio.ByteBuffer;

/** Collects bytes that arrive in arbitrary pieces until there are as many as are wanted. Pure; not thread-safe. */
final class FrameBuffer {
    private byte[] frame;
    private int filled;

    FrameBuffer(int size) {
        frame = new byte[size];
    }

    /** Takes what it needs. */
    void take(ByteBuffer bytes) {
        int count = Math.min(bytes.remaining(), frame.length - filled);
        bytes.get(frame, filled, count);
        filled += count;
    }

    boolean isFull() {
        return filled == frame.length;
    }

    /** The full frame; the next one has that size. */
    byte[] next(int size) {
        byte[] full = frame;
        frame = new byte[size];
        filled = 0;
        return full;
    }
}
