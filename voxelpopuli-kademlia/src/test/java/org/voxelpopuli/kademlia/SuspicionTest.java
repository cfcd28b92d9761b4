package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

@DisplayName("V11.2 A dead node is waited for once, not by each search that meets it")
class SuspicionTest {
    private static final NodeId KEY = NodeId.sha1Of("a key");

    /** So few that everybody is among the closest, as in the network of a few friends. */
    private static final int NODES = 5;

    private final SimulatedKademlia network = new SimulatedKademlia(7);

    private Duration lookup(KademliaNode node) {
        Duration before = network.simulation().elapsed();
        network.await(node.lookup(KEY));
        return network.simulation().elapsed().minus(before);
    }

    @Test
    void theSecondSearchHardlyWaits() {
        network.grow(NODES);
        KademliaNode node = network.node("n1");
        Duration before = lookup(node);
        network.crash("n3");
        Duration first = lookup(node);
        Duration second = lookup(node);
        assertThat(first).isGreaterThan(before.multipliedBy(3));
        assertThat(second).isLessThan(first.dividedBy(2));
    }

    @Test
    @DisplayName(
            "V11.2 Who is said to be gone is not waited for at all, and is asked as before when it is heard of again")
    void whoIsSaidToBeGoneIsNotWaitedFor() {
        network.grow(NODES);
        KademliaNode node = network.node("n1");
        Duration before = lookup(node);
        Contact third = network.node("n3").network().self();
        node.network().suspect(third);
        assertThat(network.await(node.lookup(KEY))).contains(third);
        node.network().suspect(third);
        network.crash("n3");
        assertThat(lookup(node)).isLessThan(before.multipliedBy(4));
    }
}
