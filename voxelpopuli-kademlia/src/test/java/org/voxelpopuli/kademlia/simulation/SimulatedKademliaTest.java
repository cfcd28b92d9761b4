package org.voxelpopuli.kademlia.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;

class SimulatedKademliaTest {
    private static final Duration APART = Duration.ofMillis(10);

    private static long fingerprint(long seed) {
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.grow(30);
        network.lookUp("lookups", 20, APART);
        return network.simulation().fingerprint();
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        assertThat(fingerprint(1)).isEqualTo(fingerprint(1)).isNotEqualTo(fingerprint(2));
    }

    @Test
    void aNetworkGrowsInStepsAndItsLookupsAreExact() {
        SimulatedKademlia network = new SimulatedKademlia(3);
        List<KademliaNode> joined = new ArrayList<>();
        network.grow(10, joined::add);
        network.grow(60, joined::add);
        assertThat(network.names()).hasSize(60).startsWith("n0", "n1").endsWith("n59");
        assertThat(joined).containsExactlyInAnyOrderElementsOf(network.nodes());
        assertThat(network.lookUp("lookups", 100, APART)).hasSize(100).allSatisfy(lookup -> {
            assertThat(lookup.exact()).isTrue();
            assertThat(lookup.hops()).isBetween(0, 5);
            // The k closest, of which the node itself may be one, have been asked and have answered.
            assertThat(lookup.messages()).isGreaterThanOrEqualTo(2 * 19);
            assertThat(lookup.took()).isPositive();
        });
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    void whoHasCrashedIsNoLongerAmongTheClosest() {
        SimulatedKademlia network = new SimulatedKademlia(4);
        network.grow(8);
        NodeId victim = network.node("n5").id();
        assertThat(network.trulyClosest(victim, 3)).hasSize(3).startsWith(victim);
        network.crash("n5");
        assertThat(network.trulyClosest(victim, 3)).hasSize(3).doesNotContain(victim);
        network.crash(4);
        assertThat(network.nodes()).hasSize(3);
        assertThatThrownBy(() -> network.node("n5"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no node n5");
    }
}
