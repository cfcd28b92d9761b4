package org.voxelpopuli.presence.ndn;

import java.time.Duration;

/**
 * The bounds of a forwarder.
 *
 * @param contentStoreBytes of Data that is kept, 0 or more
 * @param maxPendingPerFace Interests of one face that wait at the same time, 1 or more; further ones are dropped. One of more than 255 bytes counts as several
 * @param maxPrefixesPerFace that one face may register, 1 or more
 * @param maxLifetime the longest that an Interest waits, whatever it says; more than zero
 * @param verifier of Data before it is used or kept
 */
public record ForwarderSettings(
        long contentStoreBytes,
        int maxPendingPerFace,
        int maxPrefixesPerFace,
        Duration maxLifetime,
        DataVerifier verifier) {

    /** @throws IllegalArgumentException that names what is out of range */
    public ForwarderSettings {
        requireAtLeast("content store", contentStoreBytes, 0);
        requireAtLeast("Interests waiting per face", maxPendingPerFace, 1);
        requireAtLeast("prefixes per face", maxPrefixesPerFace, 1);
        if (maxLifetime.isNegative() || maxLifetime.isZero()) {
            throw new IllegalArgumentException("longest lifetime is " + maxLifetime + ", allowed is more than zero");
        }
    }

    private static void requireAtLeast(String what, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(what + " is " + value + ", allowed is " + least + " or more");
        }
    }

    /** 16 MiB of Data, 4 096 waiting Interests and prefixes of a face, a minute. */
    public static ForwarderSettings defaults(DataVerifier verifier) {
        return new ForwarderSettings(16L << 20, 4_096, 4_096, Duration.ofMinutes(1), verifier);
    }

    /** These with another bound of the content store. */
    public ForwarderSettings withContentStoreBytes(long bytes) {
        return new ForwarderSettings(bytes, maxPendingPerFace, maxPrefixesPerFace, maxLifetime, verifier);
    }
}
