package org.voxelpopuli.tools.bot;

import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Position;

/** What a bot does in one step, a tenth of a second. */
sealed interface Action {
    /**
     * Stays where it is and looks somewhere.
     *
     * @param yaw the direction of view
     */
    record Stand(double yaw) implements Action {}

    /**
     * Is at another place at the end of the step.
     *
     * @param to where
     */
    record Go(Position to) implements Action {}

    /**
     * Sets a block and looks at it.
     *
     * @param at where
     * @param type of the block
     * @param yaw the direction of view
     */
    record Place(BlockPos at, int type, double yaw) implements Action {}
}
