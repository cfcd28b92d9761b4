package org.voxelpopuli.kademlia.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.voxelpopuli.kademlia.records.TestRecords.ALICE;
import static org.voxelpopuli.kademlia.records.TestRecords.BOB;
import static org.voxelpopuli.kademlia.records.TestRecords.KEY;
import static org.voxelpopuli.kademlia.records.TestRecords.signed;
import static org.voxelpopuli.kademlia.records.TestRecords.unsigned;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Compatibility;

class FindingsTest {
    private final TestRecords.Bench bench = new TestRecords.Bench(
            TestRecords.kind(RecordLimits.of(100, 100_000), SignedRule.OWNED), Compatibility.SEED);

    private Findings findings(DhtRecord... answers) {
        Findings findings = new Findings(KEY, bench.store);
        for (int i = 0; i < answers.length; i++) {
            Contact holder = new Contact(NodeId.sha1Of("holder " + i), new InetSocketAddress("192.0.2.1", 1 + i));
            assertThat(findings.add(holder, answers[i])).isTrue();
        }
        return findings;
    }

    private List<DhtRecord> ranked(DhtRecord... answers) {
        return findings(answers).ranked();
    }

    @Test
    void ofUnsignedValuesTheNewestIsWhatMostHold() {
        DhtRecord old = unsigned("old");
        DhtRecord now = unsigned("now");
        assertThat(ranked(old, now, now)).containsExactly(now, old);
        assertThat(ranked()).isEmpty();
        bench.store.offerOwn(KEY, old);
        assertThat(ranked(now, now)).containsExactly(now, old);
        assertThat(ranked(now)).as("our own, heard lately").containsExactly(old, now);
        bench.restart();
        assertThat(ranked(now)).as("our own, from disk").containsExactly(now, old);
    }

    @Test
    void ofSignedOnesTheHighestSequenceIsTheNewestHoweverFewHoldIt() {
        DhtRecord old = signed(ALICE, "old", 1);
        DhtRecord now = signed(ALICE, "now", 2);
        assertThat(ranked(old, old, now, old)).containsExactly(now, old);
        bench.store.offerOwn(KEY, signed(ALICE, "newest", 3));
        assertThat(findings(old, now).newest()).contains(signed(ALICE, "newest", 3));
    }

    @Test
    void betweenTwoOwnersTheOneWinsToWhomMostNodesGiveTheKey() {
        DhtRecord alices = signed(ALICE, "old", 1);
        DhtRecord alicesNow = signed(ALICE, "now", 2);
        DhtRecord bobs = signed(BOB, "bob's", 9);
        assertThat(ranked(bobs, bobs, bobs, alices, alices, alicesNow, alices))
                .containsExactly(alicesNow, alices, bobs);
        assertThat(ranked(bobs, bobs, alices, unsigned("x"), unsigned("x"), unsigned("x")))
                .containsExactly(bobs, alices, unsigned("x"));
    }

    @Test
    void itIsEnoughWhenSoManyHoldTheNewestAndNobodyANewerOne() {
        DhtRecord old = signed(ALICE, "old", 1);
        DhtRecord now = signed(ALICE, "now", 2);
        assertThat(findings(old, old, old).areEnough(3)).isTrue();
        assertThat(findings(old, old, old, now).areEnough(3)).isFalse();
        assertThat(findings(old, old, old, now, now, now).areEnough(3)).isTrue();
        bench.store.offerOwn(KEY, now);
        assertThat(findings(now, now).areEnough(3)).as("we count, too").isTrue();
        assertThat(findings().areEnough(1)).isTrue();
        assertThat(findings().areEnough(RecordKind.ALL)).isFalse();
    }

    @Test
    void whatCannotBeBelievedDoesNotCount() {
        DhtRecord forged = new DhtRecord(
                unsigned("forged").value(), signed(ALICE, "real", 1).signature());
        Findings findings = new Findings(KEY, bench.store);
        Contact liar = new Contact(NodeId.sha1Of("liar"), new InetSocketAddress("192.0.2.1", 1));
        assertThat(findings.add(liar, forged)).isFalse();
        assertThat(findings.ranked()).isEmpty();
        assertThat(findings.of(liar)).isNull();
    }
}
