package org.voxelpopuli.presence;

/** A place in space, in the units of the game. Each coordinate is finite. */
public record Point(double x, double y, double z) {
    /** @throws IllegalArgumentException if a coordinate is not finite */
    public Point {
        if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
            throw new IllegalArgumentException("a place is " + x + "," + y + "," + z + ", allowed are finite numbers");
        }
    }

    /** The distance to another place. */
    public double distance(Point other) {
        return Math.sqrt(squaredDistance(other));
    }

    double squaredDistance(Point other) {
        double dx = x - other.x;
        double dy = y - other.y;
        double dz = z - other.z;
        return dx * dx + dy * dy + dz * dz;
    }
}
