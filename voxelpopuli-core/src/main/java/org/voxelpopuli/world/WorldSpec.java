package org.voxelpopuli.world;

import java.time.Duration;

/**
 * What makes two nodes part of one world: all must agree on it.
 *
 * @param name of the world, 1 to 64 characters
 * @param seed of the terrain
 * @param dayLength a day of the world in real time, 1 minute to 24 hours
 */
public record WorldSpec(String name, long seed, Duration dayLength) {
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
}
