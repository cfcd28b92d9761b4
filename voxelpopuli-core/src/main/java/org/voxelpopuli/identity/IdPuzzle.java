package org.voxelpopuli.identity;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The static puzzle of S/Kademlia (Baumgart and Mies 2007, section 4.1): a node may only use a key pair whose id, hashed once more, begins with some zero bits.
 * So ids cost time to make, at each bit twice as much, and whoever hears one sees at once whether the price was paid. Thread-safe.
 */
public final class IdPuzzle {
    /** The most that may be asked for: some hours of one core. */
    public static final int MAX_BITS = 24;

    /** What is asked for if nothing else is said: some 256 tries. */
    public static final int DEFAULT_BITS = 8;

    private IdPuzzle() {}

    /**
     * These bits, if they can be asked for.
     *
     * @throws IllegalArgumentException if they are not in 0..{@value #MAX_BITS}
     */
    public static int requireBits(int bits) {
        if (bits < 0 || bits > MAX_BITS) {
            throw new IllegalArgumentException("puzzle bits are " + bits + ", allowed is 0.." + MAX_BITS);
        }
        return bits;
    }

    /** The id of the owner of a public key: its SHA-1. */
    public static byte[] idOf(byte[] publicKey) {
        return sha1(publicKey);
    }

    /**
     * Whether the SHA-1 of an id begins with so many zero bits.
     *
     * @param bits 0..{@value #MAX_BITS}
     */
    public static boolean isSolvedBy(byte[] id, int bits) {
        if (bits == 0) {
            return true;
        }
        byte[] hash = sha1(id);
        int first = (hash[0] & 0xFF) << 24 | (hash[1] & 0xFF) << 16 | (hash[2] & 0xFF) << 8 | (hash[3] & 0xFF);
        return Integer.numberOfLeadingZeros(first) >= bits;
    }

    private static byte[] sha1(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-1").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
