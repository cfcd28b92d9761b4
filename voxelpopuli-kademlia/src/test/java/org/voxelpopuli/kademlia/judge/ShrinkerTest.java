package org.voxelpopuli.kademlia.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

class ShrinkerTest {
    @Test
    @DisplayName("the same scenario gives the same run, event for event")
    void deterministic() {
        Scenario scenario = Scenario.draw(5);
        Verdict once = new Judge().judge(scenario);
        Verdict again = new Judge().judge(scenario);
        assertThat(again.fingerprint()).isEqualTo(once.fingerprint());
        assertThat(again.findings()).isEqualTo(once.findings());
    }

    @Test
    @DisplayName("a store that loses all that it is given is found, and needs no fault and hardly anybody")
    void shrinks() {
        Judge judge = new Judge(new Sabotage() {
            @Override
            public WorldStore store(String node, WorldStore store) {
                return new WrappedStore(store) {
                    @Override
                    public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
                        return super.saveChunk(position, EditBatch.EMPTY);
                    }
                };
            }
        });
        Verdict failing = judge.judge(Scenario.draw(5));
        assertThat(failing.held()).isFalse();
        AtomicInteger runs = new AtomicInteger();
        Verdict smallest = new Shrinker(judge, () -> runs.incrementAndGet() < 40, smaller -> {}).shrink(failing);
        assertThat(smallest.findings().get(0).truth())
                .isEqualTo(failing.findings().get(0).truth());
        assertThat(smallest.scenario().kinds()).isEmpty();
        assertThat(smallest.scenario().clients()).hasSizeLessThan(4);
        assertThat(judge.judge(Scenario.draw(5).without(smallest.scenario().removed()))
                        .findings())
                .isEqualTo(smallest.findings());
        assertThat(List.of(smallest.outcome())).containsExactly(failing.outcome());
    }
}
