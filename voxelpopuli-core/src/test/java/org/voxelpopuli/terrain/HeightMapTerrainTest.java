package org.voxelpopuli.terrain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.BlockType;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.Position;

@DisplayName("V10.1 terrain")
final class HeightMapTerrainTest {
    private static final List<ChunkPos> POSITIONS = List.of(
            new ChunkPos(0, 0, 0),
            new ChunkPos(-1, 0, -1),
            new ChunkPos(1_000, 0, -77),
            new ChunkPos(ChunkPos.MAX, 0, ChunkPos.MIN));

    private final HeightMapTerrain terrain = new HeightMapTerrain(0);

    /** Every node of a world must make this terrain: whoever changes these numbers changes version() too. */
    @Test
    void isPinnedForSeed0() {
        assertThat(terrain.version()).isEqualTo(1);
        assertThat(IntStream.range(0, 32).map(x -> terrain.height(x, 0)))
                .containsExactly(
                        16, 16, 15, 15, 14, 13, 13, 12, 11, 11, 11, 10, 10, 10, 10, 10, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
                        9, 9, 10, 10, 11);
        assertThat(hashes(terrain, new ChunkPos(0, 0, 0), new ChunkPos(-1, 0, -1)))
                .containsExactly(-694324460, 748882235);
        assertThat(hashes(terrain, new ChunkPos(ChunkPos.MAX, 0, ChunkPos.MIN))).containsExactly(297868843);
    }

    @Test
    void isPinnedForANegativeSeed() {
        HeightMapTerrain other = new HeightMapTerrain(-42);
        assertThat(hashes(other, new ChunkPos(0, 0, 0), new ChunkPos(-1, 0, -1)))
                .containsExactly(900427488, -804145996);
        assertThat(hashes(other, new ChunkPos(ChunkPos.MAX, 0, ChunkPos.MIN))).containsExactly(962210498);
    }

    private static IntStream hashes(HeightMapTerrain terrain, ChunkPos... positions) {
        return Arrays.stream(positions)
                .mapToInt(position -> Arrays.hashCode(terrain.generate(position).blocks()));
    }

    @Test
    void isGrassOverThreeOfDirtOverStoneAndTheSurfaceIsWithin4To28() {
        for (ChunkPos position : POSITIONS) {
            Chunk chunk = terrain.generate(position);
            for (int x = 0; x < 32; x++) {
                for (int z = 0; z < 32; z++) {
                    BlockPos column = position.block(x, 0, z);
                    int height = terrain.height(column.x(), column.z());
                    assertThat(height).isBetween(4, 28);
                    for (int y = 0; y < 32; y++) {
                        BlockType expected = y > height
                                ? BlockType.AIR
                                : y == height ? BlockType.GRASS : y >= height - 3 ? BlockType.DIRT : BlockType.STONE;
                        assertThat(chunk.get(BlockPos.voxel(x, y, z)))
                                .as("%s of chunk %s", new BlockPos(x, y, z), position)
                                .isEqualTo(expected.id());
                    }
                }
            }
        }
    }

    @Test
    void isAllStoneBelowAndAllAirAbove() {
        for (int block : terrain.generate(new ChunkPos(3, -1, 5)).blocks()) {
            assertThat(block).isEqualTo(BlockType.STONE.id());
        }
        for (int block : terrain.generate(new ChunkPos(3, 1, 5)).blocks()) {
            assertThat(block).isEqualTo(BlockType.AIR.id());
        }
    }

    @Test
    void leavesTheSpawnInAir() {
        assertThat(terrain.generate(Position.SPAWN.chunk()).get(0)).isEqualTo(BlockType.AIR.id());
    }

    @Test
    void hasNoCliffBetweenNeighboursAlsoAcrossChunks() {
        for (int x = -300; x < 300; x++) {
            for (int z = -300; z < 300; z++) {
                int height = terrain.height(x, z);
                assertThat(Math.abs(height - terrain.height(x + 1, z))).isLessThanOrEqualTo(3);
                assertThat(Math.abs(height - terrain.height(x, z + 1))).isLessThanOrEqualTo(3);
            }
        }
    }

    @Test
    void reachesHighAndLowAndDiffersBySeed() {
        IntStream heights = IntStream.range(0, 10_000).map(i -> terrain.height(i % 100 * 31, i / 100 * 31));
        assertThat(heights.summaryStatistics())
                .matches(s -> s.getMin() == 4 && s.getMax() == 28)
                .matches(s -> Math.abs(s.getAverage() - 16) < 1);
        HeightMapTerrain neighbour = new HeightMapTerrain(1);
        long equal = IntStream.range(0, 10_000)
                .filter(i -> terrain.height(i, 2 * i) == neighbour.height(i, 2 * i))
                .count();
        assertThat(equal).isLessThan(1_500);
    }

    @Test
    void isTheSameFromManyThreads() {
        List<Integer> alone = POSITIONS.stream()
                .map(p -> Arrays.hashCode(terrain.generate(p).blocks()))
                .toList();
        List<Integer> together = IntStream.range(0, 400)
                .parallel()
                .mapToObj(i -> terrain.generate(POSITIONS.get(i % POSITIONS.size())))
                .map(chunk -> Arrays.hashCode(chunk.blocks()))
                .toList();
        for (int i = 0; i < together.size(); i++) {
            assertThat(together.get(i)).isEqualTo(alone.get(i % alone.size()));
        }
    }
}
