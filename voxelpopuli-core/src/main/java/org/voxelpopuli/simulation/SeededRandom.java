package org.voxelpopuli.simulation;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Repeatable randomness for simulations and property tests: the same seed and name give the same numbers on every machine. */
public final class SeededRandom {
    private SeededRandom() {}

    /**
     * An independent generator for each name. Not thread-safe.
     *
     * @param seed of the whole test
     * @param name what the numbers are for
     */
    public static RandomGenerator of(long seed, String name) {
        long mixed = seed;
        for (int i = 0; i < name.length(); i++) {
            mixed = (mixed ^ name.charAt(i)) * 0x9E37_79B9_7F4A_7C15L;
            mixed ^= mixed >>> 29;
        }
        // SplittableRandom's algorithm (Steele, Lea and Flood, 2014) is the same in every JDK.
        return new SplittableRandom(mixed);
    }

    /**
     * Runs a property test once for each seed from 1 to the given number; with the system property {@code voxelpopuli.seed}, for
     * that seed alone.
     *
     * @throws AssertionError that names the first seed which failed
     */
    public static void forEachSeed(int seeds, Property property) {
        Long only = Long.getLong("voxelpopuli.seed");
        long first = only == null ? 1 : only;
        long last = only == null ? seeds : only;
        for (long seed = first; seed <= last; seed++) {
            try {
                property.check(seed, of(seed, "property"));
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        "Failed with seed " + seed + "; repeat it with -Dvoxelpopuli.seed=" + seed + ": " + e, e);
            }
        }
    }

    /** What must hold for every seed. */
    @FunctionalInterface
    public interface Property {
        /**
         * Draws a case and checks it.
         *
         * @throws Exception if it does not hold
         */
        void check(long seed, RandomGenerator random) throws Exception;
    }
}
