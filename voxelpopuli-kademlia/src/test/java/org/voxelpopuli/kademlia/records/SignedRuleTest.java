package org.voxelpopuli.kademlia.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.voxelpopuli.kademlia.records.TestRecords.ALICE;
import static org.voxelpopuli.kademlia.records.TestRecords.BOB;
import static org.voxelpopuli.kademlia.records.TestRecords.KEY;
import static org.voxelpopuli.kademlia.records.TestRecords.signed;
import static org.voxelpopuli.kademlia.records.TestRecords.unsigned;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.ReplacementRule.Order;
import org.voxelpopuli.kademlia.wire.WireValue;

class SignedRuleTest {
    @ParameterizedTest
    @EnumSource
    void aHigherSequenceOfTheSameWriterIsNewer(SignedRule rule) {
        assertThat(rule.order(KEY, signed(ALICE, "b", 2), signed(ALICE, "c", 1)))
                .isEqualTo(Order.NEWER);
        assertThat(rule.order(KEY, signed(ALICE, "c", 1), signed(ALICE, "b", 2)))
                .isEqualTo(Order.OLDER);
        assertThat(rule.order(KEY, signed(ALICE, "b", 2), signed(ALICE, "b", 2)))
                .isEqualTo(Order.SAME);
    }

    @ParameterizedTest
    @EnumSource
    void aSignedRecordReplacesAnUnsignedOneAndNeverTheOtherWayRound(SignedRule rule) {
        assertThat(rule.order(KEY, signed(ALICE, "a", 0), unsigned("b"))).isEqualTo(Order.NEWER);
        assertThat(rule.order(KEY, unsigned("b"), signed(ALICE, "a", 0))).isEqualTo(Order.OLDER);
        assertThat(rule.order(KEY, unsigned("a"), unsigned("b"))).isEqualTo(Order.UNKNOWN);
        assertThat(rule.order(KEY, unsigned("a"), unsigned("a"))).isEqualTo(Order.SAME);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Of two that differ exactly one is newer, whoever compares: copies become equal wherever they meet")
    void theOrderIsTheSameFromBothSides(SignedRule rule) {
        List<DhtRecord> records = List.of(
                signed(ALICE, "a", 1), signed(ALICE, "b", 1), signed(BOB, "a", 1), signed(BOB, "b", 1), unsigned("a"));
        for (DhtRecord one : records) {
            for (DhtRecord other : records) {
                Order forth = rule.order(KEY, one, other);
                Order back = rule.order(KEY, other, one);
                switch (forth) {
                    case NEWER -> assertThat(back).isEqualTo(Order.OLDER);
                    case OLDER -> assertThat(back).isEqualTo(Order.NEWER);
                    default -> assertThat(back).isEqualTo(forth);
                }
                assertThat(forth == Order.SAME).isEqualTo(one.equals(other));
            }
        }
    }

    @Test
    void aValueBelongsToWhoWroteItFirst() {
        assertThat(SignedRule.OWNED.order(KEY, signed(BOB, "b", 9), signed(ALICE, "a", 1)))
                .isEqualTo(Order.FOREIGN);
        assertThat(SignedRule.EPOCH.order(KEY, signed(BOB, "b", 9), signed(ALICE, "a", 1)))
                .isEqualTo(Order.NEWER);
        assertThat(SignedRule.STAMP.order(KEY, signed(BOB, "b", 9), signed(ALICE, "a", 1)))
                .isEqualTo(Order.NEWER);
    }

    @Test
    @DisplayName("D4 of two that claim one epoch the nearer to the key wins")
    void ofEqualEpochsTheNearerWins() {
        NodeId alice = id(signed(ALICE, "a", 1));
        NodeId bob = id(signed(BOB, "b", 1));
        boolean nearer = KEY.compareDistance(alice, bob) < 0;
        assertThat(SignedRule.EPOCH.order(KEY, signed(ALICE, "a", 1), signed(BOB, "b", 1)))
                .isEqualTo(nearer ? Order.NEWER : Order.OLDER);
    }

    private static NodeId id(DhtRecord record) {
        return NodeId.of(
                IdPuzzle.idOf(record.signature().orElseThrow().publicKey().toByteArray()));
    }

    @Test
    void sequencesRise() {
        assertThat(SignedRule.EPOCH.nextSequence(-1, 1_000)).isZero();
        assertThat(SignedRule.EPOCH.nextSequence(6, 1_000)).isEqualTo(7);
        assertThat(SignedRule.OWNED.nextSequence(-1, 1_000)).isEqualTo(1_000);
        assertThat(SignedRule.OWNED.nextSequence(1_000, 1_000)).isEqualTo(1_001);
        assertThat(SignedRule.STAMP.nextSequence(5_000, 1_000)).isEqualTo(5_001);
        assertThat(SignedRule.OWNED.nextSequence(Long.MAX_VALUE, 1_000)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void nothingMayBeTooFarAheadButWhatOthersCannotWriteAnyhow() {
        assertThat(SignedRule.STAMP.isPlausible(signed(ALICE, "a", 61_000), 1_000))
                .isTrue();
        assertThat(SignedRule.STAMP.isPlausible(signed(ALICE, "a", 61_001), 1_000))
                .isFalse();
        assertThat(SignedRule.STAMP.isPlausible(signed(ALICE, "a", Long.MAX_VALUE), 1_000))
                .isFalse();
        assertThat(SignedRule.EPOCH.isPlausible(signed(ALICE, "a", 61_000), 1_000))
                .isTrue();
        assertThat(SignedRule.EPOCH.isPlausible(signed(ALICE, "a", Long.MAX_VALUE), 1_000))
                .isFalse();
        assertThat(SignedRule.STAMP.isPlausible(unsigned("a"), 1_000)).isTrue();
        assertThat(SignedRule.OWNED.isPlausible(signed(ALICE, "a", Long.MAX_VALUE), 1_000))
                .isTrue();
    }

    /** What SPEC P2 wants of kad-files, which know no signatures: the higher version in the value, then the larger id. */
    private static final ReplacementRule VERSIONS = (key, record, other) -> {
        int order = Long.compare(number(record, 0), number(other, 0));
        order = order == 0 ? Long.compare(number(record, 1), number(other, 1)) : order;
        return order > 0 ? Order.NEWER : order < 0 ? Order.OLDER : Order.SAME;
    };

    private static long number(DhtRecord record, int part) {
        WireValue number = ((WireValue.Items) record.value()).items().get(part);
        return Long.parseLong(((WireValue.Num) number).literal());
    }

    private static DhtRecord file(int version, int id) {
        return DhtRecord.unsigned(WireValue.items(WireValue.of(version), WireValue.of(id)));
    }

    @Test
    @DisplayName("P2 a rule may look into the value instead")
    void anotherRule() {
        assertThat(VERSIONS.order(KEY, file(2, 1), file(1, 9))).isEqualTo(Order.NEWER);
        assertThat(VERSIONS.order(KEY, file(2, 1), file(2, 9))).isEqualTo(Order.OLDER);
        assertThat(VERSIONS.order(KEY, file(2, 1), file(2, 1))).isEqualTo(Order.SAME);
    }
}
