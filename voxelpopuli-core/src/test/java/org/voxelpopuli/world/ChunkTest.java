package org.voxelpopuli.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A chunk")
final class ChunkTest {
    /** Seeds are fixed and part of the test's name, so that a failure repeats. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void behavesAsAPlainArrayUnderRandomWrites(long seed) {
        Random random = new Random(seed);
        int[] plain = new int[ChunkPos.VOLUME];
        Arrays.fill(plain, 1);
        Chunk chunk = Chunk.filled(1);
        Chunk older = chunk.copy();
        int[] olderPlain = plain.clone();
        int types = 1;
        for (int step = 0; step < 20_000; step++) {
            types = Math.min(70_000, types + (step % 100 == 0 ? types / 3 + 1 : 0));
            int block = random.nextInt(Math.min(types, BlockType.MAX_ID + 1));
            switch (random.nextInt(100)) {
                case 0 -> {
                    int[] box =
                            IntStream.range(0, 6).map(i -> random.nextInt(33)).toArray();
                    chunk.fill(box[0], box[1], box[2], box[3], box[4], box[5], block);
                    fill(plain, box, block);
                }
                case 1 -> {
                    int x = random.nextInt(32);
                    int y = random.nextInt(32);
                    int most = Math.min(types, BlockType.MAX_ID + 1);
                    int[] row = random.ints(32, 0, most).toArray();
                    chunk.setRow(x, y, row);
                    System.arraycopy(row, 0, plain, BlockPos.voxel(x, y, 0), 32);
                }
                case 2 -> {
                    assertThat(older.blocks()).isEqualTo(olderPlain);
                    older = chunk.copy();
                    olderPlain = plain.clone();
                    if (random.nextBoolean()) {
                        older.set(5, 3);
                        olderPlain[5] = 3;
                    }
                }
                default -> {
                    int voxel = random.nextInt(ChunkPos.VOLUME);
                    assertThat(chunk.set(voxel, block)).isEqualTo(plain[voxel]);
                    plain[voxel] = block;
                    assertThat(chunk.get(voxel)).isEqualTo(block);
                }
            }
        }
        assertThat(chunk.blocks()).isEqualTo(plain);
        assertThat(Chunk.of(plain).blocks()).isEqualTo(plain);
    }

    private static void fill(int[] plain, int[] box, int block) {
        for (int x = box[0]; x < box[1]; x++) {
            for (int y = box[2]; y < box[3]; y++) {
                for (int z = box[4]; z < box[5]; z++) {
                    plain[BlockPos.voxel(x, y, z)] = block;
                }
            }
        }
    }

    @ParameterizedTest(name = "{0} types")
    @ValueSource(ints = {1, 2, 3, 4, 5, 15, 16, 17, 18, 255, 256, 257, 4_096, 32_768})
    void holdsAnyNumberOfTypesAlternating(int types) {
        IntUnaryOperator block = voxel -> BlockType.MAX_ID - voxel % types;
        int[] blocks = IntStream.range(0, ChunkPos.VOLUME).map(block).toArray();
        Chunk one = Chunk.of(blocks);
        assertThat(one.blocks()).isEqualTo(blocks);
        Chunk other = Chunk.filled(0);
        for (int voxel = 0; voxel < blocks.length; voxel++) {
            assertThat(other.set(voxel, blocks[voxel])).isZero();
        }
        assertThat(other.blocks()).isEqualTo(blocks);
        for (int voxel = 0; voxel < blocks.length; voxel++) {
            assertThat(one.get(voxel)).isEqualTo(blocks[voxel]);
        }
    }

    @Test
    void copyIsIndependentBothWays() {
        Chunk chunk = Chunk.filled(1);
        chunk.set(7, 2);
        Chunk copy = chunk.copy();
        chunk.set(7, 3);
        copy.set(8, 4);
        assertThat(chunk.get(7)).isEqualTo(3);
        assertThat(chunk.get(8)).isEqualTo(1);
        assertThat(copy.get(7)).isEqualTo(2);
        assertThat(copy.get(8)).isEqualTo(4);
    }

    @Test
    void refusesWhatIsOutOfRange() {
        Chunk chunk = Chunk.filled(0);
        Chunk mixed = Chunk.filled(0);
        mixed.set(0, 1);
        for (Chunk each : new Chunk[] {chunk, mixed}) {
            assertThatThrownBy(() -> each.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> each.get(32_768)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> each.set(32_768, 1)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> each.set(0, -1))
                    .withMessageContaining("0..65535");
            assertThatIllegalArgumentException().isThrownBy(() -> each.set(0, 1_000_000_000));
            assertThatIllegalArgumentException().isThrownBy(() -> each.fill(0, 33, 0, 1, 0, 1, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> each.fill(-1, 3, 0, 1, 0, 1, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> each.setRow(32, 0, new int[32]));
            assertThatIllegalArgumentException().isThrownBy(() -> each.setRow(0, 0, new int[31]));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Chunk.of(new int[32_767]));
        assertThatIllegalArgumentException().isThrownBy(() -> Chunk.filled(65_536));
    }
}
