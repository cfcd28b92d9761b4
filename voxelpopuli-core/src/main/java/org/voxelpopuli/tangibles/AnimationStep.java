package org.voxelpopuli.tangibles;

/**
 * One step of an animation: within so many ticks the tangible comes to this place, doing this. Places are multiples of 1/256, so that a step is a
 * few bytes on the wire and equal everywhere.
 *
 * @param action what it does, for the eye: {@code walk}; at most 64 characters
 * @param x east, rounded to 1/256; between -2^40 and 2^40
 * @param y up, likewise
 * @param z south, likewise
 * @param ticks how long it takes, 0..65535; 0 is at once
 */
public record AnimationStep(String action, double x, double y, double z, int ticks) {
    /** The parts of a unit that places are told from each other in. */
    public static final int GRID = 256;

    static final int MAX_ACTION = 64;
    static final int MAX_TICKS = 65_535;
    static final double MAX_COORDINATE = 0x1p40;

    /** @throws IllegalArgumentException if a component is out of range */
    public AnimationStep {
        if (new Value.Text(action).text().length() > MAX_ACTION) {
            throw new IllegalArgumentException(
                    "an action has " + action.length() + " characters, allowed are " + MAX_ACTION);
        }
        x = onGrid(x);
        y = onGrid(y);
        z = onGrid(z);
        if (ticks < 0 || ticks > MAX_TICKS) {
            throw new IllegalArgumentException("a step takes " + ticks + " ticks, allowed is 0.." + MAX_TICKS);
        }
    }

    /** Standing at a place. */
    public static AnimationStep at(double x, double y, double z) {
        return new AnimationStep("", x, y, z, 0);
    }

    private static double onGrid(double coordinate) {
        if (!(Math.abs(coordinate) <= MAX_COORDINATE)) {
            throw new IllegalArgumentException("a coordinate is " + coordinate + ", allowed is -2^40..2^40");
        }
        // The sum makes one zero of the two.
        return Math.rint(coordinate * GRID) / GRID + 0.0;
    }

    double squaredDistance(AnimationStep other) {
        double dx = x - other.x;
        double dy = y - other.y;
        double dz = z - other.z;
        return dx * dx + dy * dy + dz * dz;
    }
}
