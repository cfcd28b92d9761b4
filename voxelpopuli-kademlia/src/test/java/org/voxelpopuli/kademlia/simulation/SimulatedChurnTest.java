package org.voxelpopuli.kademlia.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SimulatedChurnTest {
    private static final Churn HURRIED =
            new Churn(Duration.ofMinutes(60), 20, Duration.ofMinutes(30), Duration.ofSeconds(4));

    private static SimulatedKademlia network(long seed, int nodes) {
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.settings(s -> s.k(8));
        network.simulation().network().datagramLoss(0.01);
        network.grow(nodes);
        return network;
    }

    @Test
    @DisplayName("V5 under churn (sessions of an hour, 1 % loss) 99.9 % of gets find the newest version")
    void getsFindTheNewest() {
        SimulatedKademlia network = network(59, 100);
        ChurnReport report = new SimulatedChurn(network, HURRIED).run(Duration.ofHours(2));
        assertThat(report.deaths()).isGreaterThan(150);
        assertThat(report.puts()).isGreaterThan(80);
        assertThat(report.gets()).isGreaterThan(1_700);
        assertThat(report.newestPercent()).as("seed 59: %s", report).isGreaterThanOrEqualTo(99.9);
        assertThat(network.nodes()).hasSize(100);
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    void theSameSeedGivesTheSameReport() {
        Duration span = Duration.ofMinutes(10);
        ChurnReport once = new SimulatedChurn(network(1, 20), HURRIED).run(span);
        assertThat(new SimulatedChurn(network(1, 20), HURRIED).run(span))
                .isEqualTo(once)
                .isNotEqualTo(new SimulatedChurn(network(2, 20), HURRIED).run(span));
    }
}
