package org.voxelpopuli.protocol.json;

import org.voxelpopuli.protocol.BadMessage;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.world.BlockType;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.Position;

/** Numbers of a message as the values that they stand for. */
final class Numbers {
    private Numbers() {}

    /** An integer within a range; {@code 1.0} is one. */
    static int integer(double number, String name, int least, int most) throws BadMessage {
        if (!(number >= least && number <= most && number == Math.rint(number))) {
            throw new BadMessage(
                    Rejection.OUT_OF_RANGE,
                    name + " is " + number + ", allowed is an integer in " + least + ".." + most);
        }
        return (int) number;
    }

    static int blockType(double number) throws BadMessage {
        return integer(number, "block type", 0, BlockType.MAX_ID);
    }

    static double minutesOfDay(double number) throws BadMessage {
        if (!(number >= 0 && number < 1440)) {
            throw new BadMessage(Rejection.OUT_OF_RANGE, "minutes are " + number + ", allowed is [0,1440)");
        }
        return number;
    }

    static Position position(double x, double y, double z, double yaw) throws BadMessage {
        try {
            return new Position(x, y, z, yaw);
        } catch (IllegalArgumentException e) {
            // Names the component, its value and what is allowed; nothing of the stranger's text.
            throw new BadMessage(Rejection.OUT_OF_RANGE, String.valueOf(e.getMessage()));
        }
    }

    /** Three numbers, or two for {@code [x,z]} at y = 0 (SPEC V8.3). */
    static ChunkPos chunk(double[] numbers) throws BadMessage {
        if (numbers.length != 2 && numbers.length != 3) {
            throw JsonBytes.wrongShape("a chunk has " + numbers.length + " coordinates, allowed are [x,y,z] or [x,z]");
        }
        boolean flat = numbers.length == 2;
        return new ChunkPos(
                component("chunk x", numbers[0]),
                flat ? 0 : component("chunk y", numbers[1]),
                component("chunk z", numbers[flat ? 1 : 2]));
    }

    private static int component(String name, double number) throws BadMessage {
        return integer(number, name, ChunkPos.MIN, ChunkPos.MAX);
    }
}
