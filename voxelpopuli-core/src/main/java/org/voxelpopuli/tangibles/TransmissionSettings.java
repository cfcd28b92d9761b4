package org.voxelpopuli.tangibles;

import java.time.Duration;

/**
 * What a {@link DifferenceTransmitter} sends, and how often.
 *
 * @param visibilityRadius within which a player sees tangibles, and what they do; 0 or more
 * @param closeRadius within which their tables and classes are sent, too; 0..visibilityRadius
 * @param farLimit how many tangibles out of sight a client remembers before the farthest are forgotten; 0 or more
 * @param verifyEvery after how many transmissions of changes alone the next compares all, so that the client's model is verified; 0: always all, by
 *     the paper's passes alone, and no numbers are kept in between
 * @param resynchroniseEvery how long a client waits at least from one resynchronisation to the next; not negative
 * @param partBytes how long a message is at most; the rest comes in the next ones; 64 or more. A client may want shorter ones. Only a message of one
 *     instruction that is longer by itself is longer: one that has a key and a value has 400 000 bytes if both are the longest texts that there are
 */
public record TransmissionSettings(
        double visibilityRadius,
        double closeRadius,
        int farLimit,
        int verifyEvery,
        Duration resynchroniseEvery,
        int partBytes) {
    private static final TransmissionSettings DEFAULTS =
            new TransmissionSettings(64, 32, 1_024, 1_200, Duration.ofSeconds(1), 1 << 20);

    /** @throws IllegalArgumentException if a value is out of range */
    public TransmissionSettings {
        require(isRadius(visibilityRadius), "visibilityRadius", visibilityRadius, "0..2^40");
        require(
                closeRadius >= 0 && closeRadius <= visibilityRadius,
                "closeRadius",
                closeRadius,
                "0.." + visibilityRadius + ", the visibilityRadius");
        require(farLimit >= 0, "farLimit", farLimit, "0 or more");
        require(verifyEvery >= 0, "verifyEvery", verifyEvery, "0 or more");
        require(!resynchroniseEvery.isNegative(), "resynchroniseEvery", resynchroniseEvery, "0 or more");
        require(partBytes >= ReceiverLimits.LEAST_BYTES, "partBytes", partBytes, "64 or more");
    }

    /** Whether a radius is in the range of those that are allowed; not a number is not. */
    static boolean isRadius(double radius) {
        return radius >= 0 && radius <= AnimationStep.MAX_COORDINATE;
    }

    private static void require(boolean holds, String name, Object value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed is " + allowed);
        }
    }

    /** Sight of 64, tables within 32, 1 024 memories, all compared each 1 200th time, a second between resynchronisations, parts of 1 MiB. */
    public static TransmissionSettings defaults() {
        return DEFAULTS;
    }

    /** With other radii. */
    public TransmissionSettings withRadii(double visibility, double close) {
        return new TransmissionSettings(visibility, close, farLimit, verifyEvery, resynchroniseEvery, partBytes);
    }

    /** With another limit of what is remembered out of sight. */
    public TransmissionSettings withFarLimit(int tangibles) {
        return new TransmissionSettings(
                visibilityRadius, closeRadius, tangibles, verifyEvery, resynchroniseEvery, partBytes);
    }

    /** With another number of transmissions between two that compare all. */
    public TransmissionSettings withVerifyEvery(int transmissions) {
        return new TransmissionSettings(
                visibilityRadius, closeRadius, farLimit, transmissions, resynchroniseEvery, partBytes);
    }

    /** With another least time between resynchronisations. */
    public TransmissionSettings withResynchroniseEvery(Duration time) {
        return new TransmissionSettings(visibilityRadius, closeRadius, farLimit, verifyEvery, time, partBytes);
    }

    /** With messages that end at another length. */
    public TransmissionSettings withPartBytes(int bytes) {
        return new TransmissionSettings(
                visibilityRadius, closeRadius, farLimit, verifyEvery, resynchroniseEvery, bytes);
    }
}
