package org.voxelpopuli.kademlia.content;

/** Collects bytes that arrive in arbitrary pieces until there are as many as are wanted. Pure; not thread-safe. */
final class FrameBuffer {
    private byte[] frame;
    private int filled;

    FrameBuffer(int size) {
        frame = new byte[size];
    }

    /** Takes what it needs, and gives the index of the first byte that it did not need. */
    int take(byte[] bytes, int from) {
        int count = Math.min(bytes.length - from, frame.length - filled);
        System.arraycopy(bytes, from, frame, filled, count);
        filled += count;
        return from + count;
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
