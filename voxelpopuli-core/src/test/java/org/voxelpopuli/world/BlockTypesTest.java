package org.voxelpopuli.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("V6.1 block types")
final class BlockTypesTest {
    @Test
    void areAirStoneGrassAndDirt() {
        assertThat(BlockTypes.standard().all())
                .containsExactly(BlockType.AIR, BlockType.STONE, BlockType.GRASS, BlockType.DIRT);
        assertThat(BlockTypes.standard().all()).extracting(BlockType::id).containsExactly(0, 1, 2, 3);
        assertThat(BlockTypes.standard().all()).extracting(BlockType::solid).containsExactly(false, true, true, true);
    }

    @Test
    void mayBeAddedByAGameWithoutChangingTheOthers() {
        BlockType glass = new BlockType(65_535, "glass", true);
        BlockTypes types = BlockTypes.standard().with(glass);
        assertThat(types.byId(65_535)).hasValue(glass);
        assertThat(types.contains(4)).isFalse();
        assertThat(types.byId(-1)).isEmpty();
        assertThat(BlockTypes.standard().contains(65_535)).isFalse();
    }

    @Test
    void haveIdsOfTheirOwn() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BlockTypes.standard().with(new BlockType(3, "sand", true)))
                .withMessageContaining("id 3 is taken by 'dirt'");
    }

    @Test
    void areChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BlockType(65_536, "x", true))
                .withMessageContaining("0..65535");
        assertThatIllegalArgumentException().isThrownBy(() -> new BlockType(-1, "x", true));
        assertThatIllegalArgumentException().isThrownBy(() -> new BlockType(4, " ", true));
    }
}
