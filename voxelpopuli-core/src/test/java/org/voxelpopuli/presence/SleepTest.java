package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.world.PlayerName;

@Tag("once")
@DisplayName("N12, N13 A laptop that is closed and opened again")
class SleepTest extends SimulatedGame {
    private static final Duration SEEN_AGAIN = Duration.ofSeconds(2);
    private static final Duration GHOSTS_GONE = Duration.ofSeconds(4);

    private static Point at(double x) {
        return new Point(10_000 + x, 10_000, 10_000);
    }

    private static List<String> seenLately(Avatar avatar) {
        return avatar.neighbours().stream()
                .filter(each -> each.age().compareTo(Duration.ofSeconds(1)) < 0)
                .map(each -> each.name().name().text())
                .toList();
    }

    @ParameterizedTest(name = "asleep for {0} s, its clock stops: {1}")
    @CsvSource({"10,true", "10,false", "120,true", "120,false", "3600,true", "3600,false"})
    @DisplayName(
            "N12, N13 it sees those who are there and is seen within 2 s, whoever came meanwhile too, goes on telling where it is, and draws nobody after 4 s who went, left or died")
    void sleeps(int seconds, boolean stopsClock) {
        settings = settings.withTimes(settings.times().withUpdateInterval(Duration.ofMillis(250)))
                .withRadius(1_024, 512, 1_024);
        SimulatedHost host = simulation.newHost("anna");
        SleepingMachine machine = new SleepingMachine(simulation, host, stopsClock);
        Presence presence = simulation.await(
                Presence.start(
                        machine,
                        host.newIdentity(0),
                        host.socketAddress(6363),
                        bound -> routes.of(host, bound),
                        settings),
                SimulatedPlayer.LIMIT);
        Avatar anna =
                simulation.await(presence.join(new PlayerName("anna"), at(0), listener("anna")), SimulatedPlayer.LIMIT);
        SimulatedPlayer bert = join("bert", at(100));
        SimulatedPlayer carl = join("carl", at(-100));
        SimulatedPlayer leaves = join("leaves", at(200));
        SimulatedPlayer dies = join("dies", at(300));
        SimulatedPlayer goes = join("goes", at(400));
        simulation.run(Duration.ofSeconds(20));
        assertThat(anna.neighbours()).as("seed %d", seed).hasSize(5);
        machine.sleep();
        simulation.run(Duration.ofSeconds(2));
        simulation.await(leaves.presence.stop(), SimulatedPlayer.LIMIT);
        dies.host.crash();
        goes.avatar.moveTo(at(30_000));
        SimulatedPlayer comes = join("comes", at(50));
        simulation.run(Duration.ofSeconds(seconds - 2L));
        machine.wake();
        // Its first moves after it are news to those who knew it before.
        anna.moveTo(at(10));
        simulation.run(SEEN_AGAIN);
        assertThat(seenLately(anna)).as("seed %d", seed).containsExactlyInAnyOrder("bert", "carl", "comes");
        for (SimulatedPlayer each : List.of(bert, carl, comes)) {
            assertThat(seenLately(each.avatar))
                    .as("what %s sees, seed %d", each.host.name(), seed)
                    .contains("anna");
            assertThat(each.avatar.neighbours())
                    .anySatisfy(other -> assertThat(other.position()).isEqualTo(at(10)));
        }
        simulation.run(GHOSTS_GONE.minus(SEEN_AGAIN));
        assertThat(anna.neighbours())
                .as("seed %d", seed)
                .extracting(each -> each.name().name().text())
                .containsExactlyInAnyOrder("bert", "carl", "comes");
    }
}
