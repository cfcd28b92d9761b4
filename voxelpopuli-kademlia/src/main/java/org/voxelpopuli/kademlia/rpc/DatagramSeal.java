package org.voxelpopuli.kademlia.rpc;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a network to those who know its secret: behind each datagram stand the first {@value #BYTES} bytes of its HMAC-SHA-256 under the secret. Hides nothing. Not
 * thread-safe.
 */
final class DatagramSeal {
    /** So much longer is a datagram. */
    static final int BYTES = 16;

    private static final String ALGORITHM = "HmacSHA256";

    private final Mac mac;

    DatagramSeal(String secret) {
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** A datagram with its seal. */
    byte[] seal(byte[] datagram) {
        byte[] sealed = Arrays.copyOf(datagram, datagram.length + BYTES);
        System.arraycopy(mac.doFinal(datagram), 0, sealed, datagram.length, BYTES);
        return sealed;
    }

    /** The datagram without its seal; null if this is not the right one. */
    byte @Nullable [] open(byte[] sealed) {
        int length = sealed.length - BYTES;
        if (length < 0) {
            return null;
        }
        mac.update(sealed, 0, length);
        byte[] right = Arrays.copyOf(mac.doFinal(), BYTES);
        return MessageDigest.isEqual(right, Arrays.copyOfRange(sealed, length, sealed.length))
                ? Arrays.copyOf(sealed, length)
                : null;
    }
}
