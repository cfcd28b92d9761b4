package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.simulation.DatagramDuplication;
import org.voxelpopuli.simulation.Partition;
import org.voxelpopuli.simulation.Reordering;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

@Tag("once")
@DisplayName("N12 Presence survives what networks do")
class RobustnessTest {
    private static final Duration STEP = Duration.ofMillis(200);
    private static final double RADIUS = 1_000;
    private static final double ROOM = 2_500;

    /** A way of 60 ms, a reordering and a duplicate of 200 ms each, the time between two questions, and one step of ours. */
    private static final Duration ON_THE_WAY =
            Duration.ofMillis(60 + 200 + 200 + 250).plus(STEP);

    private final long seed = Long.getLong("voxelpopuli.seed", 1);
    private final Simulation simulation = new Simulation(seed);
    private final SimulatedRoutes routes = new SimulatedRoutes(Duration.ofMillis(100));
    private final RandomGenerator random = simulation.random("players");
    private final List<Player> players = new ArrayList<>();
    private final Map<String, Duration> wrongSince = new HashMap<>();
    private long ghostsSeen;
    private final PresenceSettings settings = PresenceSettings.DEFAULT
            .withInstance("test")
            .withNeighbours(100)
            .withRadius(RADIUS, 512, RADIUS)
            // A tenth of the packets, and nothing here depends on it.
            .withTimes(PresenceTimes.DEFAULT.withUpdateInterval(Duration.ofMillis(250)));

    private final class Player extends SimulatedPlayer {
        private Point to = anywhere();

        Player(String name) {
            super(simulation, routes, settings, name, anywhere(), new PresenceListener() {});
        }

        /** Walks five units a second, as people do where a unit is a metre or two. */
        void walk() {
            Point at = avatar.position();
            double distance = at.distance(to);
            if (distance < 1) {
                to = anywhere();
                return;
            }
            double part = Math.min(1, 5 * STEP.toMillis() / 1_000.0 / distance);
            avatar.moveTo(new Point(
                    at.x() + part * (to.x() - at.x()),
                    at.y() + part * (to.y() - at.y()),
                    at.z() + part * (to.z() - at.z())));
        }
    }

    private Point anywhere() {
        return new Point(
                20_000 + random.nextDouble(ROOM),
                20_000 + random.nextDouble(ROOM / 4),
                20_000 + random.nextDouble(ROOM));
    }

    private void join(int count) {
        for (int i = 0; i < count; i++) {
            players.add(new Player("p" + players.size()));
        }
    }

    /** Everybody walks. */
    private void run(Duration span) {
        for (Duration done = Duration.ZERO; done.compareTo(span) < 0; done = done.plus(STEP)) {
            for (Player player : players) {
                if (player.host.isRunning()) {
                    player.walk();
                }
            }
            simulation.run(STEP);
            watch();
        }
        assertThat(simulation.failures()).as("seed %d", seed).isEmpty();
    }

    private List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (Player a : players) {
            for (Player b : players) {
                boolean inRange = a != b
                        && a.host.isRunning()
                        && b.host.isRunning()
                        && a.avatar.position().distance(b.avatar.position()) < RADIUS - 50;
                if (inRange && !a.sees(b)) {
                    missing.add(a.avatar.name().name() + " does not see "
                            + b.avatar.name().name());
                }
            }
        }
        return missing;
    }

    /** Fails if somebody out of range has been drawn for longer than 20 position timeouts, and for longer than what he sent last can have been on its way. */
    private void watch() {
        Duration now = simulation.elapsed();
        Duration allowed = settings.times().positionTimeout().multipliedBy(20).plus(ON_THE_WAY);
        for (Player a : players) {
            if (!a.host.isRunning()) {
                continue;
            }
            List<Octant> cover = settings.space().cover(a.avatar.position(), RADIUS + 100);
            for (Player b : players) {
                boolean wrong = a != b && a.sees(b) && !(b.host.isRunning() && covers(cover, b));
                String pair = a.host.name() + " still sees " + b.host.name();
                if (!wrong) {
                    wrongSince.remove(pair);
                    continue;
                }
                Duration since = wrongSince.computeIfAbsent(pair, each -> now);
                assertThat(now.minus(since))
                        .as("%s at %s, seed %d", pair, now, seed)
                        .isLessThanOrEqualTo(allowed);
                ghostsSeen++;
            }
        }
    }

    private boolean covers(List<Octant> cover, Player player) {
        Octant leaf = settings.space().leaf(player.avatar.position());
        return cover.stream().anyMatch(each -> each.contains(leaf));
    }

    /** Nobody dead is drawn. */
    private List<String> ghosts() {
        List<String> ghosts = new ArrayList<>();
        for (Player a : players) {
            for (Player b : players) {
                if (a.host.isRunning() && !b.host.isRunning() && a.sees(b)) {
                    ghosts.add(a.host.name() + " still sees " + b.host.name());
                }
            }
        }
        return ghosts;
    }

    @AfterEach
    void nothingFailed() {
        assertThat(simulation.failures()).as("seed %d", seed).isEmpty();
    }

    private void faults() {
        simulation.network().latency(Duration.ofMillis(5), Duration.ofMillis(60));
        simulation.network().datagramLoss(0.1);
        simulation.network().add(new Reordering(0.1, Duration.ofMillis(200)));
        simulation.network().add(new DatagramDuplication(0.05, Duration.ofMillis(200)));
    }

    @Test
    @DisplayName("N12 with a tenth lost, reordered and sent twice, and clocks that differ, all know who is in range")
    void loss() {
        faults();
        join(30);
        for (Player player : players) {
            player.host.setClockSkew(Duration.ofMillis(random.nextInt(-60_000, 60_000)));
        }
        run(settings.times().discoveryInterval().multipliedBy(2));
        for (int i = 0; i < 50; i++) {
            assertThat(missing()).as("seed %d", seed).isEmpty();
            run(Duration.ofSeconds(1));
        }
    }

    @Test
    @DisplayName(
            "N12 after a partition of five minutes every pair in range knows each other within two discovery intervals")
    void partition() {
        faults();
        join(24);
        run(Duration.ofSeconds(10));
        List<SimulatedHost> left =
                players.subList(0, 12).stream().map(each -> each.host).toList();
        List<SimulatedHost> right =
                players.subList(12, 24).stream().map(each -> each.host).toList();
        Partition cut = Partition.between(left, right);
        simulation.network().add(cut);
        run(Duration.ofMinutes(5));
        assertThat(missing()).as("seed %d", seed).isNotEmpty();
        simulation.network().remove(cut);
        run(settings.times().discoveryInterval().multipliedBy(2));
        assertThat(missing()).as("seed %d", seed).isEmpty();
    }

    @Test
    @DisplayName("N12 when a quarter dies silently nobody of them is drawn after 20 timeouts, and newcomers are found")
    void deaths() {
        faults();
        join(24);
        run(Duration.ofSeconds(15));
        for (int i = 0; i < 24; i += 4) {
            players.get(i).host.crash();
        }
        run(settings.times().positionTimeout().multipliedBy(20).plus(ON_THE_WAY));
        assertThat(ghosts()).as("seed %d", seed).isEmpty();
        assertThat(ghostsSeen).as("the watcher has seen some of them").isPositive();
        join(6);
        run(settings.times().settledInterval().multipliedBy(2));
        assertThat(missing()).as("seed %d", seed).isEmpty();
    }

    @Test
    @DisplayName("N12 fifty that join at once on a bad network know all in range when discovery has settled")
    void fiftyAtOnce() {
        faults();
        join(50);
        run(settings.times().settledInterval().multipliedBy(2));
        assertThat(missing()).as("seed %d", seed).isEmpty();
        run(Duration.ofSeconds(10));
        assertThat(missing()).as("seed %d", seed).isEmpty();
    }
}
