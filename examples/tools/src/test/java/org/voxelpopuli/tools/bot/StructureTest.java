package org.voxelpopuli.tools.bot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StructureTest {
    private record Cell(int dx, int up, int dz) {}

    @Test
    void isBuiltFromTheBottomAndNothingFloats() {
        for (long seed = 0; seed < 200; seed++) {
            Structure structure = Structure.plan(new SplittableRandom(seed));
            Set<Cell> built = new HashSet<>();
            for (Structure.Block block : structure.blocks()) {
                assertThat(block.up() == 0 || built.contains(new Cell(block.dx(), block.up() - 1, block.dz())))
                        .as("seed %s, %s, %s", seed, structure.name(), block)
                        .isTrue();
                assertThat(built.add(new Cell(block.dx(), block.up(), block.dz())))
                        .as("seed %s: once each", seed)
                        .isTrue();
            }
            assertThat(structure.blocks()).as("seed %s", seed).hasSizeBetween(6, 60);
        }
    }
}
