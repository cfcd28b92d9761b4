package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

class LookupSpeedUnderFaultsTest {
    private static final int NODES = 300;
    private static final int LOOKUPS = 500;

    private int exact;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @DisplayName(
            "With 30 % of all contacts silently dead and 1 % loss, lookups take at most twice the time at the median"
                    + " and four times at p99")
    void silentContactsCostLittleTime(long seed) {
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.grow(NODES);
        List<Duration> healthy = lookUp(network, "healthy");
        RandomGenerator random = network.simulation().random("deaths");
        for (int i = 0; i < NODES * 3 / 10; i++) {
            List<String> names = network.names();
            network.crash(names.get(random.nextInt(names.size())));
        }
        network.simulation().network().datagramLoss(0.01);
        exact = 0;
        List<Duration> faulty = lookUp(network, "faulty");
        String measured = "seed %d: median %d ms, healthy %d ms; p99 %d ms, healthy %d ms; exact %d of %d"
                .formatted(
                        seed,
                        at(faulty, 50).toMillis(),
                        at(healthy, 50).toMillis(),
                        at(faulty, 99).toMillis(),
                        at(healthy, 99).toMillis(),
                        exact,
                        LOOKUPS);
        assertThat(at(faulty, 50))
                .as(measured)
                .isLessThanOrEqualTo(at(healthy, 50).multipliedBy(2));
        assertThat(at(faulty, 99))
                .as(measured)
                .isLessThanOrEqualTo(at(healthy, 99).multipliedBy(4));
        assertThat(network.simulation().failures()).isEmpty();
    }

    private static Duration at(List<Duration> sorted, int percent) {
        return sorted.get(sorted.size() * percent / 100);
    }

    /** The times that lookups take which begin, each at a random node, 20 ms one after another; sorted. */
    private List<Duration> lookUp(SimulatedKademlia network, String phase) {
        RandomGenerator random = network.simulation().random(phase);
        List<KademliaNode> nodes = network.nodes();
        List<CompletableFuture<List<Contact>>> results = new ArrayList<>();
        List<Duration> times = new ArrayList<>();
        for (int i = 0; i < LOOKUPS; i++) {
            Duration began = network.simulation().elapsed();
            NodeId key = NodeId.random(random);
            CompletableFuture<List<Contact>> result =
                    nodes.get(random.nextInt(nodes.size())).lookup(key);
            results.add(result);
            var unused = result.thenAccept(found -> {
                times.add(network.simulation().elapsed().minus(began));
                List<NodeId> ids = found.stream().map(Contact::id).toList();
                exact += ids.equals(network.trulyClosest(key, 20)) ? 1 : 0;
            });
            network.simulation().run(Duration.ofMillis(20));
        }
        results.forEach(network::await);
        return times.stream().sorted().toList();
    }
}
