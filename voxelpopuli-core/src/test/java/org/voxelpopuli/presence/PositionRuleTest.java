package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.voxelpopuli.presence.PositionRule.Answer;
import org.voxelpopuli.presence.PositionRule.LastKnown;

@DisplayName("N7 The rules of positions")
class PositionRuleTest {
    @ParameterizedTest(name = "N7 {0}, last known {1}: draw {2}, ask {3}, change sets {4}")
    @CsvSource({
        "INSIDE, SAME, true, true, false",
        "INSIDE, OTHER, true, true, true",
        "INSIDE, NONE, true, true, true",
        "OUTSIDE, SAME, false, false, true",
        "OUTSIDE, OTHER, false, false, true",
        "OUTSIDE, NONE, false, false, false",
        "TIMEOUT, SAME, true, true, false",
        "TIMEOUT, NONE, false, true, false",
        "TIMED_OUT_OFTEN, SAME, false, false, true",
        "TIMED_OUT_OFTEN, NONE, false, false, false",
    })
    void table(Answer answer, LastKnown lastKnown, boolean draws, boolean keepsAsking, boolean changesSets) {
        PositionRule rule = PositionRule.of(answer, lastKnown);
        assertThat(rule.draws()).isEqualTo(draws);
        assertThat(rule.keepsAsking()).isEqualTo(keepsAsking);
        assertThat(rule.changesSets()).isEqualTo(changesSets);
    }
}
