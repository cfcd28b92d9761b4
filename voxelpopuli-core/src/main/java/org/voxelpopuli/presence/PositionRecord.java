package org.voxelpopuli.presence;

import java.nio.ByteBuffer;

/**
 * The content of a position's Data: number 0..1023 (2 bytes), the avatar's clock in milliseconds (6 bytes), x, y, z (single precision, 4 bytes each), big-endian.
 *
 * @param sequence goes round at {@value #SEQUENCES}
 * @param wallMillis when it was there, by its own clock
 * @param position where it was
 */
record PositionRecord(int sequence, long wallMillis, Point position) {
    /** Numbers there are. */
    static final int SEQUENCES = 1_024;

    private static final int BYTES = 2 + 6 + 3 * 4;
    private static final long MAX_MILLIS = (1L << 48) - 1;

    byte[] encode() {
        return ByteBuffer.allocate(BYTES)
                .putShort((short) sequence)
                .putShort((short) (wallMillis >>> 32))
                .putInt((int) wallMillis)
                .putFloat((float) position.x())
                .putFloat((float) position.y())
                .putFloat((float) position.z())
                .array();
    }

    /** @throws IllegalArgumentException if it is none */
    static PositionRecord decode(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a position has " + bytes.length + " bytes, it must be " + BYTES);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int sequence = buffer.getShort() & 0xFFFF;
        if (sequence >= SEQUENCES) {
            throw new IllegalArgumentException(
                    "a position has the number " + sequence + ", allowed is 0.." + (SEQUENCES - 1));
        }
        long millis = (buffer.getShort() & 0xFFFFL) << 32 | (buffer.getInt() & 0xFFFF_FFFFL);
        return new PositionRecord(
                sequence, millis & MAX_MILLIS, new Point(buffer.getFloat(), buffer.getFloat(), buffer.getFloat()));
    }

    /** The number behind another. */
    static int next(int sequence) {
        return (sequence + 1) % SEQUENCES;
    }

    /** How far a number is ahead of another, -512..511. */
    static int ahead(int sequence, int of) {
        int distance = Math.floorMod(sequence - of, SEQUENCES);
        return distance < SEQUENCES / 2 ? distance : distance - SEQUENCES;
    }
}
