package org.voxelpopuli.tools.bot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.voxelpopuli.terrain.HeightMapTerrain;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Position;

@DisplayName("V11.5 A bot behaves like a person")
class BehaviourTest {
    private static final int MINUTE = 60 * Behaviour.STEPS_PER_SECOND;

    private final HeightMapTerrain hills = new HeightMapTerrain(0);

    private List<Action> live(BehaviourKind kind, long seed, int steps) {
        return new ImaginedGround(hills::height).live(kind.create(new SplittableRandom(seed)), steps);
    }

    @ParameterizedTest
    @EnumSource
    void theSameSeedMakesTheSamePlan(BehaviourKind kind) {
        assertThat(live(kind, 7, 3 * MINUTE)).isEqualTo(live(kind, 7, 3 * MINUTE));
    }

    @ParameterizedTest
    @EnumSource
    void anotherSeedMakesAnotherPlan(BehaviourKind kind) {
        assertThat(live(kind, 7, 3 * MINUTE)).isNotEqualTo(live(kind, 8, 3 * MINUTE));
    }

    @Test
    void aWalkerStaysOnTheGroundAndIsNoFasterThanAPerson() {
        Position before = new Position(0.5, hills.height(0, 0) + 1, 0.5);
        double walked = 0;
        for (Action action : live(BehaviourKind.WALK, 3, 5 * MINUTE)) {
            if (action instanceof Action.Go go) {
                double step = Math.hypot(go.to().x() - before.x(), go.to().z() - before.z());
                assertThat(step * Behaviour.STEPS_PER_SECOND).isLessThanOrEqualTo(Walker.SPEED + 1e-9);
                assertThat(go.to().y())
                        .isEqualTo(hills.height((int) Math.floor(go.to().x()), (int)
                                        Math.floor(go.to().z()))
                                + 1);
                walked += step;
                before = go.to();
            }
        }
        assertThat(walked).as("blocks in five minutes").isBetween(300.0, 5 * 60 * Walker.SPEED);
    }

    @Test
    void aWalkerPausesAndLooksAround() {
        List<Action> actions = live(BehaviourKind.WALK, 3, 5 * MINUTE);
        assertThat(actions.stream().filter(Action.Stand.class::isInstance).count())
                .isGreaterThan(5L * Behaviour.STEPS_PER_SECOND);
    }

    @Test
    void aWalkerWaitsWhereItsChunkIsNotLoaded() {
        ImaginedGround ground = new ImaginedGround(hills::height);
        ground.unload();
        assertThat(ground.live(BehaviourKind.WALK.create(new SplittableRandom(1)), MINUTE))
                .allMatch(Action.Stand.class::isInstance);
    }

    @Test
    void aBuilderBuildsOnTheGroundWithinReach() {
        ImaginedGround ground = new ImaginedGround(hills::height);
        Behaviour builder = BehaviourKind.BUILD.create(new SplittableRandom(5));
        List<BlockPos> inOrder = new ArrayList<>();
        for (int i = 0; i < 5 * MINUTE; i++) {
            Action last = ground.live(builder, 1).get(i);
            if (last instanceof Action.Place place) {
                Position here = ground.position();
                assertThat(Math.hypot(place.at().x() - here.x(), place.at().z() - here.z()))
                        .isLessThan(14);
                inOrder.add(place.at());
            }
        }
        assertThat(inOrder).hasSizeGreaterThan(100).doesNotHaveDuplicates();
        assertThat(inOrder).allSatisfy(at -> assertThat(at.y()).isGreaterThan(hills.height(at.x(), at.z())));
        assertThat(ground.placed().values()).allMatch(type -> type >= 1 && type <= 3);
    }

    @Test
    void anIdlerNeverMoves() {
        assertThat(live(BehaviourKind.IDLE, 1, 5 * MINUTE)).allMatch(Action.Stand.class::isInstance);
    }

    @Test
    void aJumperStaysWithinItsBounds() {
        List<Action.Go> jumps = live(BehaviourKind.TELEPORT, 1, 5 * MINUTE).stream()
                .filter(Action.Go.class::isInstance)
                .map(Action.Go.class::cast)
                .toList();
        assertThat(jumps).hasSizeBetween(40, 100);
        assertThat(jumps).allSatisfy(go -> {
            assertThat(Math.abs(go.to().x())).isLessThanOrEqualTo(TeleportBehaviour.FARTHEST);
            assertThat(Math.abs(go.to().z())).isLessThanOrEqualTo(TeleportBehaviour.FARTHEST);
        });
    }
}
