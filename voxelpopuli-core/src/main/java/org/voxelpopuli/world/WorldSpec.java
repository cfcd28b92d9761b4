package org.voxelpopuli.world;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;

/**
 * What makes two nodes part of one world: all must agree on it.
 *
 * @param name of the world, 1 to 64 characters
 * @param seed of the terrain
 * @param dayLength a day of the world in real time, 1 minute to 24 hours
 */
public record WorldSpec(String name, long seed, Duration dayLength) {
    private static final int IDENTITY_BYTES = 20;

    /** The default: {@code voxelpopuli}, seed 0, days of 20 minutes. */
    public static final WorldSpec DEFAULT = new WorldSpec("voxelpopuli", 0, Duration.ofMinutes(20));

    /** @throws IllegalArgumentException if a component is out of its range */
    public WorldSpec {
        if (name.isBlank() || name.length() > 64) {
            throw new IllegalArgumentException("world name '" + name + "', allowed are 1 to 64 characters");
        }
        if (dayLength.compareTo(Duration.ofMinutes(1)) < 0 || dayLength.compareTo(Duration.ofHours(24)) > 0) {
            throw new IllegalArgumentException("day length is " + dayLength + ", allowed is 1m..24h");
        }
    }

    /** The time of day in minutes from midnight, in [0, 1440), the same for all nodes whose wall clocks agree (D7). */
    public double minutesOfDay(long wallMillis) {
        long day = dayLength.toMillis();
        return Math.floorMod(wallMillis, day) * 1440.0 / day;
    }

    /**
     * What all who meet in this world must agree on (DESIGN D13): name, terrain seed, and the generator that makes the terrain.
     *
     * @param generator its stable name
     * @param version of its output
     * @return 40 hex digits: the first half of the SHA-256 of the lines name, seed, generator, version
     */
    public String identity(String generator, int version) {
        String all = String.join("\n", name, Long.toString(seed), generator, Integer.toString(version));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, IDENTITY_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
