package org.voxelpopuli.kademlia.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.KademliaListener;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

class RecordsTest {
    private static final NodeId KEY = NodeId.sha1Of("a record");

    private final SimulatedKademlia network = new SimulatedKademlia(47);

    private int holders() {
        return (int) network.nodes().stream()
                .filter(node -> network.await(node.status()).records().get("value") > 0)
                .count();
    }

    @Test
    @DisplayName(
            "V2.8 a record is handed to newcomers that are among the k closest, and survives all its first holders")
    void newcomersReplaceTheHolders() {
        network.settings(s -> s.k(4));
        network.grow(12);
        assertThat(network.await(network.node("n3").store(KEY, "kept"))).isEqualTo(4);
        for (int round = 0; round < 3; round++) {
            List<NodeId> before = network.trulyClosest(KEY, 4);
            // Newcomers closer to the key than all who hold it, one after the other.
            for (int i = 0; i < 200 && network.trulyClosest(KEY, 4).stream().anyMatch(before::contains); i++) {
                String name = "new " + round + " " + i;
                if (KEY.compareDistance(NodeId.of(network.identity(name).id()), before.get(0)) < 0) {
                    network.join(name, "n" + (i % 3));
                    network.simulation().run(Duration.ofSeconds(2));
                }
            }
        }
        network.names().stream()
                .filter(name ->
                        name.startsWith("n") && !name.startsWith("new") && Integer.parseInt(name.substring(1)) > 2)
                .forEach(network::crash);
        network.simulation().run(Duration.ofSeconds(1));
        assertThat(network.await(network.node("n1").find(KEY))).contains("kept");
    }

    @Test
    @DisplayName("V2.8, P5 holders republish hourly, one of them for all")
    void republishing() {
        network.settings(s -> s.k(8));
        network.grow(30);
        network.await(network.node("n3").store(KEY, "kept"));
        int[] stores = {0};
        network.nodes()
                .forEach(node -> node.addListener(new KademliaListener() {
                    @Override
                    public void served(String rpc) {
                        stores[0] += rpc.equals("STORE") ? 1 : 0;
                    }
                }));
        network.simulation().run(Duration.ofMinutes(50));
        assertThat(stores[0]).isZero();
        // The publisher and most holders are gone; the rest see to it that there are eight again.
        List<NodeId> holders = network.trulyClosest(KEY, 8);
        network.names().stream()
                .filter(name ->
                        holders.subList(0, 6).contains(network.node(name).id()) || name.equals("n3"))
                .forEach(network::crash);
        network.simulation().run(Duration.ofMinutes(20));
        assertThat(stores[0]).isBetween(7, 24);
        assertThat(holders()).isGreaterThanOrEqualTo(8);
        assertThat(network.await(network.nodes().get(0).find(KEY))).contains("kept");
    }

    @Test
    @DisplayName(
            "V2.8 a record that nobody republishes expires after a day; time in which a node is switched off does not count")
    void expiry() {
        KademliaNode node = network.start("n0");
        network.await(node.store(KEY, "kept"));
        network.simulation().run(Duration.ofHours(20));
        network.crash("n0");
        network.simulation().run(Duration.ofDays(7));
        network.start("n0");
        assertThat(network.await(network.node("n0").find(KEY))).contains("kept");
    }

    @Test
    @DisplayName("V2.8 a holder that is no longer among the closest forgets after a day")
    void formerHoldersForget() {
        network.settings(s -> s.k(2));
        network.grow(2);
        network.await(network.node("n0").store(KEY, "kept"));
        for (int i = 2; i < 20; i++) {
            network.join("n" + i, "n0");
        }
        network.simulation().run(Duration.ofMinutes(5));
        int crowded = holders();
        network.simulation().run(Duration.ofHours(26));
        assertThat(holders()).isBetween(2, Math.max(2, crowded - 1));
        assertThat(network.await(network.node("n7").find(KEY))).contains("kept");
    }

    @Test
    void putsOfOneNodeUnderOneKeyAreAppliedInTheirOrder() {
        network.grow(25);
        var first = network.node("n3").store(KEY, "1");
        var second = network.node("n3").store(KEY, "2");
        var third = network.node("n3").store(KEY, "3");
        assertThat(network.await(first)).isEqualTo(20);
        assertThat(network.await(second)).isEqualTo(20);
        assertThat(network.await(third)).isEqualTo(20);
        for (KademliaNode node : network.nodes()) {
            assertThat(network.await(node.find(KEY))).isEqualTo(Optional.of("3"));
        }
    }

    @Test
    @DisplayName("Who need not wait for all is told once enough nodes keep the record; the others get it, too")
    void enoughNodes() {
        network.settings(s -> s.k(8));
        network.grow(30);
        network.trulyClosest(KEY, 8).subList(0, 3).forEach(silent -> network.names().stream()
                .filter(name -> network.node(name).id().equals(silent))
                .forEach(network::crash));
        KademliaNode node = network.node(network.names().get(0));
        long began = network.simulation().elapsed().toMillis();
        assertThat(network.await(node.store(KEY, "kept", 3))).isEqualTo(3);
        long three = network.simulation().elapsed().toMillis() - began;
        assertThat(network.await(node.store(KEY, "kept again"))).isGreaterThanOrEqualTo(8);
        assertThat(network.simulation().elapsed().toMillis() - began).isGreaterThan(three);
        assertThat(holders()).isGreaterThanOrEqualTo(8);
        assertThat(network.await(node.find(KEY))).contains("kept again");
        assertThatThrownBy(() -> node.store(KEY, "kept", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed are 1 or more");
    }
}
