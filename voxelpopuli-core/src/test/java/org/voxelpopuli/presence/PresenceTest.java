package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N13 Presence")
class PresenceTest {
    private final Simulation simulation = new Simulation(Long.getLong("voxelpopuli.seed", 1));
    private final SimulatedRoutes routes = new SimulatedRoutes(Duration.ofMillis(50));
    private final List<String> events = new ArrayList<>();

    private PresenceSettings settings = PresenceSettings.DEFAULT;

    PresenceTest() {
        simulation.network().latency(Duration.ofMillis(20), Duration.ofMillis(20));
    }

    private SimulatedPlayer join(String name, Point position) {
        return new SimulatedPlayer(simulation, routes, settings, name, position, listener(name));
    }

    private PresenceListener listener(String name) {
        return new PresenceListener() {
            @Override
            public void appeared(Neighbour neighbour) {
                events.add(name + ": " + neighbour.name().name() + " appeared");
            }

            @Override
            public void left(Neighbour neighbour) {
                events.add(name + ": " + neighbour.name().name() + " left");
            }

            @Override
            public void offline(Neighbour neighbour) {
                events.add(name + ": " + neighbour.name().name() + " offline");
            }
        };
    }

    @AfterEach
    void nothingFailed() {
        assertThat(simulation.failures()).isEmpty();
    }

    @Test
    @DisplayName("N13 two players and no other node see each other, where they are, and that one leaves")
    void two() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        SimulatedPlayer bert = join("bert", new Point(10_100, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(5));
        assertThat(anna.sees()).containsExactly("bert");
        assertThat(bert.sees()).containsExactly("anna");
        for (int i = 0; i < 100; i++) {
            bert.avatar.moveTo(new Point(10_100 + i, 10_000, 10_000));
            simulation.run(Duration.ofMillis(40));
        }
        Neighbour seen = anna.avatar.neighbours().get(0);
        assertThat(seen.position().x()).isGreaterThan(10_195);
        assertThat(seen.age()).isLessThan(Duration.ofMillis(100));
        assertThat(seen.octant()).isEqualTo(settings.space().leaf(seen.position()));
        bert.avatar.moveTo(new Point(60_000, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(2));
        assertThat(anna.sees()).isEmpty();
        assertThat(events)
                .containsExactlyInAnyOrder(
                        "anna: bert appeared", "bert: anna appeared", "anna: bert left", "bert: anna left");
    }

    @Test
    @DisplayName("N7 who falls silent is offline after 20 timeouts, and comes back")
    void offline() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        SimulatedPlayer bert = join("bert", new Point(10_100, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(5));
        bert.host.crash();
        simulation.run(Duration.ofSeconds(9));
        assertThat(anna.sees()).containsExactly("bert");
        simulation.run(Duration.ofSeconds(2));
        assertThat(anna.sees()).isEmpty();
        assertThat(events).contains("anna: bert offline");
        SimulatedPlayer again = join("carl", new Point(10_100, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(5));
        assertThat(anna.sees()).containsExactly("carl");
        assertThat(again.sees()).containsExactly("anna");
    }

    @Test
    @DisplayName("N5 peers of different instances never see each other")
    void instances() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        settings = new PresenceSettings(
                settings.prefix(),
                "other",
                settings.space(),
                settings.digest(),
                settings.neighbours(),
                settings.radius(),
                settings.radiusStep(),
                settings.maxRadius(),
                settings.maxKnown(),
                settings.times(),
                settings.optimisations());
        SimulatedPlayer bert = join("bert", new Point(10_000, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(30));
        assertThat(anna.sees()).isEmpty();
        assertThat(bert.sees()).isEmpty();
    }

    @Test
    @DisplayName("N13 fifty that join at once know all within their range, and several avatars of one node each other")
    void fifty() {
        List<SimulatedPlayer> players = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            players.add(join("p" + i, new Point(10_000 + 40 * i, 10_000, 10_000)));
        }
        SimulatedPlayer first = players.get(0);
        Avatar second = simulation.await(
                first.presence.join(new PlayerName("pet"), new Point(10_010, 10_000, 10_000), listener("pet")),
                SimulatedPlayer.LIMIT);
        simulation.run(Duration.ofSeconds(10));
        for (int i = 0; i < 50; i++) {
            List<String> sees = players.get(i).sees();
            assertThat(sees).as("what p%d sees", i).hasSize(20);
            if (i > 0) {
                assertThat(sees).as("what p%d sees", i).contains("p" + (i - 1));
            }
        }
        assertThat(second.neighbours().get(0).name().name().text()).isEqualTo("p0");
        assertThatThrownBy(() -> simulation.await(
                        first.presence.join(new PlayerName("pet"), new Point(0, 0, 0), listener("pet")),
                        SimulatedPlayer.LIMIT))
                .hasMessageContaining("already has an avatar named pet");
    }
}
