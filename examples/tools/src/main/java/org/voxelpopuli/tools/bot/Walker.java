package org.voxelpopuli.tools.bot;

import java.util.OptionalInt;
import org.voxelpopuli.world.Position;

/** Walks along the ground to a place: turns to it, goes on at a person's speed, steps up a block, goes around what is higher, and
 * gives up when that takes too long. */
final class Walker {
    /** Of a person in a hurry, in blocks per second. */
    static final double SPEED = 4.3;

    private static final double STRIDE = SPEED / Behaviour.STEPS_PER_SECOND;
    private static final int MOST_STEPS_WITHOUT_GROUND = 30 * Behaviour.STEPS_PER_SECOND;

    /** What to try where the straight way is barred, in degrees. */
    private static final double[] DETOURS = {0, 40, -40, 80, -80};

    private double targetX;
    private double targetZ;
    private int stepsWithoutGround;
    private int stepsLeft = -1;
    private boolean done = true;

    /** Begins to walk to a place. */
    void goTo(double x, double z) {
        targetX = x;
        targetZ = z;
        stepsWithoutGround = 0;
        stepsLeft = -1;
        done = false;
    }

    /** Whether it has arrived, or cannot get nearer. */
    boolean isDone() {
        return done;
    }

    /** The next step of the way. */
    Action next(Surroundings seen) {
        Position here = seen.position();
        double dx = targetX - here.x();
        double dz = targetZ - here.z();
        double distance = Math.hypot(dx, dz);
        if (distance < 1e-6) {
            done = true;
            return new Action.Stand(here.yaw());
        }
        if (stepsLeft < 0) {
            stepsLeft = 30 + (int) (2 * distance / STRIDE);
        }
        double wanted = Heading.of(dx, dz);
        double yaw = Heading.turned(here.yaw(), wanted);
        if (Math.abs(Math.IEEEremainder(wanted - yaw, 360)) > 60) {
            return new Action.Stand(yaw);
        }
        double part = Math.min(1, STRIDE / distance);
        if (--stepsLeft < 0) {
            done = true;
            return new Action.Stand(yaw);
        }
        for (double detour : DETOURS) {
            double angle = Math.toRadians(detour);
            double x = here.x() + part * (dx * Math.cos(angle) - dz * Math.sin(angle));
            double z = here.z() + part * (dx * Math.sin(angle) + dz * Math.cos(angle));
            OptionalInt ground = seen.ground(x, z);
            if (ground.isEmpty()) {
                // The chunk is not here yet: a person would wait too, but not for ever.
                stepsLeft++;
                done = ++stepsWithoutGround > MOST_STEPS_WITHOUT_GROUND;
                return new Action.Stand(yaw);
            }
            double feet = ground.getAsInt() + 1.0;
            if (feet <= Math.floor(here.y()) + 1) {
                done = part == 1 && detour == 0;
                return new Action.Go(new Position(x, feet, z, yaw));
            }
        }
        done = true;
        return new Action.Stand(yaw);
    }
}
