package org.voxelpopuli.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.voxelpopuli.replication.ReplicatedNodes.CHUNK;
import static org.voxelpopuli.replication.ReplicatedNodes.SOON;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.replication.ReplicatedNodes.Node;
import org.voxelpopuli.simulation.Partition;

@DisplayName("D3 acknowledged means kept, while keepers come and go")
final class KeepersComeAndGoTest {
    private static final Duration BETWEEN_EDITS = Duration.ofMillis(60);

    private static ReplicatedNodes nodes(long seed) {
        ReplicatedNodes nodes = new ReplicatedNodes(seed);
        nodes.start(4);
        return nodes;
    }

    private static List<Node> others(ReplicatedNodes nodes, Node owner) {
        return nodes.nodes.values().stream().filter(node -> node != owner).toList();
    }

    private static void isOnAnotherDisk(ReplicatedNodes nodes, Node owner, List<Edit> edits) {
        assertThat(others(nodes, owner)).anyMatch(node -> node.durable().containsAll(edits));
    }

    @Test
    @DisplayName(
            "D3 an edit made when keepers are there again is on the disk of one, with all that was kept without them")
    void keepersAreThereAgain() {
        ReplicatedNodes nodes = nodes(1);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        others(nodes, owner).forEach(Node::crash);
        Edit alone = owner.edit(2, 2);
        nodes.await(owner.keep(alone));
        others(nodes, owner).forEach(node -> nodes.start(node.name));
        Edit together = owner.edit(3, 3);
        nodes.await(owner.keep(together));
        isOnAnotherDisk(nodes, owner, List.of(alone, together));
        assertThat(nodes.simulation.failures()).isEmpty();
    }

    @Test
    @DisplayName(
            "D3 nobody waits more than once for keepers that are silent, and they are found when they are in reach")
    void keepersAreSilent() {
        ReplicatedNodes nodes = nodes(1);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        Partition cut = nodes.cutOff(List.of(owner), others(nodes, owner));
        nodes.await(owner.keep(owner.edit(2, 2)));
        List<Edit> alone = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Edit edit = owner.edit(3 + i, 3);
            nodes.simulation.await(owner.keep(edit), Duration.ofMillis(50));
            alone.add(edit);
            nodes.simulation.run(BETWEEN_EDITS);
        }
        nodes.simulation.network().remove(cut);
        nodes.simulation.run(nodes.settings.renewal().plus(nodes.settings.answerTime()));
        Edit together = owner.edit(2_000, 2);
        nodes.await(owner.keep(together));
        alone.add(together);
        isOnAnotherDisk(nodes, owner, alone);
        assertThat(nodes.simulation.failures()).isEmpty();
    }

    @Test
    @DisplayName(
            "D3 a node alone acknowledges in time, however often others are seen to come and go that cannot be reached")
    void othersFlap() {
        ReplicatedNodes nodes = nodes(1);
        Node owner = nodes.served();
        nodes.await(owner.keep(owner.edit(1, 1)));
        nodes.cutOff(List.of(owner), others(nodes, owner));
        nodes.await(owner.keep(owner.edit(2, 2)));
        for (int i = 0; i < 100; i++) {
            owner.membersChanged();
            nodes.simulation.await(owner.keep(owner.edit(3, i)), Duration.ofMillis(50));
            nodes.simulation.run(Duration.ofMillis(i));
        }
        assertThat(nodes.simulation.failures()).isEmpty();
    }

    static LongStream seeds() {
        Long seed = Long.getLong("voxelpopuli.seed");
        return seed == null ? LongStream.rangeClosed(1, 40) : LongStream.of(seed);
    }

    @ParameterizedTest(name = "-Dvoxelpopuli.seed={0}")
    @MethodSource("seeds")
    @DisplayName(
            "D3 keepers are killed and start again, all are there for one more edit, and then the owner and its disk are lost")
    void ownersDiskIsLost(long seed) {
        ReplicatedNodes nodes = nodes(seed);
        RandomGenerator random = nodes.simulation.random("keepers");
        Node owner = nodes.served();
        List<Edit> acknowledged = new ArrayList<>();
        int voxel = 0;
        for (int round = 0; round < 100; round++) {
            for (Node other : others(nodes, owner)) {
                if (random.nextInt(other.host.isRunning() ? 20 : 10) == 0) {
                    if (other.host.isRunning()) {
                        other.crash();
                    } else {
                        nodes.start(other.name);
                    }
                }
            }
            acknowledged.add(kept(nodes, owner, ++voxel));
        }
        others(nodes, owner).stream().filter(node -> !node.host.isRunning()).forEach(node -> nodes.start(node.name));
        acknowledged.add(kept(nodes, owner, ++voxel));

        owner.crash();
        Node next = nodes.nearest().get(0);
        nodes.await(next.locate(CHUNK));
        nodes.simulation.run(SOON);
        assertThat(nodes.owner().durable()).containsAll(acknowledged);
        assertThat(nodes.simulation.failures()).isEmpty();
    }

    private static Edit kept(ReplicatedNodes nodes, Node owner, int voxel) {
        Edit edit = owner.edit(voxel, 1);
        CompletableFuture<Void> kept = owner.keep(edit);
        nodes.await(kept);
        nodes.simulation.run(BETWEEN_EDITS);
        return edit;
    }
}
