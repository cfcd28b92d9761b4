package org.voxelpopuli.presence.ndn;

import java.util.Arrays;

/**
 * Writes elements from the last to the first, so that each length is known when it is written: an element's value first, then {@link #head}.
 */
final class TlvWriter {
    private byte[] bytes;
    private int begin;

    TlvWriter(int expectedBytes) {
        bytes = new byte[expectedBytes];
        begin = expectedBytes;
    }

    /** So many bytes are written. */
    int size() {
        return bytes.length - begin;
    }

    /** Type and length before what was written since the writer had this size. */
    void head(int type, int sizeBefore) {
        variableNumber(size() - sizeBefore);
        variableNumber(type);
    }

    void element(int type, byte[] value) {
        int before = size();
        raw(value, 0, value.length);
        head(type, before);
    }

    /** An element without a value. */
    void flag(int type) {
        head(type, size());
    }

    /** An element with a non-negative integer in its shortest form. */
    void number(int type, long value) {
        int before = size();
        number(value);
        head(type, before);
    }

    /** A non-negative integer in its shortest form, without type and length. */
    void number(long value) {
        fixed(value, value < 1L << 8 ? 1 : value < 1L << 16 ? 2 : value < 1L << 32 ? 4 : 8);
    }

    void fixed(long value, int count) {
        reserve(count);
        for (int i = 0; i < count; i++) {
            bytes[--begin] = (byte) (value >>> (8 * i));
        }
    }

    void raw(byte[] source, int from, int count) {
        reserve(count);
        begin -= count;
        System.arraycopy(source, from, bytes, begin, count);
    }

    byte[] toBytes() {
        return begin == 0 ? bytes : Arrays.copyOfRange(bytes, begin, bytes.length);
    }

    private void variableNumber(long value) {
        if (value < 253) {
            fixed(value, 1);
        } else if (value < 1L << 16) {
            fixed(value, 2);
            fixed(253, 1);
        } else {
            fixed(value, 4);
            fixed(254, 1);
        }
    }

    private void reserve(int count) {
        if (begin < count) {
            int written = size();
            byte[] larger = new byte[Math.max(2 * bytes.length, written + count)];
            System.arraycopy(bytes, begin, larger, larger.length - written, written);
            begin = larger.length - written;
            bytes = larger;
        }
    }
}
