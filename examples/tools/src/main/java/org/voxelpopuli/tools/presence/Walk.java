package org.voxelpopuli.tools.presence;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.voxelpopuli.presence.Point;

/** Goes straight to a place, each time with a speed of its own, and then to the next: random waypoint (Johnson and Maltz, "Dynamic source routing in ad hoc wireless networks", 1996). */
final class Walk {
    private final RandomGenerator random;
    private final double slowest;
    private final double fastest;
    private final Supplier<Point> places;
    private Point at;
    private Point to;
    private double stride;
    private boolean begun;

    /**
     * A walk that has not begun.
     *
     * @param slowest speed in units per second
     * @param fastest speed
     * @param places where it goes
     */
    Walk(RandomGenerator random, double slowest, double fastest, Point from, Supplier<Point> places) {
        this.random = random;
        this.slowest = slowest;
        this.fastest = fastest;
        this.places = places;
        at = from;
        to = from;
    }

    /** Where it begins, and then its next step. */
    Point next() {
        if (!begun) {
            begun = true;
            return at;
        }
        double distance = at.distance(to);
        if (distance <= stride) {
            at = to;
            to = places.get();
            stride = random.nextDouble(slowest, fastest) / Trace.STEPS_PER_SECOND;
            return at;
        }
        double part = stride / distance;
        at = new Point(
                at.x() + part * (to.x() - at.x()),
                at.y() + part * (to.y() - at.y()),
                at.z() + part * (to.z() - at.z()));
        return at;
    }

    Point at() {
        return at;
    }
}
