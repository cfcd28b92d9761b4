package org.voxelpopuli.tools.bot;

import java.util.random.RandomGenerator;

/** Stands, and looks somewhere else now and then. */
final class IdleBehaviour implements Behaviour {
    private final RandomGenerator random;
    private int steps;
    private double wanted;

    IdleBehaviour(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public Action next(Surroundings seen) {
        if (steps-- == 0) {
            steps = random.nextInt(2 * STEPS_PER_SECOND, 9 * STEPS_PER_SECOND);
            wanted = random.nextDouble(360);
        }
        return new Action.Stand(Heading.turned(seen.position().yaw(), wanted));
    }

    @Override
    public String doing() {
        return "stands and looks around";
    }
}
