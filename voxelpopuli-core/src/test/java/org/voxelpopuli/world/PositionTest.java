package org.voxelpopuli.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A position")
final class PositionTest {
    @Test
    void belongsToTheChunkBelowItsCoordinates() {
        assertThat(new Position(31.999, 0, -0.001).chunk()).isEqualTo(new ChunkPos(0, 0, -1));
        assertThat(new Position(32.0, 33, -0.0).chunk()).isEqualTo(new ChunkPos(1, 1, 0));
    }

    @Test
    void mayBeAnywhereInTheWorld() {
        assertThat(new Position(2_147_483_647.9, -2_147_483_648.0, 0).chunk())
                .isEqualTo(new ChunkPos(ChunkPos.MAX, ChunkPos.MIN, 0));
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                1e308,
                -1e308,
                2_147_483_648.0,
                -2_147_483_648.1
            })
    void isRefusedOutsideIt(double component) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Position(component, 0, 0))
                .withMessageContaining("-2147483648..2147483647");
        assertThatIllegalArgumentException().isThrownBy(() -> new Position(0, component, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Position(0, 0, component));
    }

    @Test
    void hasAFiniteYaw() {
        assertThat(new Position(1, 2, 3).yaw()).isZero();
        assertThat(new Position(1, 2, 3, -720.5).yaw()).isEqualTo(-720.5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Position(0, 0, 0, Double.NaN))
                .withMessageContaining("yaw");
        assertThatIllegalArgumentException().isThrownBy(() -> new Position(0, 0, 0, Double.NEGATIVE_INFINITY));
    }

    @Test
    @DisplayName("V8.1 who was never seen begins at 0,32,0")
    void spawn() {
        assertThat(Position.SPAWN).isEqualTo(new Position(0, 32, 0, 0));
    }
}
