package org.voxelpopuli.kademlia.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.simulation.SeededRandom;

class LookupTruthTest {
    private static final int K = 4;

    private final RandomGenerator random = SeededRandom.of(1, "ids");
    private final NodeId key = NodeId.random(random);
    /** By rising distance; the second and the fifth lie. */
    private final List<NodeId> live = Stream.generate(() -> NodeId.random(random))
            .limit(10)
            .sorted(Comparator.comparing(id -> id, key::compareDistance))
            .toList();

    private final LookupTruth truth =
            new LookupTruth(key, K, List.of(live.get(0), live.get(2), live.get(3), live.get(5)), new HashSet<>(live));

    private List<NodeId> nodes(int... at) {
        List<NodeId> nodes = new ArrayList<>();
        for (int i : at) {
            nodes.add(live.get(i));
        }
        return nodes;
    }

    @Test
    void thoseWhoLieMayBeFoundOrBeMissing() {
        assertThat(truth.fault(nodes(0, 1, 2, 3))).isEmpty();
        assertThat(truth.fault(nodes(0, 2, 3, 5))).isEmpty();
        assertThat(truth.fault(nodes(0, 2, 3, 4))).isEmpty();
    }

    @Test
    void honestNodesMayNotBeMissing() {
        assertThat(truth.fault(nodes(0, 1, 3, 4))).hasValueSatisfying(fault -> assertThat(fault)
                .contains(live.get(2).toString(), "missing"));
        assertThat(truth.fault(nodes(0, 2, 3))).hasValueSatisfying(fault -> assertThat(fault)
                .contains(live.get(5).toString(), "missing"));
        assertThat(truth.fault(List.of())).isPresent();
    }

    @Test
    void whoDoesNotLiveMayNotBeFound() {
        NodeId invented = key.randomAtDistance(0, 20, random);
        List<NodeId> found = nodes(0, 2, 3);
        found.add(0, invented);
        assertThat(truth.fault(found))
                .hasValueSatisfying(fault -> assertThat(fault).contains(invented.toString(), "no live node"));
    }

    @Test
    void orderAndNumberAreWhatWasAskedFor() {
        assertThat(truth.fault(nodes(2, 0, 3, 5))).isPresent();
        assertThat(truth.fault(nodes(0, 0, 2, 3))).isPresent();
        assertThat(truth.fault(nodes(0, 1, 2, 3, 4))).isPresent();
    }

    @Test
    void inASmallNetworkAllHonestNodesAreFound() {
        LookupTruth small = new LookupTruth(key, K, nodes(0, 2), Set.copyOf(nodes(0, 1, 2)));
        assertThat(small.fault(nodes(0, 2))).isEmpty();
        assertThat(small.fault(nodes(0, 1, 2))).isEmpty();
        assertThat(small.fault(nodes(0, 1))).isPresent();
    }
}
