package org.voxelpopuli.tangibles;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Writes the elements that transmissions and kept models are made of; docs/tangibles.md says how they look. */
final class ByteOutput extends ByteArrayOutputStream {
    private final Texts texts;

    /** That knows no texts yet. */
    ByteOutput() {
        this(new Texts());
    }

    /** That goes on with these texts. */
    ByteOutput(Texts texts) {
        this.texts = texts;
    }

    /** 7 bits in each byte, the lowest first; the eighth is set in all but the last. */
    void varint(long value) {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            write((int) (left & 0x7F) | 0x80);
            left >>>= 7;
        }
        write((int) left);
    }

    /** A varint of which small negative numbers are short, too. */
    void signed(long value) {
        varint((value << 1) ^ (value >> 63));
    }

    void fixed16(int value) {
        write(value >> 8);
        write(value);
    }

    void fixed32(int value) {
        writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
    }

    void fixed64(long value) {
        writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }

    /** Its length and its UTF-8, or the slot that it is in. */
    void text(String text) {
        int slot = texts.slotOf(text);
        if (slot < 0) {
            byte[] bytes = text.getBytes(UTF_8);
            varint((long) bytes.length << 1);
            writeBytes(bytes);
            texts.note(text);
        } else {
            varint((long) slot << 1 | 1);
        }
    }

    /** Takes back what was written after so many bytes. */
    void cut(int length) {
        count = length;
    }

    /** All that was written, and its CRC-32C. */
    byte[] withChecksum() {
        fixed32(checksum(buf, count));
        return toByteArray();
    }

    static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
