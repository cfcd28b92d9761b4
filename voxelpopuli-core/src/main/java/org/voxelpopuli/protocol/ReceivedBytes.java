package org.voxelpopuli.protocol;

import java.util.Arrays;

/**
 * The bytes of a stream that arrived and were not yet taken. Memory: at most twice what lies here plus one piece. Doubling makes all copies
 * together linear in the bytes received.
 */
final class ReceivedBytes {
    private static final byte[] NOTHING = new byte[0];

    private byte[] buffer = NOTHING;
    private int start;
    private int end;

    /** Takes bytes that arrived; the array becomes this object's own. */
    void append(byte[] bytes) {
        int held = size();
        if (held == 0) {
            buffer = bytes;
            start = 0;
            end = bytes.length;
            return;
        }
        if (bytes.length > buffer.length - end) {
            byte[] target = held + bytes.length > buffer.length / 2
                    ? new byte[Math.max(64, 2 * Math.max(held + bytes.length, 32))]
                    : buffer;
            System.arraycopy(buffer, start, target, 0, held);
            buffer = target;
            start = 0;
            end = held;
        }
        System.arraycopy(bytes, 0, buffer, end, bytes.length);
        end += bytes.length;
    }

    int size() {
        return end - start;
    }

    /** The byte so far behind the first, which must be there. */
    byte at(int offset) {
        return buffer[start + offset];
    }

    /** The first bytes, which are taken. */
    byte[] take(int length) {
        byte[] taken = Arrays.copyOfRange(buffer, start, start + length);
        skip(length);
        return taken;
    }

    void skip(int length) {
        start += length;
        if (start == end) {
            clear();
        }
    }

    void clear() {
        buffer = NOTHING;
        start = 0;
        end = 0;
    }
}
