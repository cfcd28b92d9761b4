package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.Links;

@Tag("once")
@DisplayName("N11, N12 News only make it faster")
class NewsLostTest extends SimulatedGame {
    private final RandomGenerator random = simulation.random("players");
    private final List<SimulatedPlayer> players = new ArrayList<>();
    private int lost;

    /** A question that tells names and asks for none. */
    private boolean isNews(byte[] payload) {
        if (!(Links.packet(payload) instanceof Interest interest)) {
            return false;
        }
        int question = settings.prefix().size() + 1 + settings.space().prefixLevel();
        Optional<Octant> octant = SimulatedLiar.octant(settings, interest);
        return octant.isPresent()
                && DiscoveryQuestion.decode(
                                        octant.get(),
                                        interest.name().get(question).value(),
                                        settings.digest(),
                                        settings.space().levels())
                                .upTo()
                        == 0;
    }

    private List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (SimulatedPlayer a : players) {
            for (SimulatedPlayer b : players) {
                if (a != b && !a.sees(b)) {
                    missing.add(a.host.name() + " does not see " + b.host.name());
                }
            }
        }
        return missing;
    }

    private Point somewhere() {
        return new Point(10_000 + random.nextDouble(500), 10_000, 10_000 + random.nextDouble(500));
    }

    @Test
    @DisplayName(
            "N11, N12 where all news are lost who comes sees all within 2 s, and is seen by all when they have asked again, which takes 11 s at most")
    void allNewsLost() {
        settings = settings.withRadius(1_024, 512, 1_024)
                .withTimes(settings.times().withUpdateInterval(Duration.ofSeconds(1)));
        simulation.network().add((packet, noise, next) -> {
            if (isNews(packet.payload())) {
                lost++;
            } else {
                next.accept(packet);
            }
        });
        Duration settled = settings.times().settledInterval().plusSeconds(1);
        for (int i = 0; i < 12; i++) {
            SimulatedPlayer newcomer = join("p" + i, somewhere());
            players.add(newcomer);
            simulation.run(Duration.ofSeconds(2));
            assertThat(newcomer.sees()).as("seed %d", seed).hasSize(i);
            simulation.run(settled.minusSeconds(2));
            assertThat(missing()).as("seed %d", seed).isEmpty();
        }
        for (int i = 0; i < 4; i++) {
            SimulatedPlayer walker = players.get(i);
            walker.avatar.moveTo(new Point(30_000, 10_000, 10_000));
            simulation.run(Duration.ofSeconds(20));
            assertThat(walker.sees()).isEmpty();
            walker.avatar.moveTo(somewhere());
            simulation.run(settled);
            assertThat(missing()).as("seed %d", seed).isEmpty();
        }
        assertThat(lost).isGreaterThan(100);
    }
}
