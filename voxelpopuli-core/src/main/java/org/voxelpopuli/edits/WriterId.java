package org.voxelpopuli.edits;

import java.util.Arrays;
import java.util.HexFormat;

/** The 20 opaque bytes that name a writer of edits: in a network, the id of its node. Ordered as unsigned bytes. */
public final class WriterId implements Comparable<WriterId> {
    /** The length in bytes. */
    public static final int LENGTH = 20;

    private final byte[] bytes;

    private WriterId(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("writer id has " + bytes.length + " bytes, allowed is " + LENGTH);
        }
        this.bytes = bytes;
    }

    /** The id with these bytes, which are copied. */
    public static WriterId of(byte[] bytes) {
        return new WriterId(bytes.clone());
    }

    /**
     * The inverse of {@link #toString()}.
     *
     * @throws IllegalArgumentException if the text is not 40 hex digits
     */
    public static WriterId parse(String text) {
        return new WriterId(HexFormat.of().parseHex(text));
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public int compareTo(WriterId other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WriterId that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** 40 lower-case hex digits. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
