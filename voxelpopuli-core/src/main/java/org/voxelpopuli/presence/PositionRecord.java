package org.voxelpopuli.presence;

import java.nio.ByteBuffer;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;

/**
 * The content of a position's Data: the avatar's clock in milliseconds (6 bytes), x, y, z (single precision, 4 bytes each), and the number 0..1023 (2 bytes) if it is not that of the Data's name;
 * big-endian.
 *
 * @param sequence goes round at {@value #SEQUENCES}
 * @param wallMillis when it was there, by its own clock
 * @param position where it was
 */
record PositionRecord(int sequence, long wallMillis, Point position) {
    /** Numbers there are. */
    static final int SEQUENCES = 1_024;

    private static final int BYTES_WITHOUT_NUMBER = 6 + 3 * 4;
    private static final int BYTES = BYTES_WITHOUT_NUMBER + 2;

    /** A name below that of the position, which asks for a number. */
    static Name named(Name position, int sequence) {
        return position.append(NameComponent.ofNumber(NameComponent.SEQUENCE_NUMBER, sequence));
    }

    /** The number with which a name ends, -1 if with none. */
    static int numberIn(Name name) {
        NameComponent last = name.last();
        boolean isNumber = last.type() == NameComponent.SEQUENCE_NUMBER && (last.length() == 1 || last.length() == 2);
        return isNumber ? (int) last.toNumber() % SEQUENCES : -1;
    }

    /** The content of the Data of that name. */
    byte[] encodeFor(Name name) {
        boolean numbered = numberIn(name) == sequence;
        ByteBuffer buffer = ByteBuffer.allocate(numbered ? BYTES_WITHOUT_NUMBER : BYTES)
                .putShort((short) (wallMillis >>> 32))
                .putInt((int) wallMillis)
                .putFloat((float) position.x())
                .putFloat((float) position.y())
                .putFloat((float) position.z());
        return numbered ? buffer.array() : buffer.putShort((short) sequence).array();
    }

    /**
     * Reads what {@link #encodeFor} wrote.
     *
     * @throws IllegalArgumentException if it is none
     */
    static PositionRecord decode(Name name, byte[] bytes) {
        int numberInName = numberIn(name);
        boolean numbered = bytes.length == BYTES_WITHOUT_NUMBER && numberInName >= 0;
        if (!numbered && bytes.length != BYTES) {
            throw new IllegalArgumentException("a position has " + bytes.length + " bytes, it must be " + BYTES
                    + ", or " + BYTES_WITHOUT_NUMBER + " below a number");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long millis = (buffer.getShort() & 0xFFFFL) << 32 | (buffer.getInt() & 0xFFFF_FFFFL);
        Point position = new Point(buffer.getFloat(), buffer.getFloat(), buffer.getFloat());
        int sequence = numbered ? numberInName : buffer.getShort() & 0xFFFF;
        if (sequence >= SEQUENCES) {
            throw new IllegalArgumentException(
                    "a position has the number " + sequence + ", allowed is 0.." + (SEQUENCES - 1));
        }
        return new PositionRecord(sequence, millis, position);
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
