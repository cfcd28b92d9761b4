package org.voxelpopuli.tangibles.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.tangibles.AnimationQueue;
import org.voxelpopuli.tangibles.AnimationStep;
import org.voxelpopuli.tangibles.MasterModel;
import org.voxelpopuli.tangibles.Tangible;
import org.voxelpopuli.tangibles.Value;

@DisplayName("Behaviour of tangibles")
final class LivingModelTest {
    private static final Behaviour WANDERER = new Behaviour() {
        @Override
        public void tick(Tangible self, Scene scene) {
            AnimationStep last = self.animation().last();
            self.animate(new AnimationStep("walk", last.x() + scene.random().nextDouble(), 0, last.z(), 1));
        }

        @Override
        public void interact(Tangible self, Tangible actor, Scene scene) {
            self.database().put("petBy", actor.ref());
        }
    };

    private final List<String> failures = new ArrayList<>();

    private static MasterModel herd() {
        MasterModel model = new MasterModel();
        for (int id = 1; id <= 5; id++) {
            model.create(id, "sheep", AnimationQueue.at(id, 0, 0));
        }
        return model;
    }

    private LivingModel living(MasterModel model, Map<String, Behaviour> behaviours, long tick) {
        return new LivingModel(
                model, behaviours, 42, tick, (tangible, e) -> failures.add(tangible.id() + " " + e.getMessage()));
    }

    private static List<AnimationQueue> queues(MasterModel model) {
        return model.tangibles().stream().map(Tangible::animation).toList();
    }

    @Test
    @DisplayName("the same seed and the same ticks give the same world, whoever else is in it, and after a restart")
    void isDeterministic() {
        MasterModel one = herd();
        MasterModel other = herd();
        LivingModel livingOne = living(one, Map.of("sheep", WANDERER), 0);
        LivingModel livingOther = living(other, Map.of("sheep", WANDERER), 0);
        one.create(-3, "sheep", AnimationQueue.at(0, 0, 0));
        for (int i = 0; i < 10; i++) {
            livingOne.tick();
            livingOther.tick();
        }
        LivingModel restarted = living(other, Map.of("sheep", WANDERER), livingOther.nextTick());
        for (int i = 0; i < 10; i++) {
            livingOne.tick();
            restarted.tick();
        }
        one.remove(-3);
        assertThat(queues(one)).isEqualTo(queues(other)).isNotEqualTo(queues(herd()));
    }

    @Test
    @DisplayName("a behaviour that throws spoils nobody else's tick, and is told")
    void failuresAreContained() {
        MasterModel model = herd();
        model.create(3_000, "bomb", AnimationQueue.at(0, 0, 0));
        Behaviour bomb = new Behaviour() {
            @Override
            public void tick(Tangible self, Scene scene) {
                throw new IllegalStateException("boom");
            }
        };
        model.create(4_000, "sheep", AnimationQueue.at(0, 0, 0));
        living(model, Map.of("sheep", WANDERER, "bomb", bomb), 0).tick();
        assertThat(failures).containsExactly("3000 boom");
        assertThat(model.tangible(4_000).orElseThrow().animation().steps()).hasSize(2);
    }

    @Test
    @DisplayName("tangibles that others create or remove in a tick do not disturb it")
    void creationAndRemoval() {
        MasterModel model = herd();
        Behaviour eater = new Behaviour() {
            @Override
            public void tick(Tangible self, Scene scene) {
                scene.model().remove(self.id() + 1);
                scene.model().create(self.id() + 100, "sheep", self.animation());
            }
        };
        living(model, Map.of("sheep", eater), 0).tick();
        assertThat(model.tangibles().stream().map(Tangible::id)).containsExactly(1L, 3L, 5L, 101L, 103L, 105L);
    }

    @Test
    @DisplayName("an interaction reaches the behaviour of the target's class, if it has one")
    void interactions() {
        MasterModel model = herd();
        model.create(9, "stone", AnimationQueue.at(0, 0, 0));
        LivingModel living = living(model, Map.of("sheep", WANDERER), 0);
        assertThat(living.interact(9, 1)).isTrue();
        assertThat(model.tangible(1).orElseThrow().database().get("petBy")).isEqualTo(new Value.TangibleRef(9));
        assertThat(living.interact(1, 9)).isFalse();
        assertThat(living.interact(1, 77)).isFalse();
        assertThat(living.interact(77, 1)).isFalse();
    }

    @Test
    @DisplayName("steps are played one after another, each over its ticks, and never in leaps")
    void playbackIsSmooth() {
        AnimationQueue queue = AnimationQueue.at(0, 0, 0);
        AnimationPlayback playback = new AnimationPlayback(queue, 0);
        queue = queue.then(new AnimationStep("walk", 4, 0, 0, 4)).then(new AnimationStep("hop", 4, 2, 0, 2));
        playback.update(queue, 10);
        assertThat(playback.at(10)).isEqualTo(new Pose("walk", 0, 0, 0));
        assertThat(playback.at(12)).isEqualTo(new Pose("walk", 2, 0, 0));
        assertThat(playback.at(15)).isEqualTo(new Pose("hop", 4, 1, 0));
        queue = queue.then(new AnimationStep("walk", 0, 2, 0, 4));
        playback.update(queue, 15.5);
        assertThat(playback.at(16)).isEqualTo(new Pose("walk", 4, 2, 0));
        assertThat(playback.at(18)).isEqualTo(new Pose("walk", 2, 2, 0));
        assertThat(playback.at(100)).isEqualTo(new Pose("walk", 0, 2, 0));
    }

    @Test
    @DisplayName("who lags behind skips, and a tangible that was put elsewhere is there at once")
    void playbackCatchesUp() {
        AnimationQueue queue = AnimationQueue.at(0, 0, 0);
        AnimationPlayback playback = new AnimationPlayback(queue, 0);
        for (int i = 1; i <= 12; i++) {
            queue = queue.then(new AnimationStep("walk", i, 0, 0, 10));
            playback.update(queue, i);
        }
        assertThat(playback.at(12 + 50).x()).isEqualTo(12);
        playback.update(AnimationQueue.at(500, 0, 0), 80);
        assertThat(playback.at(80).x()).isEqualTo(500);
    }
}
