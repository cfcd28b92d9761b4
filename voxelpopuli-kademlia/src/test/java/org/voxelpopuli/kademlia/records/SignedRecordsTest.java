package org.voxelpopuli.kademlia.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KeyTakenException;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.simulation.Partition;

/** Records in networks whose nodes sign. */
class SignedRecordsTest {
    private static final NodeId KEY = NodeId.sha1Of("a record");

    private final SimulatedKademlia network = new SimulatedKademlia(53);
    private final Map<NodeId, RecordService> notes = new HashMap<>();

    private static final class StoreNoteRpc extends StoreRecordRpc {
        StoreNoteRpc(RecordStore store) {
            super("STORE_NOTE", store);
        }
    }

    private static final class FindNoteRpc extends FindRecordRpc {
        FindNoteRpc(RecordStore store, Function<NodeId, List<Contact>> closest) {
            super("FIND_NOTE", store, closest);
        }
    }

    private void growWithNotes(int nodes, RecordLimits limits, ReplacementRule rule) {
        RecordKind kind = new RecordKind("note", limits, RecordKind.ALL, rule, value -> {});
        network.settings(s -> s.k(8));
        network.onBuild(node -> notes.put(node.id(), node.addRecords(kind, StoreNoteRpc::new, FindNoteRpc::new)));
        network.grow(nodes);
    }

    private RecordService notesOf(String name) {
        return notes.get(network.node(name).id());
    }

    private StoreResult put(String name, String text) {
        CompletableFuture<StoreResult> done = new CompletableFuture<>();
        network.node(name).worker().execute(() -> notesOf(name).put(KEY, WireValue.of(text), false, done::complete));
        return network.await(done);
    }

    private String find(String name) {
        CompletableFuture<List<WireValue>> done = new CompletableFuture<>();
        network.node(name).worker().execute(() -> notesOf(name).find(KEY, false, done::complete));
        return ((WireValue.Text) network.await(done).get(0)).text();
    }

    /** Nodes that hold nothing under the key. */
    private List<String> outsiders() {
        List<NodeId> holders = network.trulyClosest(KEY, 8);
        return network.names().stream()
                .filter(name -> !holders.contains(network.node(name).id()))
                .toList();
    }

    private List<DhtRecord> held() {
        return network.trulyClosest(KEY, 8).stream()
                .flatMap(id -> notes.get(id).store().get(KEY).stream())
                .toList();
    }

    @Test
    @DisplayName("D9 a key belongs to who used it first; the caller who is another is told so")
    void keysHaveOwners() {
        network.grow(40);
        assertThat(network.await(network.node("n3").store(KEY, "mine"))).isEqualTo(20);
        CompletableFuture<Integer> second = network.node("n5").store(KEY, "no, mine");
        network.simulation().run(Duration.ofSeconds(5));
        assertThatThrownBy(second::join)
                .hasCauseInstanceOf(KeyTakenException.class)
                .hasMessageContaining(KEY.toString())
                .hasMessageContaining("belongs to another writer");
        for (KademliaNode node : network.nodes()) {
            assertThat(network.await(node.find(KEY))).contains("mine");
        }
        assertThat(network.await(network.node("n3").store(KEY, "still mine"))).isEqualTo(20);
        assertThat(network.await(network.node("n5").find(KEY))).contains("still mine");
    }

    @Test
    @DisplayName(
            "Of two who write under a new key at once one gets it, the same everywhere once the holders have republished")
    void twoAtOnce() {
        network.settings(s -> s.k(8));
        network.grow(40);
        CompletableFuture<Integer> one = network.node("n3").store(KEY, "one");
        CompletableFuture<Integer> other = network.node("n5").store(KEY, "other");
        network.simulation().run(Duration.ofHours(4));
        assertThat(one.isDone() && other.isDone()).isTrue();
        String winner = network.await(network.node("n7").find(KEY)).orElseThrow();
        for (KademliaNode node : network.nodes()) {
            assertThat(network.await(node.find(KEY))).contains(winner);
        }
        assertThat(one.isCompletedExceptionally() && other.isCompletedExceptionally())
                .isFalse();
    }

    @Test
    @DisplayName(
            "Who has been told, under a key that is free, of a record with the highest sequence of all can write there as often as he likes")
    void aHolderLiesAboutAFreeKey() {
        growWithNotes(20, RecordLimits.of(100, 100_000), SignedRule.OWNED);
        DhtRecord lie = new RecordSignatures(network.identity("n5"), Compatibility.NONE)
                .sign("note", KEY, WireValue.of("z"), Long.MAX_VALUE);
        // As by a search that nobody else has answered with a record.
        network.node("n3").worker().execute(() -> notesOf("n3").seen(KEY, lie));
        assertThat(put("n3", "z").kept()).isEqualTo(8);
        network.simulation().run(Duration.ofMillis(5));
        assertThat(put("n3", "a").kept()).isEqualTo(8);
        assertThat(held()).hasSize(8).extracting(DhtRecord::value).containsOnly(WireValue.of("a"));
    }

    @Test
    @DisplayName(
            "D4, D10 so many changes of owners are looked into at a time; the others are told that the holder is busy, and nothing is lost")
    void manyChallenges() {
        growWithNotes(12, RecordLimits.of(2_000, 1 << 20), SignedRule.EPOCH);
        RecordSignatures owner = TestRecords.writer("owner");
        RecordSignatures other = new RecordSignatures(network.identity("other"), Compatibility.NONE);
        NodeId near = TestRecords.signed(other, "x", 1).writer().orElseThrow();
        RecordService holder = notesOf("n3");
        AtomicInteger judged = new AtomicInteger();
        List<Consumer<Boolean>> verdicts = new ArrayList<>();
        CompletableFuture<Void> done = CompletableFuture.runAsync(
                () -> {
                    holder.guard((key, present, coming, verdict) -> {
                        judged.incrementAndGet();
                        verdicts.add(verdict);
                    });
                    for (int i = 0; i < Challenges.MAX_OPEN + 100; i++) {
                        NodeId key = near(near, i);
                        assertThat(offer(holder, owner, key, 1)).isEqualTo(StoreOutcome.KEPT);
                        assertThat(offer(holder, other, key, 2)).isEqualTo(StoreOutcome.BUSY);
                        assertThat(offer(holder, other, key, 3)).isEqualTo(StoreOutcome.BUSY);
                        assertThat(offer(holder, owner, key, 2)).isEqualTo(StoreOutcome.KEPT);
                    }
                },
                network.node("n3").worker());
        network.await(done);
        assertThat(judged).hasValue(Challenges.MAX_OPEN);
        network.node("n3").worker().execute(() -> List.copyOf(verdicts).forEach(verdict -> verdict.accept(true)));
        network.simulation().run(Duration.ofSeconds(1));
        network.node("n3").worker().execute(() -> List.copyOf(verdicts).forEach(verdict -> verdict.accept(true)));
        network.simulation().run(Duration.ofSeconds(1));
        assertThat(holder.store().get(near(near, 0)).orElseThrow().sequence()).isEqualTo(3);
        assertThat(holder.store()
                        .get(near(near, Challenges.MAX_OPEN))
                        .orElseThrow()
                        .sequence())
                .isEqualTo(2);
    }

    private static NodeId near(NodeId id, int number) {
        byte[] bytes = id.bytes();
        bytes[18] ^= (byte) (number >> 8);
        bytes[19] ^= (byte) number;
        return NodeId.of(bytes);
    }

    private static StoreOutcome offer(RecordService at, RecordSignatures writer, NodeId key, long sequence) {
        return at.store()
                .offer(key, writer.sign("note", key, WireValue.of("text"), sequence), TestRecords.address("10.0.0.99"));
    }

    @Test
    @DisplayName("An owner who has lost what he knew, and whose clock was set back, goes on above what he finds")
    void theOwnersClockIsSetBack() {
        network.settings(s -> s.k(8));
        network.grow(40);
        String owner = outsiders().get(0);
        network.await(network.node(owner).store(KEY, "before"));
        network.crash(owner);
        network.join(owner, owner.equals("n0") ? "n1" : "n0");
        network.host(owner).setClockSkew(Duration.ofHours(-10));
        assertThat(network.await(network.node(owner).store(KEY, "after"))).isEqualTo(8);
        assertThat(network.await(network.node("n7").find(KEY))).contains("after");
    }

    @Test
    @DisplayName("V5 who finds the newest brings it to holders that have missed it, a few at a time")
    void findersRepair() {
        growWithNotes(40, RecordLimits.of(100, 100_000), SignedRule.OWNED);
        assertThat(put("n3", "1").kept()).isEqualTo(8);
        List<String> holders = network.names().stream()
                .filter(name -> !name.equals("n3")
                        && network.trulyClosest(KEY, 8)
                                .contains(network.node(name).id()))
                .limit(6)
                .toList();
        Partition cut = Partition.between(
                Set.copyOf(holders.stream().map(network::host).toList()),
                Set.copyOf(network.names().stream()
                        .filter(name -> !holders.contains(name))
                        .map(network::host)
                        .toList()));
        network.simulation().network().add(cut);
        put("n3", "2");
        network.simulation().network().remove(cut);
        assertThat(held()).extracting(DhtRecord::value).contains(WireValue.of("1"), WireValue.of("2"));
        for (int i = 0; i < 3; i++) {
            assertThat(find("n7")).isEqualTo("2");
            network.simulation().run(Duration.ofSeconds(2));
        }
        assertThat(held()).extracting(DhtRecord::value).hasSize(8).containsOnly(WireValue.of("2"));
    }

    @Test
    @DisplayName("D10 when nobody has room the caller is told that nobody keeps it")
    void full() {
        growWithNotes(20, new RecordLimits(1, 150, 1, 150), SignedRule.OWNED);
        assertThat(put("n3", "short").kept()).isEqualTo(8);
        StoreResult result = put("n3", "x".repeat(200));
        assertThat(result.kept()).isZero();
        assertThat(result.failed()).isEqualTo(8);
        assertThat(find("n5")).isEqualTo("short");
    }

    @Test
    @DisplayName("D4 who claims an epoch takes one more than is held; who finds his value there leaves the epoch")
    void epochs() {
        growWithNotes(40, RecordLimits.of(100, 100_000), SignedRule.EPOCH);
        put("n3", "a");
        assertThat(held()).hasSize(8).extracting(DhtRecord::sequence).containsOnly(0L);
        assertThat(put("n5", "b").kept()).isEqualTo(8);
        assertThat(held()).hasSize(8).extracting(DhtRecord::sequence).containsOnly(1L);
        assertThat(find("n9")).isEqualTo("b");
        List<DhtRecord> before = held();
        assertThat(put("n7", "b").kept()).isEqualTo(8);
        assertThat(held()).isEqualTo(before);
        assertThat(put("n3", "a").kept()).isEqualTo(8);
        assertThat(held()).hasSize(8).extracting(DhtRecord::sequence).containsOnly(2L);
    }

    @Test
    @DisplayName("V3.4 of stamped records the later wins, whoever wrote it and whenever it comes")
    void stamps() {
        growWithNotes(40, RecordLimits.of(100, 100_000), SignedRule.STAMP);
        put("n3", "a");
        network.simulation().run(Duration.ofMillis(5));
        assertThat(put("n5", "b").kept()).isEqualTo(8);
        String slow = outsiders().get(0);
        network.host(slow).setClockSkew(Duration.ofHours(-1));
        StoreResult late = put(slow, "c");
        assertThat(late.kept()).isZero();
        assertThat(late.tooOld()).isEqualTo(8);
        assertThat(find("n9")).isEqualTo("b");
        assertThat(find(slow)).isEqualTo("b");
        assertThat(put(slow, "who has seen the last one is later").kept()).isEqualTo(8);
        String fast = outsiders().get(1);
        network.host(fast).setClockSkew(Duration.ofHours(1));
        assertThat(put(fast, "from the future").kept()).isZero();
        assertThat(find("n3")).startsWith("who has seen");
    }

    @Test
    @DisplayName(
            "V2.8 holders hand on and republish what they cannot sign, after the writer is gone, and over a restart")
    void withoutTheWriter() {
        growWithNotes(30, RecordLimits.of(100, 100_000), SignedRule.OWNED);
        put("n3", "kept");
        DhtRecord written = held().get(0);
        network.crash("n3");
        for (String name : List.copyOf(network.names()).subList(0, 20)) {
            network.crash(name);
            network.join("new " + name, network.names().get(network.names().size() - 1));
        }
        network.simulation().run(Duration.ofMinutes(70));
        assertThat(held()).hasSizeGreaterThanOrEqualTo(7).containsOnly(written);
        for (String name : List.copyOf(network.names())) {
            network.crash(name);
        }
        network.start("n29");
        assertThat(network.names()).containsExactly("n29");
        if (notesOf("n29").store().get(KEY).isPresent()) {
            assertThat(find("n29")).isEqualTo("kept");
        }
        String holder = "new n0";
        network.start(holder);
        assertThat(notesOf(holder).store().get(KEY).stream().toList()).isSubsetOf(List.of(written));
    }
}
