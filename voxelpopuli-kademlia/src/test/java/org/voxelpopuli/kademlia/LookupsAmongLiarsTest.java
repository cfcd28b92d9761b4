package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.simulation.Lie;
import org.voxelpopuli.kademlia.simulation.ObservedLookup;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

@Tag("once")
class LookupsAmongLiarsTest {
    private static final int NODES = 300;
    private static final int LOOKUPS = 400;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    @DisplayName(
            "Where a fifth of the nodes invent contacts, name only each other, refuse or answer late, 99 % of lookups on"
                    + " 8 disjoint paths find the right nodes")
    void lookupsAmongLiarsFindTheRightNodes(long seed) {
        SimulatedKademlia network = new SimulatedKademlia(seed);
        // The puzzle is off: the liars have solved it.
        network.settings(settings -> settings.puzzleBits(0).disjointPaths(8));
        network.grow(NODES);
        network.lie(NODES / 5, Lie.values());
        List<ObservedLookup> lookups = network.lookUp("among liars", LOOKUPS, Duration.ofMillis(10));
        List<String> faults =
                lookups.stream().flatMap(lookup -> lookup.fault().stream()).toList();
        assertThat(faults)
                .as("what was wrong with some of %d lookups, seed %d", LOOKUPS, seed)
                .hasSizeLessThanOrEqualTo(LOOKUPS / 100);
        assertThat(network.simulation().failures()).isEmpty();
    }
}
