package org.voxelpopuli.kademlia.id;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * A 160-bit unsigned number that names a node or a key (SPEC V1.1). The distance of two ids is their XOR, compared as an unsigned
 * big-endian number; it is compared here without being built, so that choosing the closest of thousands allocates nothing.
 *
 * <pre>{@code
 * NodeId key = NodeId.sha1Of("greeting");
 * boolean weAreCloser = key.compareDistance(node.id(), contact.id()) < 0;
 * }</pre>
 */
public final class NodeId implements Comparable<NodeId> {
    /** Bits of an id. */
    public static final int BITS = 160;

    /** Bytes of an id. */
    public static final int BYTES = BITS / 8;

    /** Hex digits of an id. */
    public static final int HEX_DIGITS = BYTES * 2;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final long high;
    private final long middle;
    private final int low;

    private NodeId(long high, long middle, int low) {
        this.high = high;
        this.middle = middle;
        this.low = low;
    }

    /**
     * The id with these bytes, the most significant first.
     *
     * @throws IllegalArgumentException if they are not 20
     */
    public static NodeId of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a node id has " + bytes.length + " bytes, allowed is " + BYTES);
        }
        return of(bytes, 0);
    }

    /**
     * The id whose 20 bytes stand at an offset, the most significant first.
     *
     * @throws IndexOutOfBoundsException if there are not so many
     */
    public static NodeId of(byte[] bytes, int offset) {
        return new NodeId(
                (long) LONG.get(bytes, offset), (long) LONG.get(bytes, offset + 8), (int) INT.get(bytes, offset + 16));
    }

    /**
     * Reads 40 hex digits, in upper or lower case.
     *
     * @throws IllegalArgumentException if the text is anything else; the message says what is allowed and repeats no text
     */
    public static NodeId parse(String hex) {
        if (hex.length() != HEX_DIGITS) {
            throw new IllegalArgumentException(
                    "a node id has " + hex.length() + " characters, allowed are " + HEX_DIGITS + " hex digits");
        }
        return new NodeId(digits(hex, 0, 16), digits(hex, 16, 32), (int) digits(hex, 32, 40));
    }

    private static long digits(String hex, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            char c = hex.charAt(i);
            if (!HexFormat.isHexDigit(c)) {
                throw new IllegalArgumentException(
                        "a node id has a character at " + i + " that is no hex digit, allowed are 0..9 and a..f");
            }
            value = value << 4 | HexFormat.fromHexDigit(c);
        }
        return value;
    }

    /** The SHA-1 of a text's UTF-8 bytes (SPEC V1.2). */
    public static NodeId sha1Of(String text) {
        try {
            return of(MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    /** A uniformly random id. */
    public static NodeId random(RandomGenerator random) {
        return new NodeId(random.nextLong(), random.nextLong(), random.nextInt());
    }

    /**
     * A random id whose distance to this one is in {@code [2^from, 2^to)}; with {@code from} 0 the distance 0 may occur too.
     *
     * @param from in 0..159
     * @param to in {@code from + 1}..160
     */
    public NodeId randomAtDistance(int from, int to, RandomGenerator random) {
        if (from < 0 || to <= from || to > BITS) {
            throw new IllegalArgumentException(
                    "distance bits are " + from + ".." + to + ", allowed is 0 <= from < to <= 160");
        }
        byte[] distance = new byte[BYTES];
        random.nextBytes(distance);
        for (int bit = to; bit < BITS; bit++) {
            distance[BYTES - 1 - bit / 8] &= (byte) ~(1 << bit % 8);
        }
        if (from > 0) {
            // The distance must reach 2^from: choose its highest bit by the share of the range that the bit stands for.
            int top = to - 1;
            while (top > from && random.nextBoolean()) {
                top--;
            }
            for (int bit = top + 1; bit < to; bit++) {
                distance[BYTES - 1 - bit / 8] &= (byte) ~(1 << bit % 8);
            }
            distance[BYTES - 1 - top / 8] |= (byte) (1 << top % 8);
        }
        NodeId xor = of(distance);
        return new NodeId(high ^ xor.high, middle ^ xor.middle, low ^ xor.low);
    }

    /**
     * Which of two ids is closer to this one.
     *
     * @return negative if {@code a} is closer, positive if {@code b} is, 0 if they are equal
     */
    public int compareDistance(NodeId a, NodeId b) {
        int result = Long.compareUnsigned(high ^ a.high, high ^ b.high);
        if (result == 0) {
            result = Long.compareUnsigned(middle ^ a.middle, middle ^ b.middle);
            if (result == 0) {
                result = Integer.compareUnsigned(low ^ a.low, low ^ b.low);
            }
        }
        return result;
    }

    /** The i for which the distance to another id is in {@code [2^i, 2^(i+1))}; -1 if the ids are equal. */
    public int distanceBit(NodeId other) {
        long xor = high ^ other.high;
        if (xor != 0) {
            return BITS - 1 - Long.numberOfLeadingZeros(xor);
        }
        xor = middle ^ other.middle;
        if (xor != 0) {
            return BITS - 65 - Long.numberOfLeadingZeros(xor);
        }
        return 31 - Integer.numberOfLeadingZeros(low ^ other.low);
    }

    /** Whether bit {@code i} of the distance to another id is set. */
    public boolean differsAt(NodeId other, int bit) {
        if (bit >= 96) {
            return ((high ^ other.high) >>> (bit - 96) & 1) != 0;
        }
        if (bit >= 32) {
            return ((middle ^ other.middle) >>> (bit - 32) & 1) != 0;
        }
        return ((low ^ other.low) >>> bit & 1) != 0;
    }

    /** The 20 bytes, the most significant first. */
    public byte[] bytes() {
        byte[] bytes = new byte[BYTES];
        write(bytes, 0);
        return bytes;
    }

    /**
     * Writes the 20 bytes to an offset, the most significant first.
     *
     * @throws IndexOutOfBoundsException if there is no room for them
     */
    public void write(byte[] to, int offset) {
        LONG.set(to, offset, high);
        LONG.set(to, offset + 8, middle);
        INT.set(to, offset + 16, low);
    }

    /** The first four bytes, the most significant first: enough to tell which of a few nodes is meant. */
    public int prefix() {
        return (int) (high >>> 32);
    }

    /** By value, unsigned. */
    @Override
    public int compareTo(NodeId other) {
        int result = Long.compareUnsigned(high, other.high);
        if (result == 0) {
            result = Long.compareUnsigned(middle, other.middle);
        }
        return result != 0 ? result : Integer.compareUnsigned(low, other.low);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeId that && high == that.high && middle == that.middle && low == that.low;
    }

    @Override
    public int hashCode() {
        // The ids of honest nodes are uniform; multiplying keeps those of others from being put into one bucket too
        // easily.
        return Long.hashCode(high * 0x9E3779B97F4A7C15L ^ middle * 0xC2B2AE3D27D4EB4FL ^ low);
    }

    /** 40 lower-case hex digits. */
    @Override
    public String toString() {
        char[] text = new char[HEX_DIGITS];
        digits(high, text, 15, 16);
        digits(middle, text, 31, 16);
        digits(low, text, 39, 8);
        return new String(text);
    }

    private static void digits(long value, char[] text, int last, int count) {
        long rest = value;
        for (int i = 0; i < count; i++) {
            text[last - i] = Character.forDigit((int) (rest & 15), 16);
            rest >>>= 4;
        }
    }
}
