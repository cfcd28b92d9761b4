package org.voxelpopuli.presence.ndn;

import java.util.Arrays;

/**
 * Reads the elements of one TLV value, one after another. What is malformed is an {@link IllegalArgumentException} that says why; nothing is allocated for
 * a length that is not there.
 */
final class TlvReader {
    private final byte[] bytes;
    private final int end;

    /** Where the next element begins. */
    private int at;

    /** The element that was read last. */
    private int type;

    private int begin;
    private int valueBegin;
    private int valueEnd;

    TlvReader(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.end = to;
    }

    /** Moves to the next element; false at the end. */
    boolean next() {
        if (at == end) {
            return false;
        }
        begin = at;
        long number = variableNumber();
        if (number < 1 || number > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "an element is of type " + number + ", allowed is 1.." + Integer.MAX_VALUE);
        }
        long length = variableNumber();
        if (length > end - at) {
            throw new IllegalArgumentException("an element of type " + number + " claims "
                    + Long.toUnsignedString(length) + " bytes, there are " + (end - at));
        }
        type = (int) number;
        valueBegin = at;
        valueEnd = at + (int) length;
        at = valueEnd;
        return true;
    }

    /** Moves to the next element, which must be there and be of this type. */
    void require(int expected, String name) {
        if (!next() || type != expected) {
            throw new IllegalArgumentException(name + " is missing");
        }
    }

    int type() {
        return type;
    }

    /** Where the current element begins, in the bytes that are read. */
    int begin() {
        return begin;
    }

    /** Where the value of the current element begins. */
    int valueBegin() {
        return valueBegin;
    }

    /** Where the current element ends. */
    int valueEnd() {
        return valueEnd;
    }

    int length() {
        return valueEnd - valueBegin;
    }

    byte[] value() {
        return Arrays.copyOfRange(bytes, valueBegin, valueEnd);
    }

    /** Reads the elements within the current one. */
    TlvReader inside() {
        return new TlvReader(bytes, valueBegin, valueEnd);
    }

    /** The current element as a non-negative integer of 1, 2, 4 or 8 bytes; what is above 2^63 - 1 is that. */
    long number() {
        int length = length();
        if (length != 1 && length != 2 && length != 4 && length != 8) {
            throw new IllegalArgumentException(
                    "a number of type " + type + " has " + length + " bytes, allowed is 1, 2, 4 or 8");
        }
        long value = fixed(valueBegin, length);
        return value < 0 ? Long.MAX_VALUE : value;
    }

    /** The current element as big-endian bytes of just this length. */
    long fixed(int length) {
        requireLength(length);
        return fixed(valueBegin, length);
    }

    void requireLength(int length) {
        if (length() != length) {
            throw new IllegalArgumentException(
                    "an element of type " + type + " has " + length() + " bytes, it must be " + length);
        }
    }

    /** Passes over an element that is not known, or stands where it may not. */
    void skipUnknown() {
        if (Tlv.isCritical(type)) {
            throw new IllegalArgumentException("an element of type " + type + " is unknown, repeated or out of order");
        }
    }

    /** TLV-VAR-NUMBER: 1, 3, 5 or 9 bytes, always the shortest form. */
    private long variableNumber() {
        int first = (int) take(1);
        if (first < 253) {
            return first;
        }
        int bytesOfIt = 2 << (first - 253);
        long value = take(bytesOfIt);
        boolean shorter = value >= 0 && (first == 253 ? value < 253 : value < 1L << (4 * bytesOfIt));
        if (shorter) {
            throw new IllegalArgumentException("a type or length is not in its shortest form");
        }
        if (value < 0) {
            throw new IllegalArgumentException("a type or length is beyond 2^63");
        }
        return value;
    }

    private long take(int count) {
        if (end - at < count) {
            throw new IllegalArgumentException("it ends within a type or length");
        }
        long value = fixed(at, count);
        at += count;
        return value;
    }

    private long fixed(int from, int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 8 | (bytes[from + i] & 0xFF);
        }
        return value;
    }
}
