package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.simulation.ObservedLookup;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

@Tag("once")
class LookupSpeedUnderFaultsTest {
    private static final int NODES = 300;
    private static final int LOOKUPS = 500;
    private static final Duration APART = Duration.ofMillis(20);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @DisplayName(
            "With 30 % of all contacts silently dead and 1 % loss, lookups take at most twice the time at the median"
                    + " and four times at p99")
    void silentContactsCostLittleTime(long seed) {
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.grow(NODES);
        List<ObservedLookup> healthy = network.lookUp("healthy", LOOKUPS, APART);
        network.crash(NODES * 3 / 10);
        network.simulation().network().datagramLoss(0.01);
        List<ObservedLookup> faulty = network.lookUp("faulty", LOOKUPS, APART);
        String measured = "seed %d: median %d ms, healthy %d ms; p99 %d ms, healthy %d ms; exact %d of %d"
                .formatted(
                        seed,
                        at(faulty, 50).toMillis(),
                        at(healthy, 50).toMillis(),
                        at(faulty, 99).toMillis(),
                        at(healthy, 99).toMillis(),
                        faulty.stream().filter(ObservedLookup::exact).count(),
                        LOOKUPS);
        assertThat(at(faulty, 50))
                .as(measured)
                .isLessThanOrEqualTo(at(healthy, 50).multipliedBy(2));
        assertThat(at(faulty, 99))
                .as(measured)
                .isLessThanOrEqualTo(at(healthy, 99).multipliedBy(4));
        assertThat(network.simulation().failures()).isEmpty();
    }

    private static Duration at(List<ObservedLookup> lookups, int percent) {
        return lookups.stream().map(ObservedLookup::took).sorted().toList().get(lookups.size() * percent / 100);
    }
}
