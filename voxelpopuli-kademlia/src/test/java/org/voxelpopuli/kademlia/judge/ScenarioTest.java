package org.voxelpopuli.kademlia.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ScenarioTest {
    @Test
    @DisplayName("5 to 30 nodes, 10 to 100 clients, every kind of fault, and only one node whose disk is lost")
    void sizes() {
        Set<FaultKind> seen = EnumSet.noneOf(FaultKind.class);
        for (long seed = 1; seed <= 500; seed++) {
            Scenario scenario = Scenario.draw(seed);
            assertThat(scenario.nodes()).isBetween(5, 30);
            assertThat(scenario.clients()).hasSizeBetween(10, 100);
            assertThat(scenario.edits()).hasSizeBetween(30, Scenario.MOST_EDITS);
            assertThat(scenario.edits().stream().map(PlannedEdit::block)).doesNotHaveDuplicates();
            assertThat(scenario.faults()).isNotEmpty();
            assertThat(scenario.faults().stream()
                            .filter(fault -> fault.kind() == FaultKind.WIPE || fault.kind() == FaultKind.TORN)
                            .map(Fault::node)
                            .distinct())
                    .hasSizeLessThanOrEqualTo(1);
            seen.addAll(scenario.kinds());
        }
        assertThat(seen).containsExactlyInAnyOrder(FaultKind.values());
        assertThat(LongStream.rangeClosed(1, 500)
                        .map(seed -> Scenario.draw(seed).nodes()))
                .contains(5L, 30L);
        assertThat(LongStream.rangeClosed(1, 500)
                        .mapToObj(seed -> Scenario.draw(seed).clients().size()))
                .anyMatch(clients -> clients > 90);
    }

    @Test
    void piecesCanBeTakenAway() {
        Scenario whole = Scenario.draw(3);
        String kind = whole.kinds().iterator().next().token();
        Scenario part = whole.without(List.of(kind, "c1", "n2", "e5")).without(List.of("c2", "nonsense"));
        assertThat(part.pieces()).doesNotContain(kind, "c1", "c2", "n2", "e5").contains("c3", "n1");
        assertThat(part.edits()).noneMatch(edit -> edit.client() == 1 || edit.client() == 2 || edit.block() == 5);
        assertThat(part.has(2)).isFalse();
        assertThat(Scenario.draw(3).without(part.removed()).pieces()).isEqualTo(part.pieces());
        assertThat(whole.clean().faults()).isEmpty();
        assertThat(whole.clean().edits()).isEqualTo(whole.edits());
    }
}
