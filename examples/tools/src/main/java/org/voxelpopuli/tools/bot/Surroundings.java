package org.voxelpopuli.tools.bot;

import java.util.OptionalInt;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Position;

/** What a bot sees. */
interface Surroundings {
    /** How far down a bot looks for ground. */
    int DEEPEST = 64;

    /** Where the bot stands: the y of its feet. */
    Position position();

    /** The block type at a place, empty if it is not known yet. */
    OptionalInt block(BlockPos at);

    /**
     * The y of the uppermost block of a column that the bot could stand on, seen from its own height: it looks from two blocks above its
     * feet downwards.
     *
     * @return empty if a block on the way is not known yet, or there is no ground
     */
    default OptionalInt ground(double x, double z) {
        int top = (int) Math.floor(position().y()) + 2;
        for (int y = top; y > top - DEEPEST; y--) {
            OptionalInt block = block(new BlockPos((int) Math.floor(x), y, (int) Math.floor(z)));
            if (block.isEmpty()) {
                return OptionalInt.empty();
            }
            if (block.getAsInt() != 0) {
                return OptionalInt.of(y);
            }
        }
        return OptionalInt.empty();
    }
}
