package org.voxelpopuli.tools.bot;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.voxelpopuli.world.BlockType;

/**
 * Something small to build.
 *
 * @param name for people, with its article
 * @param blocks in the order of building, bottom first
 */
record Structure(String name, List<Block> blocks) {
    /**
     * A block of a structure.
     *
     * @param dx east of the middle
     * @param up blocks above the ground of its column, 0 stands on it
     * @param dz south of the middle
     * @param type of the block
     */
    record Block(int dx, int up, int dz, int type) {}

    Structure {
        blocks = List.copyOf(blocks);
    }

    /** A wall, a tower or a stair. */
    static Structure plan(RandomGenerator random) {
        int kind = random.nextInt(3);
        int width = random.nextInt(4, 9);
        int height = random.nextInt(2, 4);
        int type = random.nextBoolean() ? BlockType.STONE.id() : BlockType.DIRT.id();
        boolean alongX = random.nextBoolean();
        return switch (kind) {
            case 0 -> wall(width, height, alongX, type);
            case 1 -> tower(height + 2, type);
            default -> stair(height + 2, alongX, type);
        };
    }

    static Structure wall(int width, int height, boolean alongX, int type) {
        List<Block> blocks = new ArrayList<>();
        for (int up = 0; up < height; up++) {
            for (int i = 0; i < width; i++) {
                int offset = i - width / 2;
                blocks.add(new Block(alongX ? offset : 0, up, alongX ? 0 : offset, type));
            }
        }
        return new Structure("a wall", blocks);
    }

    /** Three by three, hollow, with battlements of grass. */
    static Structure tower(int height, int type) {
        List<Block> blocks = new ArrayList<>();
        for (int up = 0; up < height; up++) {
            for (int dx = -1; dx <= 1; dx++) {
                for (int dz = -1; dz <= 1; dz++) {
                    boolean middle = dx == 0 && dz == 0;
                    boolean corner = dx != 0 && dz != 0;
                    boolean top = up == height - 1;
                    if (!middle && (!top || corner)) {
                        blocks.add(new Block(dx, up, dz, top ? BlockType.GRASS.id() : type));
                    }
                }
            }
        }
        return new Structure("a tower", blocks);
    }

    static Structure stair(int steps, boolean alongX, int type) {
        List<Block> blocks = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            for (int up = 0; up <= step; up++) {
                int offset = step - steps / 2;
                blocks.add(new Block(alongX ? offset : 0, up, alongX ? 0 : offset, type));
            }
        }
        return new Structure("a stair", blocks);
    }
}
