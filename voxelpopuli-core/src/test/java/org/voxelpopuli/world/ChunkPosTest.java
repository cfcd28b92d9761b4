package org.voxelpopuli.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("D8 coordinates")
final class ChunkPosTest {
    @Test
    void blockMinus1Is31OfChunkMinus1() {
        BlockPos block = new BlockPos(-1, 0, -1);
        assertThat(block.chunk()).isEqualTo(new ChunkPos(-1, 0, -1));
        assertThat(new int[] {block.localX(), block.localY(), block.localZ()}).containsExactly(31, 0, 31);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "31, 0",
        "32, 1",
        "-1, -1",
        "-32, -1",
        "-33, -2",
        "2147483647, 67108863",
        "-2147483648, -67108864"
    })
    void componentsAreFloored(int block, int chunk) {
        assertThat(new BlockPos(block, 0, 0).chunk()).isEqualTo(new ChunkPos(chunk, 0, 0));
        assertThat(new BlockPos(0, block, 0).chunk()).isEqualTo(new ChunkPos(0, chunk, 0));
        assertThat(new BlockPos(0, 0, block).chunk()).isEqualTo(new ChunkPos(0, 0, chunk));
        assertThat(ChunkPos.containing(block, block, block)).isEqualTo(new ChunkPos(chunk, chunk, chunk));
    }

    @Test
    void aBlockIsFoundAgainFromItsChunkAndIndex() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            BlockPos block = new BlockPos(random.nextInt(), random.nextInt(), random.nextInt());
            assertThat(BlockPos.ofVoxel(block.chunk(), block.voxel())).isEqualTo(block);
            assertThat(block.chunk().block(block.localX(), block.localY(), block.localZ()))
                    .isEqualTo(block);
        }
    }

    @Test
    @DisplayName("V6.4 index = (x * 32 + y) * 32 + z")
    void indexOfAVoxel() {
        assertThat(BlockPos.voxel(0, 0, 0)).isZero();
        assertThat(BlockPos.voxel(0, 0, 1)).isEqualTo(1);
        assertThat(BlockPos.voxel(0, 1, 0)).isEqualTo(32);
        assertThat(BlockPos.voxel(1, 0, 0)).isEqualTo(1_024);
        assertThat(BlockPos.voxel(31, 31, 31)).isEqualTo(32_767);
    }

    @Test
    void theOutermostChunkHasNeighboursOnOneSideOnly() {
        ChunkPos outermost = new ChunkPos(ChunkPos.MAX, ChunkPos.MIN, 0);
        assertThat(outermost.offset(-1, 1, 1)).isEqualTo(new ChunkPos(ChunkPos.MAX - 1, ChunkPos.MIN + 1, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> outermost.offset(1, 0, 0))
                .withMessage("chunk x is 67108864, allowed is -67108864..67108863");
        assertThatIllegalArgumentException().isThrownBy(() -> outermost.offset(0, -1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> outermost.offset(0, 0, Integer.MIN_VALUE));
        assertThatIllegalArgumentException().isThrownBy(() -> outermost.offset(Integer.MAX_VALUE, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {67_108_864, -67_108_865, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void whatIsOutsideTheWorldIsRefused(int component) {
        assertThatIllegalArgumentException().isThrownBy(() -> new ChunkPos(component, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new ChunkPos(0, component, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new ChunkPos(0, 0, component));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 32, Integer.MIN_VALUE})
    void aLocalPositionIsWithin0To31(int local) {
        ChunkPos chunk = new ChunkPos(0, 0, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> chunk.block(local, 0, 0))
                .withMessageContaining("0..31");
        assertThatIllegalArgumentException().isThrownBy(() -> chunk.block(0, local, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> chunk.block(0, 0, local));
    }

    @Test
    @DisplayName("V1.2 the text of a chunk is x,y,z in decimal")
    void text() {
        assertThat(new ChunkPos(0, 0, 0)).hasToString("0,0,0");
        assertThat(new ChunkPos(-12, 3, ChunkPos.MIN)).hasToString("-12,3,-67108864");
        assertThat(ChunkPos.parse("-12,3,-67108864")).isEqualTo(new ChunkPos(-12, 3, ChunkPos.MIN));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "1,2",
                "1,2,3,4",
                "1,2,",
                ",,",
                "a,b,c",
                "1.5,2,3",
                "1,2,99999999999",
                "67108864,0,0",
                "../../etc"
            })
    void anotherTextIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ChunkPos.parse(text));
    }
}
