package org.voxelpopuli.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.voxelpopuli.replication.ReplicatedNodes.CHUNK;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.edits.AppliedRange;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.replication.ReplicatedNodes.Node;
import org.voxelpopuli.simulation.DiskFault;
import org.voxelpopuli.simulation.Partition;
import org.voxelpopuli.world.ChunkPos;

@DisplayName("D3 D4 copies of a chunk")
final class ReplicationTest {
    private final ReplicatedNodes nodes = new ReplicatedNodes(5);

    @AfterEach
    void nothingWasThrown() {
        assertThat(nodes.simulation.failures()).isEmpty();
    }

    private void run(long seconds) {
        nodes.simulation.run(Duration.ofSeconds(seconds));
    }

    private static final ChunkPos ELSEWHERE = new ChunkPos(9, 0, 9);

    private static List<Edit> edits(Node node, int from, int to) {
        List<Edit> edits = new ArrayList<>();
        for (int voxel = from; voxel < to; voxel++) {
            edits.add(node.edit(voxel, 7));
        }
        return edits;
    }

    @Test
    @DisplayName("D3 an edit is acknowledged when it is on the own disk and on another, and soon on three")
    void keptOnTwoDisks() {
        nodes.start(6);
        Node owner = nodes.served();
        Edit edit = owner.edit(5, 2);
        nodes.await(owner.keep(edit));
        assertThat(owner.durable()).containsExactly(edit);
        assertThat(nodes.nearest().stream()
                        .filter(node -> node != owner && node.durable().contains(edit)))
                .isNotEmpty();
        run(1);
        assertThat(nodes.nearest().subList(0, 4))
                .allMatch(node -> node.durable().contains(edit));
        assertThat(nodes.nearest().subList(4, 6))
                .allMatch(node -> node.durable().isEmpty());
    }

    @Test
    @DisplayName("D3 how far a copy lags behind is told: not at all, or since the oldest edit that it has not kept")
    void lag() {
        nodes.start(4);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        run(1);
        assertThat(lags(owner)).containsExactly(Duration.ZERO, Duration.ZERO, Duration.ZERO);

        Node slow = nodes.nearest().get(2);
        nodes.disk(slow.name).add(new DiskFault.Slow(Duration.ofSeconds(3)));
        nodes.await(owner.keep(owner.edit(2, 2)));
        run(1);
        nodes.await(owner.keep(owner.edit(3, 3)));
        run(1);
        assertThat(lags(owner).get(0)).isZero();
        assertThat(lags(owner).get(1)).isBetween(Duration.ofSeconds(2), Duration.ofMillis(2_200));
        assertThat(lags(owner).get(2)).isZero();
        assertThat(status(owner).lag()).isEqualTo(lags(owner).get(1));
        run(8);
        assertThat(status(owner).lag()).isZero();
    }

    private List<Duration> lags(Node owner) {
        return nodes.simulation.await(owner.replication.copies(), ReplicatedNodes.SOON).get(CHUNK).copies().stream()
                .map(ChunkCopies.Copy::lag)
                .toList();
    }

    private ReplicationStatus status(Node node) {
        return nodes.simulation.await(node.replication.status(), ReplicatedNodes.SOON);
    }

    @Test
    @DisplayName("D3 a node alone acknowledges what is on its own disk")
    void alone() {
        nodes.start(1);
        Node owner = nodes.served();
        assertThat(status(owner).summary())
                .isEqualTo(
                        "no chunk that this node serves was edited yet; an edited one is to have 3 copies on other nodes");
        nodes.await(owner.keep(owner.edit(5, 2)));
        assertThat(owner.durable()).hasSize(1);
        assertThat(status(owner).summary())
                .isEqualTo(
                        "1 edited chunk has no copy on another node, since none is in reach: what is built there is on this node's disk alone");
        nodes.start("second");
        run(10);
        assertThat(status(nodes.owner()).summary())
                .startsWith("1 edited chunk has fewer than 3 copies, but one at least, since fewer nodes are in reach");
    }

    @Test
    @DisplayName("D3 a chunk without edits costs the others nothing")
    void withoutEdits() {
        nodes.start(5);
        Node owner = nodes.served();
        run(30);
        assertThat(nodes.nearest().stream().filter(node -> node != owner)).allMatch(node -> nodes.simulation
                .await(node.disk.residentChunks(), ReplicatedNodes.SOON)
                .equals(Set.of()));
    }

    @Test
    @DisplayName("D4 after the owner's death another serves all that was acknowledged, at the next epoch")
    void failover() {
        nodes.start(6);
        Node owner = nodes.served();
        List<Edit> edits = edits(owner, 0, 50);
        for (Edit edit : edits) {
            nodes.await(owner.keep(edit));
        }
        owner.crash();
        Node next = nodes.nearest().get(0);
        nodes.await(next.locate(CHUNK));
        assertThat(nodes.owner()).isSameAs(next);
        assertThat(next.durable()).containsExactlyInAnyOrderElementsOf(edits);
        assertThat(next.published.get(CHUNK)).isEqualTo(new Claim(2, next.id, next.address));
        run(10);
        assertThat(nodes.nearest().subList(0, 4))
                .allSatisfy(node -> assertThat(node.durable()).containsExactlyInAnyOrderElementsOf(edits));
    }

    @Test
    @DisplayName("D3 the owner and two of three keepers die at once: the third has it all")
    void threeDieAtOnce() {
        nodes.start(8);
        Node owner = nodes.served();
        List<Edit> edits = edits(owner, 0, 20);
        for (Edit edit : edits) {
            nodes.await(owner.keep(edit));
        }
        run(1);
        nodes.nearest().subList(0, 3).forEach(Node::crash);
        nodes.await(nodes.nearest().get(3).locate(CHUNK));
        assertThat(status(nodes.owner()).lastFailover()).hasValueSatisfying(failover -> {
            assertThat(failover.cause()).isEqualTo("it does not answer");
            assertThat(failover.chunk()).isEqualTo(CHUNK);
            assertThat(failover.from()).isEqualTo(owner.address);
            assertThat(failover.epoch()).isEqualTo(2);
        });
        assertThat(nodes.owner().durable()).containsExactlyInAnyOrderElementsOf(edits);
    }

    @Test
    @DisplayName("D4 without any client, keepers find a new owner when the lease is over")
    void leaseEnds() {
        nodes.start(5);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        run(6);
        owner.crash();
        run(40);
        assertThat(nodes.owner()).isSameAs(nodes.nearest().get(0));
        assertThat(nodes.nearest()).hasSize(4).allMatch(node -> node.durable().size() == 1);
    }

    @Test
    @DisplayName("D4 an owner that was cut off gives the chunk up, and what it had is not lost")
    void partitionAndHeal() {
        List<Node> all = nodes.start(7);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        Partition cut = nodes.cutOff(List.of(owner), all);
        Edit alone = owner.edit(2, 2);
        nodes.await(owner.keep(alone));
        Node other = nodes.nearest().get(1);
        nodes.await(other.replication.take(CHUNK));
        Edit meanwhile = other.edit(3, 3);
        nodes.await(other.keep(meanwhile));
        assertThat(owner.serves(CHUNK) && other.serves(CHUNK)).isTrue();

        nodes.simulation.network().remove(cut);
        nodes.simulation.runUntil(() -> !owner.serves(CHUNK), ReplicationSettings.DEFAULT.lease());
        run(60);
        // The nearest gets it back, in good order.
        assertThat(nodes.owner()).isSameAs(owner);
        for (Node node : nodes.nearest().subList(0, 4)) {
            assertThat(node.durable()).hasSize(3).contains(alone, meanwhile);
        }
        assertThat(owner.shown.get(CHUNK).edits()).hasSize(3);
    }

    @Test
    @DisplayName("D4 however long a network was cut in two, each chunk has one owner a lease after it is whole")
    void longPartitionAndHeal() {
        List<Node> all = nodes.start(6);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        run(1);
        Node other = nodes.nearest().get(1);
        List<Node> near = List.of(owner, nodes.nearest().get(2), nodes.nearest().get(4));
        Partition cut = nodes.cutOff(near, all);
        nodes.await(other.replication.take(CHUNK));
        for (int minute = 0; minute < 10; minute++) {
            run(60);
            nodes.await(owner.keep(owner.edit(10 + minute, 2)));
            nodes.await(other.keep(other.edit(30 + minute, 3)));
        }
        assertThat(owner.serves(CHUNK) && other.serves(CHUNK)).isTrue();

        nodes.simulation.network().remove(cut);
        nodes.simulation.runUntil(
                () -> owner.serves(CHUNK) != other.serves(CHUNK), ReplicationSettings.DEFAULT.lease());
        run(60);
        assertThat(nodes.owner().durable()).hasSize(21);
    }

    @Test
    @DisplayName(
            "D4 of two owners after a partition the one that is among the k nearest goes on, whatever the epoch of one that is not, and nothing is lost")
    void aFarOwnerGivesUp() {
        List<Node> all = nodes.start(9);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        run(1);
        Node far = nodes.nearest().get(6);
        List<Node> few = List.of(far, nodes.nearest().get(7), nodes.nearest().get(8));
        Partition cut = nodes.cutOff(few, all);
        nodes.await(far.replication.take(CHUNK));
        Edit alone = far.edit(2, 2);
        nodes.await(far.keep(alone));
        assertThat(owner.serves(CHUNK) && far.serves(CHUNK)).isTrue();

        nodes.simulation.network().remove(cut);
        far.far = true;
        nodes.simulation.runUntil(() -> !far.serves(CHUNK), ReplicationSettings.DEFAULT.lease());
        run(60);
        assertThat(nodes.owner()).isSameAs(owner);
        assertThat(owner.lost).isEmpty();
        assertThat(owner.durable()).hasSize(2).contains(alone);
        nodes.await(owner.keep(owner.edit(3, 3)));
    }

    @Test
    @DisplayName(
            "D4 a node far from a chunk that claims it at epoch 1000 is not believed: neither by the owner nor by the keepers")
    void aFarLiar() {
        nodes.start(6);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        run(1);
        Node liar = nodes.nearest().get(5);
        liar.far = true;
        Claim lie = new Claim(1_000, liar.id, liar.address);
        for (Node node : nodes.nearest().subList(0, 4)) {
            assertThat(liar.ask(node, new PeerFrame.Question.Keep(CHUNK, lie, EditBatch.EMPTY)))
                    .isEqualTo(new PeerFrame.Answer.Superseded(new Claim(1, owner.id, owner.address)));
            assertThat(liar.ask(
                            node,
                            new PeerFrame.Question.Renew(
                                    liar.address, List.of(new PeerFrame.Digested(CHUNK, 1_000, 7)))))
                    .isInstanceOfSatisfying(PeerFrame.Answer.Renewed.class, answer -> assertThat(answer.lost())
                            .hasSize(1));
        }
        assertThat(nodes.owner()).isSameAs(owner);
        nodes.await(owner.keep(owner.edit(2, 2)));
        run(30);
        assertThat(nodes.owner()).isSameAs(owner);
    }

    @Test
    @DisplayName("D4 a nearer newcomer takes over, with all that is there")
    void newcomer() {
        for (int i = 0; nodes.nearest().size() < 5; i++) {
            nodes.start("n" + i);
        }
        Node owner = nodes.served();
        List<Edit> edits = edits(owner, 0, 30);
        nodes.await(owner.keep(edits.toArray(Edit[]::new)));
        int tried = 0;
        while (nodes.nearest().get(0) == owner) {
            nodes.start("newcomer" + tried++);
        }
        run(10);
        assertThat(nodes.owner()).isSameAs(nodes.nearest().get(0)).isNotSameAs(owner);
        assertThat(nodes.owner().durable()).containsExactlyInAnyOrderElementsOf(edits);
        assertThat(owner.lost).hasSize(1);
    }

    @Test
    @DisplayName("D4 a node that leaves in good order hands its chunks over first")
    void leaving() {
        nodes.start(4);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        nodes.await(owner.replication.handOverAll());
        assertThat(owner.serves(CHUNK)).isFalse();
        assertThat(nodes.owner()).isSameAs(nodes.nearest().get(1));
    }

    @Test
    @DisplayName("D4 an owner that restarts with its disk goes on, and one that restarts too late does not")
    void restarts() {
        nodes.start(5);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        owner.crash();
        Node again = nodes.start(owner.name);
        assertThat(again.replication.owned()).containsExactly(CHUNK);
        again.served(CHUNK);
        nodes.await(again.keep(again.edit(2, 2)));
        again.crash();
        Node next = nodes.nearest().get(0);
        nodes.await(next.locate(CHUNK));
        nodes.await(next.keep(next.edit(3, 3)));
        Node late = nodes.start(owner.name);
        late.served(CHUNK);
        CompletableFuture<Void> refused = late.keep(late.edit(4, 4));
        nodes.simulation.runUntil(refused::isDone, ReplicatedNodes.SOON);
        assertThat(refused).isCompletedExceptionally();
        assertThat(late.serves(CHUNK)).isFalse();
        run(60);
        // Its last edit was never acknowledged, and is not lost either.
        assertThat(nodes.owner().durable()).hasSize(4);
    }

    @Test
    @DisplayName("D2 stamps of a clock that is an hour ahead are refused, and the operator is told")
    void clockAhead() {
        nodes.start(4);
        Node owner = nodes.served();
        owner.host.setClockSkew(Duration.ofHours(1));
        CompletableFuture<Void> refused = owner.keep(owner.edit(1, 1));
        run(30);
        assertThat(refused).isNotDone();
        assertThat(owner.replication.clockTrouble()).hasValueSatisfying(why -> assertThat(why)
                .contains("the clock of this node is ")
                .contains(" s ahead of that of ")
                .contains("allowed are 60 s"));
        assertThat(nodes.nearest().subList(1, 4))
                .allMatch(node -> node.durable().isEmpty());

        owner.host.setClockSkew(Duration.ZERO);
        run(3_600);
        assertThat(refused).isCompleted();
        assertThat(owner.replication.clockTrouble()).isEmpty();
    }

    @Test
    @DisplayName("D2 one node whose clock is an hour behind is outvoted by those who take the edits")
    void oneClockBehind() {
        nodes.start(5);
        Node owner = nodes.served();
        nodes.nearest().get(1).host.setClockSkew(Duration.ofHours(-1));
        nodes.await(owner.keep(owner.edit(1, 1)));
        run(1);
        assertThat(owner.replication.clockTrouble()).isEmpty();
        nodes.await(owner.keep(owner.edit(2, 2)));
    }

    @Test
    @DisplayName("D4 who claims a chunk at the highest epoch that there may be keeps nobody from serving it afterwards")
    void aLiarAtTheHighestEpoch() {
        nodes.start(5);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        run(1);
        Node liar = nodes.nearest().get(4);
        Claim impossible = new Claim(Long.MAX_VALUE, liar.id, liar.address);
        Claim possible = new Claim(liar.host.clock().wallMillis() + 59_000, liar.id, liar.address);
        for (Node node : nodes.nearest().subList(0, 4)) {
            assertThat(liar.ask(node, new PeerFrame.Question.Keep(CHUNK, impossible, EditBatch.EMPTY)))
                    .isInstanceOfSatisfying(PeerFrame.Answer.Refused.class, refused -> assertThat(refused.reason())
                            .contains("epoch 9223372036854775807 cannot be"));
            assertThat(liar.ask(node, new PeerFrame.Question.TakeOver(ELSEWHERE, Long.MAX_VALUE)))
                    .isInstanceOf(PeerFrame.Answer.Refused.class);
            assertThat(node.serves(ELSEWHERE)).isFalse();
        }
        assertThat(nodes.owner()).isSameAs(owner);
        for (Node node : nodes.nearest().subList(0, 4)) {
            liar.ask(node, new PeerFrame.Question.Keep(CHUNK, possible, EditBatch.EMPTY));
        }
        liar.crash();
        run(60);
        Node next = nodes.nearest().get(0);
        nodes.await(next.locate(CHUNK));
        nodes.await(next.keep(next.edit(2, 2)));
        assertThat(next.durable()).hasSize(2);
        assertThat(nodes.owner()).isSameAs(next);
    }

    @Test
    @DisplayName("D2 ids that are stamped far ahead are refused, too: all others would count as forgotten")
    void idsAhead() {
        nodes.start(2);
        Node owner = nodes.served();
        Node other = nodes.nearest().get(1);
        EditBatch ids = new EditBatch(List.of(), List.of(new AppliedRange(1, 1, 9, -1)));
        assertThat(other.ask(owner, new PeerFrame.Question.Offer(CHUNK, ids)))
                .isInstanceOf(PeerFrame.Answer.StampedAhead.class);
    }

    @Test
    @DisplayName("D2 of a copy with stamps far ahead the rest is taken")
    void aCopyWithStampsAhead() {
        nodes.start(3);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        run(10);
        Node poisoned = nodes.nearest().get(1);
        Edit late = new Edit(2, 2, new Stamp(-1, poisoned.id));
        nodes.await(poisoned.disk.saveChunk(CHUNK, EditBatch.of(List.of(late, poisoned.edit(3, 3)))));
        poisoned.crash();
        nodes.start(poisoned.name);
        Node third = nodes.nearest().get(2);
        run(30);
        assertThat(nodes.owner()).isSameAs(owner);
        assertThat(third.durable()).extracting(Edit::voxel).containsOnly(1, 3);
    }

    @Test
    @DisplayName(
            "D3 a copy that nobody counts on any more is given up when the owner and three nearer nodes have all of it, and not before")
    void surplusCopies() {
        List<Node> all = nodes.start(4);
        Node owner = nodes.served();
        List<Edit> edits = edits(owner, 0, 50);
        edits.forEach(edit -> nodes.await(owner.keep(edit)));
        run(2);
        Node farthest = nodes.nearest().get(3);
        assertThat(farthest.durable()).hasSize(50);
        for (int i = 0; nodes.nearest().indexOf(farthest) == 3; i++) {
            nodes.start("newcomer-" + i);
        }
        run(30);
        nodes.nearest().subList(0, 4).forEach(node -> assertThat(node.durable()).hasSize(50));
        assertThat(farthest.durable()).as("for a while").hasSize(50);
        run(1_300);
        nodes.nearest().subList(0, 4).forEach(node -> assertThat(node.durable()).hasSize(50));
        assertThat(farthest.durable()).isEmpty();
        assertThat(farthest.replication.claim(CHUNK)).isEmpty();
        assertThat(all).contains(farthest);
    }

    @Test
    @DisplayName("D3 a copy is not given up as long as one of those who shall have one lacks an edit")
    void noSurplusCopy() {
        nodes.start(4);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        run(2);
        Node farthest = nodes.nearest().get(3);
        for (int i = 0; nodes.nearest().indexOf(farthest) == 3; i++) {
            nodes.disk("newcomer-" + i).add(new DiskFault.Full());
            nodes.start("newcomer-" + i);
        }
        run(2_000);
        assertThat(farthest.durable()).hasSize(1);
    }

    @Test
    @DisplayName("D4 two owners of a chunk without edits, after a partition, end in one")
    void twoOwnersWithoutEdits() {
        List<Node> all = nodes.start(6);
        Node owner = nodes.served();
        Node second = nodes.nearest().get(1);
        Partition cut = nodes.cutOff(List.of(owner), all);
        run(20);
        nodes.await(second.replication.take(CHUNK));
        assertThat(nodes.nearest().stream().filter(node -> node.serves(CHUNK))).hasSize(2);
        nodes.simulation.network().remove(cut);
        nodes.simulation.runUntil(
                () -> owner.serves(CHUNK) != second.serves(CHUNK), ReplicationSettings.DEFAULT.lease());
        assertThat(nodes.owner()).isIn(owner, second);
    }

    @Test
    @DisplayName(
            "D3 a copy whose every edit has a writer of its own, too much for one frame, is fetched, offered and kept all the same")
    void manyWriters() {
        nodes.start(5);
        Node owner = nodes.served();
        List<Edit> edits = new ArrayList<>();
        for (int voxel = 0; voxel < ChunkPos.VOLUME; voxel++) {
            byte[] writer = new byte[WriterId.LENGTH];
            ByteBuffer.wrap(writer).putInt(voxel);
            edits.add(new Edit(
                    voxel,
                    65_535,
                    new Stamp(owner.clock.next(owner.host.clock().wallMillis()).time() + voxel, WriterId.of(writer))));
        }
        nodes.await(owner.keep(edits.toArray(Edit[]::new)));
        run(20);
        owner.crash();
        Node next = nodes.nearest().get(0);
        nodes.await(next.locate(CHUNK));
        assertThat(next.durable()).hasSize(ChunkPos.VOLUME);
        Node newcomer = nodes.start("newcomer");
        run(30);
        assertThat(newcomer.durable()).hasSize(ChunkPos.VOLUME);
    }

    @Test
    @Tag("once")
    @DisplayName(
            "D10 one node fills no more than half of the room for copies, nor has it another serve any number of chunks")
    void nobodyFillsANode() {
        Node liar = nodes.start(1).get(0);
        Node other = nodes.start("other");
        run(1);
        int refused = 0;
        for (int i = 0; i < 10_020; i++) {
            PeerFrame.Answer answer = liar.ask(other, new PeerFrame.Question.TakeOver(new ChunkPos(i, 0, 0), 1));
            refused += answer instanceof PeerFrame.Answer.Refused ? 1 : 0;
        }
        assertThat(refused).isEqualTo(20);
    }

    @Test
    @DisplayName("D3 a copy that missed edits is repaired with as many bytes as differ")
    void repair() {
        nodes.start(4);
        Node owner = nodes.served();
        nodes.await(owner.keep(edits(owner, 0, 5_000).toArray(Edit[]::new)));
        run(10);
        Node keeper = nodes.nearest().get(2);
        keeper.crash();
        nodes.await(owner.keep(owner.edit(77, 1), owner.edit(20_000, 1)));
        run(5);
        long before = nodes.simulation
                .await(owner.replication.status(), ReplicatedNodes.SOON)
                .editsRepaired();
        Node again = nodes.start(keeper.name);
        run(30);
        assertThat(Set.copyOf(again.durable())).isEqualTo(Set.copyOf(owner.durable()));
        ReplicationStatus after = nodes.simulation.await(owner.replication.status(), ReplicatedNodes.SOON);
        assertThat(after.editsRepaired() - before).isLessThan(200);
    }
}
