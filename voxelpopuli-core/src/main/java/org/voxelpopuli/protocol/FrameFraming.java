package org.voxelpopuli.protocol;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Cuts the bytes of one connection into the frames of protocol v2: 4 bytes of length, big-endian, and as many bytes. Pure; one for each
 * connection, owned by the connection's worker. Who connects sends {@link #preface()} before its first frame.
 *
 * <p>Memory is taken as bytes arrive, not as a length promises: at most twice the limit plus one piece. A length beyond the limit
 * {@linkplain #overflowed() overflows} the framing for good.
 */
public final class FrameFraming {
    private static final byte[] PREFACE = {(byte) 0xD9, (byte) 0xD9, (byte) 0xF7};

    private final ReceivedBytes received = new ReceivedBytes();
    private int limit;
    private boolean overflowed;

    /**
     * A framing without bytes.
     *
     * @param limitBytes the longest frame, without its length; at least 1
     */
    public FrameFraming(int limitBytes) {
        limit(limitBytes);
    }

    /** The first bytes of a connection: CBOR's tag 55799, by which it is told from JSON and HTTP. */
    public static byte[] preface() {
        return PREFACE.clone();
    }

    /** A frame with its length before it. */
    public static byte[] framed(byte[] frame) {
        return ByteBuffer.allocate(Integer.BYTES + frame.length)
                .putInt(frame.length)
                .put(frame)
                .array();
    }

    /** From the next frame on, the longest that is taken; at least 1 byte. A connection may be trusted with more once it said what it is. */
    public void limit(int limitBytes) {
        if (limitBytes < 1) {
            throw new IllegalArgumentException("frame limit is " + limitBytes + ", allowed is 1 or more");
        }
        limit = limitBytes;
    }

    /** Takes bytes that arrived; the array becomes this framing's own. Ignored after an overflow. */
    public void append(byte[] bytes) {
        if (overflowed) {
            return;
        }
        if (received.size() > limit + Integer.BYTES) {
            // Frames that nobody takes.
            overflow();
            return;
        }
        received.append(bytes);
    }

    /** The next frame, without its length; empty if none is complete. */
    public Optional<byte[]> next() {
        if (received.size() < Integer.BYTES) {
            return Optional.empty();
        }
        int length = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            length = (length << Byte.SIZE) | (received.at(i) & 0xFF);
        }
        if (length < 0 || length > limit) {
            overflow();
            return Optional.empty();
        }
        if (received.size() - Integer.BYTES < length) {
            return Optional.empty();
        }
        received.skip(Integer.BYTES);
        return Optional.of(received.take(length));
    }

    /** Whether a frame was longer than the limit, or more than the limit lay here untaken. Nothing more will come; close the connection. */
    public boolean overflowed() {
        return overflowed;
    }

    private void overflow() {
        overflowed = true;
        received.clear();
    }
}
