package org.voxelpopuli.identity;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 (FIPS 180-4) of bytes that are in memory. Thread-safe. */
public final class Sha256 {
    private Sha256() {}

    /** The 32 bytes for a whole array. */
    public static byte[] of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    /**
     * The 32 bytes for a part of an array.
     *
     * @throws IllegalArgumentException if the array is shorter
     */
    public static byte[] of(byte[] bytes, int from, int count) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes, from, count);
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
