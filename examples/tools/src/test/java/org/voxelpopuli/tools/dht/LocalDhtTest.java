package org.voxelpopuli.tools.dht;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;

class LocalDhtTest {
    private final LocalDht network =
            new LocalDht(new NodeKind(3, Compatibility.NONE, Dialect.CBOR), new SplittableRandom(1));

    @Test
    void whoIsToAskOthersIsNotAmongTheClosest() {
        try (network) {
            for (int i = 0; i < 6; i++) {
                network.join();
            }
            NodeId key = network.anyKey();
            KademliaNode node = network.anyWithout(key);
            long closer = IntStream.range(0, network.size())
                    .filter(i -> key.compareDistance(network.node(i).id(), node.id()) < 0)
                    .count();
            assertThat(closer).isGreaterThanOrEqualTo(3);
            network.stop(3);
            assertThat(network.size()).isEqualTo(3);
            assertThat(LocalDht.await(network.anyWithout(key).lookup(key))).isNotEqualTo(List.of());
        }
    }

    @Test
    void aNodeThatJoinsAsksOthersForNodes() {
        try (network) {
            assertThat(network.join().findNodeCalls()).isZero();
            assertThat(network.join().findNodeCalls()).isPositive();
        }
    }
}
