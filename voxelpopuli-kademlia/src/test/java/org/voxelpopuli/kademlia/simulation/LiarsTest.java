package org.voxelpopuli.kademlia.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.LookupTrace;

class LiarsTest {
    private static final int NODES = 40;
    private static final int LIARS = 6;

    /** What the liars did in some lookups of one honest node. */
    private static List<LookupTrace.Step> stepsOfLiars(Lie lie) {
        SimulatedKademlia network = new SimulatedKademlia(11);
        network.grow(NODES);
        network.lie(LIARS, lie);
        Set<NodeId> liars = new HashSet<>();
        network.nodes().forEach(node -> liars.add(node.id()));
        network.honestNodes().forEach(node -> liars.remove(node.id()));
        assertThat(liars).hasSize(LIARS);
        KademliaNode asker = network.honestNodes().get(3);
        List<LookupTrace.Step> steps = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            network.await(asker.trace(NodeId.sha1Of("key " + i))).steps().stream()
                    .filter(step -> liars.contains(step.contact().id()))
                    .forEach(steps::add);
        }
        assertThat(network.simulation().failures()).isEmpty();
        return steps;
    }

    private static List<LookupTrace.Step> of(List<LookupTrace.Step> steps, LookupTrace.Event event) {
        return steps.stream().filter(step -> step.event() == event).toList();
    }

    @Test
    void whoInventsTellsAsMuchAsFitsIntoADatagram() {
        assertThat(of(stepsOfLiars(Lie.INVENT), LookupTrace.Event.ANSWERED))
                .isNotEmpty()
                .allSatisfy(step -> assertThat(step.told()).isEqualTo(40));
    }

    @Test
    void whoColludesTellsOfHisLikeAlone() {
        assertThat(of(stepsOfLiars(Lie.COLLUDE), LookupTrace.Event.ANSWERED))
                .isNotEmpty()
                .allSatisfy(step -> assertThat(step.told()).isEqualTo(LIARS));
    }

    @Test
    void whoRefusesIsAskedInVain() {
        List<LookupTrace.Step> steps = stepsOfLiars(Lie.REFUSE);
        assertThat(of(steps, LookupTrace.Event.ANSWERED)).isEmpty();
        assertThat(of(steps, LookupTrace.Event.SILENT)).isNotEmpty();
    }

    @Test
    void whoIsLateIsNotWaitedFor() {
        List<LookupTrace.Step> steps = stepsOfLiars(Lie.LATE);
        assertThat(of(steps, LookupTrace.Event.LATE)).isNotEmpty();
    }

    @Test
    void theSameSeedLiesTheSameWay() {
        assertThat(fingerprint(1)).isEqualTo(fingerprint(1)).isNotEqualTo(fingerprint(2));
    }

    private static long fingerprint(long seed) {
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.grow(NODES);
        network.lie(NODES / 5, Lie.values());
        network.lookUp("among liars", 20, Duration.ofMillis(10));
        return network.simulation().fingerprint();
    }

    @Test
    void noMoreLieThanThereAreHonestOnes() {
        SimulatedKademlia network = new SimulatedKademlia(1);
        network.grow(4);
        network.lie(3, Lie.REFUSE);
        assertThat(network.honestNodes()).hasSize(1);
        assertThatThrownBy(() -> network.lie(2, Lie.REFUSE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed are 0..1");
    }
}
