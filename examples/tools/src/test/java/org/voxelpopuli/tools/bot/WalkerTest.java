package org.voxelpopuli.tools.bot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.world.Position;

class WalkerTest {
    private static Position walkEast(IntBinaryOperator height) {
        ImaginedGround ground = new ImaginedGround(height);
        Walker walker = new Walker();
        walker.goTo(10.5, 0.5);
        Behaviour walk = new Behaviour() {
            @Override
            public Action next(Surroundings seen) {
                return walker.next(seen);
            }

            @Override
            public String doing() {
                return "walks east";
            }
        };
        for (int i = 0; i < 200 && !walker.isDone(); i++) {
            ground.live(walk, 1);
        }
        assertThat(walker.isDone()).isTrue();
        return ground.position();
    }

    @Test
    void arrivesExactlyWhereItWasSent() {
        assertThat(walkEast((x, z) -> 10)).isEqualTo(new Position(10.5, 11, 0.5, 270));
    }

    @Test
    void stepsUpOneBlockAndDownAnyNumber() {
        assertThat(walkEast((x, z) -> x < 3 ? 10 : x < 6 ? 11 : 4).y()).isEqualTo(5);
    }

    @Test
    void stopsAtAWallOfTwoBlocks() {
        Position end = walkEast((x, z) -> x < 5 ? 10 : 12);
        assertThat(end.x()).isBetween(4.0, 5.0);
        assertThat(end.y()).isEqualTo(11);
    }
}
