package org.voxelpopuli.kademlia.rpc;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that prove that who sends them receives at his address, without anything being kept for anybody (as BEP 5's): the first 8 bytes of an HMAC-SHA-256 of the
 * address, under a secret that changes every 5 minutes. A token is good for 5 to 10 minutes. Not thread-safe.
 */
final class AddressTokens {
    private static final long ROTATE_NANOS = Duration.ofMinutes(5).toNanos();
    private static final String ALGORITHM = "HmacSHA256";

    private final RandomGenerator random;
    private @Nullable Mac current;
    private @Nullable Mac previous;
    private long rotatedAt;

    AddressTokens(RandomGenerator random) {
        this.random = random;
    }

    /** The token of an address now. */
    long of(InetSocketAddress address, long now) {
        return token(rotated(now), address);
    }

    boolean isGood(long token, InetSocketAddress address, long now) {
        Mac newest = rotated(now);
        return token == token(newest, address) || (previous != null && token == token(previous, address));
    }

    private Mac rotated(long now) {
        Mac newest = current;
        if (newest == null || now - rotatedAt >= ROTATE_NANOS) {
            // After a long pause the last secret is too old to be believed once more.
            previous = newest != null && now - rotatedAt < 2 * ROTATE_NANOS ? newest : null;
            newest = newMac();
            current = newest;
            rotatedAt = now;
        }
        return newest;
    }

    private Mac newMac() {
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    private static long token(Mac mac, InetSocketAddress address) {
        mac.update(address.getAddress().getAddress());
        mac.update((byte) (address.getPort() >>> 8));
        return ByteBuffer.wrap(mac.doFinal(new byte[] {(byte) address.getPort()}))
                .getLong();
    }
}
