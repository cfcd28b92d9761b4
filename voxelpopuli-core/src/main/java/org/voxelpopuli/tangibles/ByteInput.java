package org.voxelpopuli.tangibles;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/**
 * Reads what {@link ByteOutput} writes. What cannot be read is an {@link IllegalArgumentException} that says why, and no claim makes it allocate what
 * cannot be there.
 */
final class ByteInput {
    static final int CHECKSUM = Integer.BYTES;

    private final ByteBuffer buffer;
    private final Texts texts;

    /** Of all bytes but the last four, which are their checksum; knows no texts yet. */
    ByteInput(byte[] bytes) {
        this(bytes, new Texts());
    }

    /** As the other, but goes on with these texts. */
    ByteInput(byte[] bytes, Texts texts) {
        this.texts = texts;
        buffer = ByteBuffer.wrap(bytes, 0, bytes.length - CHECKSUM);
    }

    /** Whether the last four bytes are the checksum of those before. */
    static boolean hasChecksum(byte[] bytes) {
        int content = bytes.length - CHECKSUM;
        return content >= 0 && ByteBuffer.wrap(bytes).getInt(content) == ByteOutput.checksum(bytes, content);
    }

    boolean hasMore() {
        return buffer.hasRemaining();
    }

    int octet() {
        require(1);
        return buffer.get() & 0xFF;
    }

    long varint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = octet();
            value |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number is longer than 10 bytes");
    }

    long signed() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    /** A varint that is an index or a small amount. */
    int number(int max) {
        long value = varint();
        if (value < 0 || value > max) {
            throw new IllegalArgumentException(
                    "a number is " + Long.toUnsignedString(value) + ", allowed is 0.." + max);
        }
        return (int) value;
    }

    /** How many things come, of so many bytes each at least. */
    int count(int leastBytes) {
        return number(buffer.remaining() / leastBytes);
    }

    int fixed16() {
        return octet() << 8 | octet();
    }

    int fixed32() {
        require(Integer.BYTES);
        return buffer.getInt();
    }

    long fixed64() {
        require(Long.BYTES);
        return buffer.getLong();
    }

    byte[] bytes(int length) {
        require(length);
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return bytes;
    }

    String text() {
        long head = varint();
        if ((head & 1) != 0) {
            return texts.text(head >>> 1);
        }
        long length = head >>> 1;
        if (length > buffer.remaining()) {
            throw new IllegalArgumentException("a text of " + length + " bytes in " + buffer.remaining() + " bytes");
        }
        ByteBuffer content = buffer.slice().limit((int) length);
        buffer.position(buffer.position() + (int) length);
        try {
            String text = UTF_8.newDecoder().decode(content).toString();
            texts.note(text);
            return text;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a text is not UTF-8", e);
        }
    }

    private void require(int bytes) {
        if (buffer.remaining() < bytes) {
            throw new IllegalArgumentException("it ends too early");
        }
    }
}
