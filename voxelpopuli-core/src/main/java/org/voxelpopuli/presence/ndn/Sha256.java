package org.voxelpopuli.presence.ndn;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of a part of an array. */
final class Sha256 {
    private Sha256() {}

    static byte[] of(byte[] bytes, int from, int count) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes, from, count);
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
