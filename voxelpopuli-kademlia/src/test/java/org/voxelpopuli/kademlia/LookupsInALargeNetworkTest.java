package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

@Tag("once")
class LookupsInALargeNetworkTest {
    private static final List<TableLayout> LAYOUTS = List.of(TableLayout.values());
    private static final int NODES = 500;
    private static final int LOOKUPS = 1_000;
    private static final int SEEDS = 20;
    private static final int AT_ONCE = 50;

    @Test
    @DisplayName(
            "V3.1, V3.3 1000 lookups in networks of 500 nodes each find exactly the closest, also after 30 % have died")
    void lookupsAreExact() {
        Long only = Long.getLong("voxelpopuli.seed");
        LongStream seeds = only != null ? LongStream.of(only) : LongStream.rangeClosed(1, SEEDS);
        // Each simulation lives on one thread; two run beside each other.
        seeds.parallel().forEach(seed -> {
            try {
                check(seed);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("Failed with -Dvoxelpopuli.seed=" + seed + ": " + e.getMessage(), e);
            }
        });
    }

    private static void check(long seed) {
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.settings(s -> s.layout(LAYOUTS.get((int) (seed % LAYOUTS.size()))));
        network.grow(NODES);
        lookUp(network, "before", LOOKUPS);
        network.crash(NODES * 3 / 10);
        // Every node refreshes its buckets within the hour.
        network.simulation().run(Duration.ofMinutes(66));
        lookUp(network, "after", LOOKUPS);
        assertThat(network.simulation().failures()).isEmpty();
    }

    private static void lookUp(SimulatedKademlia network, String phase, int count) {
        RandomGenerator random = network.simulation().random(phase);
        List<KademliaNode> nodes = network.nodes();
        for (int done = 0; done < count; done += AT_ONCE) {
            List<NodeId> keys = new ArrayList<>();
            List<CompletableFuture<List<Contact>>> results = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                keys.add(NodeId.random(random));
                results.add(nodes.get(random.nextInt(nodes.size())).lookup(keys.get(i)));
            }
            for (int i = 0; i < AT_ONCE; i++) {
                assertThat(network.await(results.get(i)))
                        .as("lookup %d %s the deaths", done + i, phase)
                        .extracting(Contact::id)
                        .isEqualTo(network.trulyClosest(keys.get(i), 20));
            }
        }
    }
}
