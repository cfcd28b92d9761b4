package org.voxelpopuli.tools.bot;

/** Directions of view in degrees: 0 looks south (rising z), 90 west, 180 north, 270 east. */
final class Heading {
    /** How far a person turns in a step, in degrees. */
    private static final double TURN = 30;

    private Heading() {}

    /** The direction of a vector, in [0, 360). */
    static double of(double dx, double dz) {
        return normal(Math.toDegrees(Math.atan2(-dx, dz)));
    }

    /** The x component of a vector of length 1. */
    static double dx(double yaw) {
        return -Math.sin(Math.toRadians(yaw));
    }

    /** The z component of a vector of length 1. */
    static double dz(double yaw) {
        return Math.cos(Math.toRadians(yaw));
    }

    /** The direction after a step of turning to another one, the shorter way round. */
    static double turned(double from, double to) {
        double angle = Math.IEEEremainder(to - from, 360);
        return normal(from + Math.max(-TURN, Math.min(TURN, angle)));
    }

    static double normal(double yaw) {
        double positive = yaw % 360;
        return positive < 0 ? positive + 360 : positive;
    }
}
