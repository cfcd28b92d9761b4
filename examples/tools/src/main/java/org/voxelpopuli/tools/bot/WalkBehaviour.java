package org.voxelpopuli.tools.bot;

import java.util.random.RandomGenerator;
import org.voxelpopuli.world.Position;

/**
 * Wanders: a stretch in about the same direction as the last, then often a pause with a look around. The places are planned from where
 * the bot began, so an obstacle on the way to one does not move the others.
 */
final class WalkBehaviour implements Behaviour {
    private static final double SPREAD_OF_TURNS = 45;

    private final RandomGenerator random;
    private final Walker walker = new Walker();
    private boolean begun;
    private double planX;
    private double planZ;
    private double heading;
    private int pause;
    private double glance;

    WalkBehaviour(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public Action next(Surroundings seen) {
        Position here = seen.position();
        if (!begun) {
            begun = true;
            planX = here.x();
            planZ = here.z();
            heading = random.nextDouble(360);
            planStretch();
        }
        if (!walker.isDone()) {
            return walker.next(seen);
        }
        if (pause-- > 0) {
            return new Action.Stand(Heading.turned(here.yaw(), glance));
        }
        planStretch();
        return new Action.Stand(here.yaw());
    }

    /** Draws the same number of times for each stretch. */
    private void planStretch() {
        heading = Heading.normal(heading + random.nextGaussian() * SPREAD_OF_TURNS);
        double length = random.nextDouble(12, 50);
        boolean stops = random.nextDouble() < 0.6;
        int steps = random.nextInt(STEPS_PER_SECOND, 4 * STEPS_PER_SECOND);
        glance = random.nextDouble(360);
        pause = stops ? steps : 0;
        planX += length * Heading.dx(heading);
        planZ += length * Heading.dz(heading);
        walker.goTo(planX, planZ);
    }

    @Override
    public String doing() {
        return walker.isDone() ? "looks around" : "walks towards " + Math.round(planX) + "," + Math.round(planZ);
    }
}
