package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.voxelpopuli.simulation.Simulation;

/** Players in a simulated network whose packets take 20 ms, with routes that are found in 50 ms, and what they are told. After each test nothing has failed. */
abstract class SimulatedGame {
    final long seed = Long.getLong("voxelpopuli.seed", 1);
    final Simulation simulation = new Simulation(seed);
    final SimulatedRoutes routes = new SimulatedRoutes(Duration.ofMillis(50));

    /** Of those who join from now on. */
    PresenceSettings settings = PresenceSettings.DEFAULT;

    /** Such as {@code anna: bert appeared}. */
    final List<String> events = new ArrayList<>();

    SimulatedGame() {
        simulation.network().latency(Duration.ofMillis(20), Duration.ofMillis(20));
    }

    /** A player whose events are written down. */
    SimulatedPlayer join(String name, Point position) {
        return join(name, position, listener(name));
    }

    SimulatedPlayer join(String name, Point position, PresenceListener listener) {
        return new SimulatedPlayer(simulation, routes, settings, name, position, listener);
    }

    /** Writes down who appears, leaves and is offline. */
    PresenceListener listener(String name) {
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

    PresenceStatus status(SimulatedPlayer player) {
        return simulation.await(player.presence.status(), SimulatedPlayer.LIMIT);
    }

    @AfterEach
    void nothingFailed() {
        assertThat(simulation.failures()).as("seed %d", seed).isEmpty();
    }
}
