package org.voxelpopuli.kademlia.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.voxelpopuli.kademlia.records.TestRecords.ALICE;
import static org.voxelpopuli.kademlia.records.TestRecords.BOB;
import static org.voxelpopuli.kademlia.records.TestRecords.KEY;
import static org.voxelpopuli.kademlia.records.TestRecords.OWN;
import static org.voxelpopuli.kademlia.records.TestRecords.address;
import static org.voxelpopuli.kademlia.records.TestRecords.signed;
import static org.voxelpopuli.kademlia.records.TestRecords.unsigned;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.store.StoredRecord;

class RecordStoreTest {
    private static final InetAddress LOCAL = address("127.0.0.1");
    private static final RecordLimits ROOMY = RecordLimits.of(1_000, 1 << 20);

    private static TestRecords.Bench bench(RecordLimits limits, Compatibility compatibility) {
        return new TestRecords.Bench(TestRecords.kind(limits, SignedRule.OWNED), compatibility);
    }

    /** Keys, the nearest to the store's own id first. */
    private static List<NodeId> keys(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> NodeId.sha1Of("key " + i))
                .sorted(Comparator.comparing(key -> key, OWN::compareDistance))
                .toList();
    }

    @Test
    void theRuleOfTheKindDecidesWhatIsKept() {
        TestRecords.Bench bench = bench(ROOMY, Compatibility.NONE);
        assertThat(bench.store.offer(KEY, signed(ALICE, "b", 5), LOCAL)).isEqualTo(StoreOutcome.KEPT);
        assertThat(bench.store.offer(KEY, signed(ALICE, "a", 4), LOCAL)).isEqualTo(StoreOutcome.TOO_OLD);
        assertThat(bench.store.offer(KEY, signed(BOB, "c", 6), LOCAL)).isEqualTo(StoreOutcome.NOT_OWNER);
        assertThat(bench.store.offer(KEY, unsigned("d"), LOCAL)).isEqualTo(StoreOutcome.TOO_OLD);
        assertThat(bench.store.get(KEY)).contains(signed(ALICE, "b", 5));
        assertThat(bench.store.offer(KEY, signed(ALICE, "e", 6), LOCAL)).isEqualTo(StoreOutcome.KEPT);
        assertThat(bench.store.get(KEY)).contains(signed(ALICE, "e", 6));
    }

    @Test
    void aStampFromTheFutureIsRefused() {
        TestRecords.Bench bench = new TestRecords.Bench(TestRecords.kind(ROOMY, SignedRule.STAMP), Compatibility.NONE);
        long now = bench.host.clock().wallMillis();
        assertThat(bench.store.offer(KEY, signed(ALICE, "a", now + 60_001), LOCAL))
                .isEqualTo(StoreOutcome.BAD_VALUE);
        assertThat(bench.store.offer(KEY, signed(ALICE, "a", now + 60_000), LOCAL))
                .isEqualTo(StoreOutcome.KEPT);
    }

    @Test
    @DisplayName("A key is free again when its record has expired")
    void keysBecomeFree() {
        TestRecords.Bench bench = bench(ROOMY, Compatibility.NONE);
        bench.store.offer(KEY, signed(ALICE, "a", 5), LOCAL);
        bench.simulation.run(Duration.ofHours(24).plusSeconds(1));
        assertThat(bench.store.expireAndFindDue()).isEmpty();
        assertThat(bench.store.bytes()).isZero();
        assertThat(bench.store.offer(KEY, signed(BOB, "b", 1), LOCAL)).isEqualTo(StoreOutcome.KEPT);
    }

    @Test
    void unsignedRecordsAreForSeedNetworks() {
        assertThat(bench(ROOMY, Compatibility.NONE).store.offer(KEY, unsigned("a"), LOCAL))
                .isEqualTo(StoreOutcome.BAD_VALUE);
        TestRecords.Bench seed = bench(ROOMY, Compatibility.SEED);
        assertThat(seed.store.offer(KEY, unsigned("a"), LOCAL)).isEqualTo(StoreOutcome.KEPT);
        assertThat(seed.store.offer(KEY, unsigned("b"), LOCAL)).isEqualTo(StoreOutcome.KEPT);
        assertThat(seed.store.get(KEY)).contains(unsigned("b"));
        assertThat(seed.store.offer(KEY, signed(ALICE, "c", 0), LOCAL)).isEqualTo(StoreOutcome.KEPT);
        assertThat(seed.store.offer(KEY, unsigned("d"), LOCAL)).isEqualTo(StoreOutcome.TOO_OLD);
    }

    @Test
    @DisplayName("A signature is verified only of what would be kept, and once")
    void verifyingIsDear() {
        TestRecords.Bench bench = bench(RecordLimits.of(1, 1 << 20), Compatibility.NONE);
        NodeId near = keys(20).get(0);
        NodeId far = keys(20).get(19);
        bench.store.offer(near, signed(ALICE, near, "a", 5), LOCAL);
        assertThat(bench.verified).hasValue(1);
        bench.store.offer(near, signed(ALICE, near, "a", 5), LOCAL);
        bench.store.offer(near, signed(ALICE, near, "old", 4), LOCAL);
        bench.store.offer(near, signed(BOB, near, "b", 6), LOCAL);
        assertThat(bench.store.offer(far, signed(ALICE, far, "a", 5), LOCAL)).isEqualTo(StoreOutcome.FULL);
        assertThat(bench.verified).hasValue(1);
    }

    @Test
    @DisplayName("D10 whoever sends more than can be verified is told that we are busy; others are served")
    void verifyingIsLimited() {
        TestRecords.Bench bench = bench(ROOMY, Compatibility.NONE);
        DhtRecord forged =
                new DhtRecord(unsigned("b").value(), signed(ALICE, "a", 1).signature());
        InetAddress flooder = address("192.0.2.1");
        for (int i = 0; i < VerificationLimit.PER_SOURCE; i++) {
            assertThat(bench.store.offer(KEY, forged, flooder)).isEqualTo(StoreOutcome.BAD_VALUE);
        }
        assertThat(bench.store.offer(KEY, signed(ALICE, "a", 1), flooder)).isEqualTo(StoreOutcome.BUSY);
        assertThat(bench.store.offer(KEY, signed(ALICE, "a", 1), address("198.51.100.1")))
                .isEqualTo(StoreOutcome.KEPT);
        for (int i = 0; i < VerificationLimit.IN_ALL; i++) {
            bench.store.offer(KEY, forged(i), address("203.0." + i % 256 + ".1"));
        }
        assertThat(bench.store.offer(KEY, signed(ALICE, "b", 2), address("198.51.100.1")))
                .isEqualTo(StoreOutcome.BUSY);
        assertThat(bench.store.offer(KEY, signed(ALICE, "b", 2), LOCAL)).isEqualTo(StoreOutcome.KEPT);
        bench.simulation.run(Duration.ofSeconds(1));
        assertThat(bench.store.offer(KEY, signed(ALICE, "c", 3), flooder)).isEqualTo(StoreOutcome.KEPT);
    }

    private static DhtRecord forged(long sequence) {
        RecordSignature good = signed(ALICE, "a", 1).signature().orElseThrow();
        return new DhtRecord(
                unsigned("b").value(), Optional.of(new RecordSignature(2 + sequence, good.publicKey(), good.bytes())));
    }

    @Test
    void forgeriesAreRefusedAndPushNothingOut() {
        TestRecords.Bench bench = bench(RecordLimits.of(1, 1 << 20), Compatibility.NONE);
        NodeId near = keys(20).get(0);
        NodeId far = keys(20).get(19);
        assertThat(bench.store.offer(far, signed(ALICE, far, "a", 5), LOCAL)).isEqualTo(StoreOutcome.KEPT);
        DhtRecord good = signed(ALICE, near, "a", 5);
        for (DhtRecord forged : List.of(
                new DhtRecord(unsigned("b").value(), good.signature()),
                signed(ALICE, far, "a", 5),
                ALICE.sign("chunk", near, good.value(), 5))) {
            assertThat(bench.store.offer(near, forged, LOCAL)).isEqualTo(StoreOutcome.BAD_VALUE);
        }
        assertThat(bench.store.keys()).containsExactly(far);
        assertThat(bench.store.offer(near, good, LOCAL)).isEqualTo(StoreOutcome.KEPT);
        assertThat(bench.store.keys()).containsExactly(near);
    }

    @Test
    @DisplayName("D10 records and bytes are bounded; those farthest from us make room")
    void bounded() {
        TestRecords.Bench few = bench(new RecordLimits(10, 1 << 20, 10, 1 << 20), Compatibility.SEED);
        List<NodeId> keys = keys(100);
        for (int i = 99; i >= 0; i--) {
            assertThat(few.store.offer(keys.get(i), unsigned("x"), LOCAL)).isEqualTo(StoreOutcome.KEPT);
        }
        assertThat(few.store.keys()).isEqualTo(keys.subList(0, 10));
        assertThat(few.store.offer(keys.get(50), unsigned("x"), LOCAL)).isEqualTo(StoreOutcome.FULL);
        assertThat(few.disk.all("value").join()).hasSize(10);

        TestRecords.Bench small = bench(new RecordLimits(1_000, 5_000, 1_000, 5_000), Compatibility.SEED);
        for (int i = 99; i >= 0; i--) {
            small.store.offer(keys.get(i), unsigned("x".repeat(100 + 5 * i)), LOCAL);
            assertThat(small.store.bytes()).isLessThanOrEqualTo(5_000);
        }
        assertThat(small.store.size()).isGreaterThan(20);
        assertThat(small.store.offer(keys.get(0), unsigned("x".repeat(890)), LOCAL))
                .as("a longer value pushes out others")
                .isEqualTo(StoreOutcome.KEPT);
        assertThat(small.store.bytes()).isLessThanOrEqualTo(5_000);
        NodeId last = small.store.keys().get(small.store.size() - 1);
        assertThat(small.store.offer(last, unsigned("x".repeat(890)), LOCAL))
                .as("but none that is nearer")
                .isEqualTo(StoreOutcome.FULL);
    }

    @Test
    @DisplayName("D10 one subnet fills only its share; loopback and private networks are exempt")
    void boundedPerSource() {
        TestRecords.Bench bench = bench(new RecordLimits(1_000, 1 << 20, 5, 2_000), Compatibility.SEED);
        List<NodeId> keys = keys(100);
        for (int i = 0; i < 5; i++) {
            assertThat(bench.store.offer(keys.get(i), unsigned("x"), address("192.0.2." + i)))
                    .isEqualTo(StoreOutcome.KEPT);
        }
        assertThat(bench.store.offer(keys.get(5), unsigned("x"), address("192.0.2.77")))
                .isEqualTo(StoreOutcome.FULL);
        assertThat(bench.store.offer(keys.get(0), unsigned("y"), address("192.0.2.77")))
                .as("it may replace its own")
                .isEqualTo(StoreOutcome.KEPT);
        assertThat(bench.store.offer(keys.get(5), unsigned("x"), address("198.51.100.1")))
                .isEqualTo(StoreOutcome.KEPT);
        assertThat(bench.store.offer(keys.get(5), unsigned("x"), address("192.0.2.77")))
                .as("to repeat what another has brought costs nothing")
                .isEqualTo(StoreOutcome.KEPT);
        for (String exempt : List.of("127.0.0.1", "10.1.2.3", "192.168.1.1", "fe80::1", "fd00::1")) {
            for (int i = 10; i < 20; i++) {
                assertThat(bench.store.offer(keys.get(i), unsigned(exempt), address(exempt)))
                        .isEqualTo(StoreOutcome.KEPT);
            }
        }
        InetAddress wordy = address("2001:db8::1");
        assertThat(bench.store.offer(keys.get(20), unsigned("x".repeat(890)), wordy))
                .isEqualTo(StoreOutcome.KEPT);
        assertThat(bench.store.offer(keys.get(21), unsigned("x".repeat(890)), wordy))
                .isEqualTo(StoreOutcome.KEPT);
        assertThat(bench.store.offer(keys.get(22), unsigned("x".repeat(890)), address("2001:db8:0:ff::2")))
                .as("the same /56")
                .isEqualTo(StoreOutcome.FULL);
        assertThat(bench.store.offer(keys.get(22), unsigned("x".repeat(890)), address("2001:db8:0:100::2")))
                .isEqualTo(StoreOutcome.KEPT);
        bench.simulation.run(Duration.ofHours(25));
        bench.store.expireAndFindDue();
        for (int i = 0; i < 5; i++) {
            assertThat(bench.store.offer(keys.get(30 + i), unsigned("x"), address("192.0.2.1")))
                    .as("what has expired counts no more")
                    .isEqualTo(StoreOutcome.KEPT);
        }
    }

    @Test
    void signedRecordsSurviveARestartWithoutBeingVerifiedAgain() {
        TestRecords.Bench bench = bench(ROOMY, Compatibility.NONE);
        bench.store.offer(KEY, signed(ALICE, "two\nlines", 5), LOCAL);
        bench.restart();
        assertThat(bench.store.get(KEY)).contains(signed(ALICE, "two\nlines", 5));
        assertThat(bench.verified).hasValue(1);
        assertThat(bench.store.offer(KEY, signed(ALICE, "a", 4), LOCAL)).isEqualTo(StoreOutcome.TOO_OLD);
        assertThat(bench.store.bytes()).isEqualTo(signed(ALICE, "two\nlines", 5).size());
    }

    @Test
    @DisplayName("Rows that were written before there were signatures are read; those that are none are dropped")
    void oldRows() {
        TestRecords.Bench bench = bench(ROOMY, Compatibility.NONE);
        bench.disk.put(new StoredRecord("value", KEY.toString(), "\"old\"", 1)).join();
        List<NodeId> keys = keys(3);
        bench.disk
                .put(new StoredRecord("value", keys.get(0).toString(), "\"x\"\n[1,2]", 1))
                .join();
        bench.disk
                .put(new StoredRecord("value", keys.get(1).toString(), "\"x", 1))
                .join();
        bench.restart();
        assertThat(bench.store.get(KEY)).contains(unsigned("old"));
        assertThat(bench.store.size()).isOne();
        assertThat(bench.disk.all("value").join()).hasSize(1);
    }

    /** A rule of records whose text is the second since 1970 at which they end. */
    private static final class Ending implements ReplacementRule {
        @Override
        public Order order(NodeId key, DhtRecord record, DhtRecord other) {
            return SignedRule.STAMP.order(key, record, other);
        }

        @Override
        public boolean hasEnded(DhtRecord record, long wallMillis) {
            return Long.parseLong(((WireValue.Text) record.value()).text()) < wallMillis / 1_000;
        }
    }

    @Test
    @DisplayName(
            "A record that says when it ends is not told of afterwards, forgotten, and not taken again; what ends soon is not written to disk")
    void ending() {
        TestRecords.Bench bench = new TestRecords.Bench(TestRecords.kind(ROOMY, new Ending()), Compatibility.NONE);
        long now = bench.host.clock().wallMillis() / 1_000;
        NodeId other = keys(1).get(0);
        DhtRecord soon = signed(ALICE, Long.toString(now + 90), 1);
        DhtRecord late = signed(ALICE, other, Long.toString(now + 86_400), 1);
        assertThat(bench.store.offer(KEY, soon, LOCAL)).isEqualTo(StoreOutcome.KEPT);
        assertThat(bench.store.offer(other, late, LOCAL)).isEqualTo(StoreOutcome.KEPT);
        assertThat(bench.disk.all("value").join()).hasSize(1);
        assertThat(bench.store.answer(KEY)).contains(soon);
        bench.simulation.run(Duration.ofSeconds(92));
        assertThat(bench.store.answer(KEY)).isEmpty();
        assertThat(bench.store.expireAndFindDue()).isEmpty();
        assertThat(bench.store.keys()).containsExactly(other);
        assertThat(bench.store.offer(KEY, soon, LOCAL)).isEqualTo(StoreOutcome.BAD_VALUE);
        bench.simulation.run(Duration.ofHours(23));
        bench.restart();
        assertThat(bench.store.answer(other)).contains(late);
        bench.simulation.run(Duration.ofHours(1));
        bench.restart();
        assertThat(bench.store.size()).isZero();
        assertThat(bench.disk.all("value").join()).isEmpty();
    }
}
