package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.world.PlayerName;

@Tag("once")
@DisplayName("N10 Under congestion the area of interest shrinks")
class CongestionTest extends SimulatedGame {
    private static Point at(int number) {
        return new Point(10_000 + 100 * number, 10_000, 10_000);
    }

    private double radius(SimulatedPlayer player) {
        return status(player).avatars().get(0).radius();
    }

    @Test
    @DisplayName("N10 while most questions are lost the radius shrinks by steps, and grows again when they are not")
    void radius() {
        SimulatedPlayer anna = join("anna", at(0));
        for (int i = 1; i <= 8; i++) {
            var unused = join("b" + i, at(i));
        }
        simulation.run(Duration.ofSeconds(20));
        assertThat(radius(anna)).isEqualTo(settings.maxRadius());
        simulation.network().datagramLoss(0.7);
        simulation.run(Duration.ofSeconds(8));
        assertThat(radius(anna)).as("seed %d", seed).isBetween(settings.radiusStep(), settings.maxRadius() / 2);
        assertThat(anna.sees()).as("who is near is drawn all the same").contains("b1", "b2");
        simulation.network().datagramLoss(0);
        simulation.run(Duration.ofSeconds(30));
        assertThat(radius(anna)).as("seed %d", seed).isEqualTo(settings.maxRadius());
        assertThat(anna.sees()).hasSize(8);
    }

    @Test
    @DisplayName("N10, N12 a quarter that dies is no congestion")
    void deaths() {
        SimulatedPlayer anna = join("anna", at(0));
        for (int i = 1; i <= 8; i++) {
            SimulatedPlayer other = join("b" + i, at(i));
            if (i % 4 == 0) {
                simulation.run(Duration.ofSeconds(10));
                other.host.crash();
            }
        }
        double before = radius(anna);
        simulation.run(Duration.ofSeconds(15));
        assertThat(radius(anna)).isGreaterThanOrEqualTo(before);
    }

    @Test
    @DisplayName("N10, N12 a node with many avatars that dies is no congestion")
    void manyOfOne() {
        settings = settings.withTimes(settings.times().withUpdateInterval(Duration.ofMillis(250)));
        SimulatedPlayer anna = join("anna", at(0));
        for (int i = 1; i <= 4; i++) {
            var unused = join("b" + i, at(i));
        }
        SimulatedPlayer host = join("host", at(5));
        for (int i = 1; i <= 8; i++) {
            simulation.await(
                    host.presence.join(new PlayerName("pet" + i), at(i), new PresenceListener() {}),
                    SimulatedPlayer.LIMIT);
        }
        simulation.run(Duration.ofSeconds(15));
        assertThat(anna.sees()).hasSize(13);
        double before = radius(anna);
        host.host.crash();
        simulation.run(Duration.ofSeconds(8));
        assertThat(radius(anna)).as("seed %d", seed).isGreaterThanOrEqualTo(before);
    }

    @Test
    @DisplayName("N10, N12 where a fifth of the packets is lost the radius does not shrink, however few are around")
    void someLoss() {
        settings = settings.withRadius(1_536, 512, 1_536)
                .withTimes(settings.times().withUpdateInterval(Duration.ofMillis(250)));
        SimulatedPlayer anna = join("anna", at(0));
        for (int i = 1; i <= 5; i++) {
            var unused = join("b" + i, at(i));
        }
        simulation.network().datagramLoss(0.2);
        for (int i = 0; i < 60; i++) {
            simulation.run(Duration.ofSeconds(1));
            assertThat(radius(anna)).as("after %d s, seed %d", i, seed).isEqualTo(1_536);
        }
    }
}
