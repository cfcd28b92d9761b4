package org.voxelpopuli.tools.bot;

import java.util.random.RandomGenerator;
import org.voxelpopuli.world.Position;

/** Jumps to far places and stays a few seconds: what loads and unloads the most chunks. */
final class TeleportBehaviour implements Behaviour {
    /** The farthest place, in blocks from the middle of the world. */
    static final int FARTHEST = 2_000;

    private final RandomGenerator random;
    private int steps;

    TeleportBehaviour(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public Action next(Surroundings seen) {
        if (steps-- > 0) {
            return new Action.Stand(
                    Heading.turned(seen.position().yaw(), seen.position().yaw() + 9));
        }
        steps = random.nextInt(3 * STEPS_PER_SECOND, 7 * STEPS_PER_SECOND);
        double x = random.nextInt(-FARTHEST, FARTHEST) + 0.5;
        double z = random.nextInt(-FARTHEST, FARTHEST) + 0.5;
        // Above all hills: the bot falls as soon as it sees the ground.
        return new Action.Go(new Position(x, Position.SPAWN.y(), z, random.nextDouble(360)));
    }

    @Override
    public String doing() {
        return "jumps about";
    }
}
