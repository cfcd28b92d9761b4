package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.Links;
import org.voxelpopuli.presence.ndn.Packet;
import org.voxelpopuli.simulation.Partition;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.world.PlayerName;

@Tag("once")
@DisplayName("N12 A crowd in one place")
class CrowdTest extends SimulatedGame {
    private static final PresenceListener NOBODY = new PresenceListener() {};
    private static final int NODES = 12;
    private static final int OF_A_NODE = 10;

    private int mostOfQuestion;
    private int mostOfAnswer;

    private static Point at(int number) {
        return new Point(10_000 + 0.5 * number, 10_000, 10_000);
    }

    private void watchSizes() {
        simulation.network().add((packet, random, next) -> {
            Packet read = Links.packet(packet.payload());
            if (read instanceof Interest interest && !HostPrefix.begins(interest.name())) {
                mostOfQuestion = Math.max(mostOfQuestion, packet.payload().length);
            } else if (read instanceof Data data && !HostPrefix.begins(data.name())) {
                mostOfAnswer = Math.max(mostOfAnswer, packet.payload().length);
            }
            next.accept(packet);
        });
    }

    private static Point inSquare(RandomGenerator random) {
        return new Point(10_000 + random.nextDouble(200), 10_000, 10_000 + random.nextDouble(200));
    }

    /** The nearest of those who live, as many as are drawn, nearest first. */
    private List<AvatarName> nearest(Avatar to, List<Avatar> all) {
        return all.stream()
                .filter(each -> each != to)
                .sorted(Comparator.comparingDouble(each -> each.position().distance(to.position())))
                .limit(settings.neighbours())
                .map(Avatar::name)
                .toList();
    }

    private void assertAllDrawTheirNearest(String when, List<SimulatedPlayer> living) {
        List<Avatar> avatars = living.stream().map(each -> each.avatar).toList();
        for (SimulatedPlayer each : living) {
            assertThat(each.avatar.neighbours())
                    .as("%s, what %s draws, seed %d", when, each.host.name(), seed)
                    .extracting(Neighbour::name)
                    .containsExactlyInAnyOrderElementsOf(nearest(each.avatar, avatars));
        }
    }

    @Test
    @DisplayName(
            "N12 of 60 that join within a second each draws its nearest 6 s later, 16 s after a quarter has died nobody of these, and 6 s after a cut in two of a minute the nearest of both parts")
    void mishaps() {
        RandomGenerator random = simulation.random("places");
        Duration twoIntervals = settings.times().discoveryInterval().multipliedBy(2);
        settings = settings.withTimes(settings.times().withUpdateInterval(Duration.ofSeconds(1)));
        List<SimulatedPlayer> living = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            living.add(join("p" + i, inSquare(random), NOBODY));
            simulation.run(Duration.ofMillis(16));
        }
        simulation.run(twoIntervals);
        assertAllDrawTheirNearest("joined", living);
        for (int i = 45; i < 60; i++) {
            living.remove(45).host.crash();
        }
        // Whoever is not among the nearest is asked every five seconds, and may be by the death of others.
        simulation.run(Duration.ofSeconds(5 + 10 + 1));
        assertAllDrawTheirNearest("after deaths", living);
        Partition cut = Partition.between(hosts(living.subList(0, 22)), hosts(living.subList(22, 45)));
        simulation.network().add(cut);
        simulation.run(Duration.ofMinutes(1));
        assertAllDrawTheirNearest("cut", living.subList(0, 22));
        simulation.network().remove(cut);
        simulation.run(twoIntervals);
        assertAllDrawTheirNearest("healed", living);
    }

    private static List<SimulatedHost> hosts(List<SimulatedPlayer> players) {
        return players.stream().map(each -> each.host).toList();
    }

    @Test
    @DisplayName("N10, N13 in a crowd of 40 of whom each may know 24 all draw their nearest 6, and keep to it")
    void moreThanMayBeKnown() {
        settings = settings.withNeighbours(6)
                .withMaxKnown(24)
                .withTimes(settings.times().withUpdateInterval(Duration.ofSeconds(1)));
        List<SimulatedPlayer> living = new ArrayList<>();
        RandomGenerator random = simulation.random("places");
        for (int i = 0; i < 40; i++) {
            living.add(join("p" + i, inSquare(random), NOBODY));
        }
        simulation.run(Duration.ofSeconds(20));
        for (int look = 0; look < 10; look++) {
            simulation.run(Duration.ofSeconds(1));
            assertAllDrawTheirNearest("look " + look, living);
            living.forEach(
                    each -> assertThat(status(each).avatars().get(0).known()).isLessThanOrEqualTo(settings.maxKnown()));
        }
    }

    @Test
    @DisplayName(
            "N10, N13 of 60 avatars of 6 nodes, of whom each may know 20, all draw their nearest 5, and keep to it")
    void thriceAsManyAsMayBeKnown() {
        settings = settings.withNeighbours(5)
                .withMaxKnown(20)
                .withTimes(settings.times().withUpdateInterval(Duration.ofSeconds(1)));
        List<Avatar> all = new ArrayList<>();
        RandomGenerator random = simulation.random("places");
        for (int node = 0; node < 6; node++) {
            SimulatedPlayer host = join("h" + node, inSquare(random), NOBODY);
            all.add(host.avatar);
            for (int i = 1; i < OF_A_NODE; i++) {
                all.add(simulation.await(
                        host.presence.join(new PlayerName("h" + node + "a" + i), inSquare(random), NOBODY),
                        SimulatedPlayer.LIMIT));
            }
        }
        simulation.run(Duration.ofSeconds(20));
        for (int look = 0; look < 10; look++) {
            simulation.run(Duration.ofSeconds(1));
            for (Avatar each : all) {
                assertThat(each.neighbours())
                        .as("look %d, what %s draws, seed %d", look, each.name(), seed)
                        .extracting(Neighbour::name)
                        .containsExactlyElementsOf(nearest(each, all));
            }
        }
    }

    @Test
    @DisplayName("N10, N13 who may know no more than are drawn draws his nearest, too, whoever came first")
    void noMoreThanAreDrawn() {
        settings = settings.withNeighbours(3).withMaxKnown(3);
        List<SimulatedPlayer> living = new ArrayList<>();
        for (int i = 11; i >= 0; i--) {
            // The farther ones come first.
            living.add(join("p" + i, new Point(10_000 + i * i, 10_000, 10_000), NOBODY));
            simulation.run(Duration.ofSeconds(1));
        }
        simulation.run(Duration.ofSeconds(12));
        for (int look = 0; look < 10; look++) {
            simulation.run(Duration.ofSeconds(1));
            assertAllDrawTheirNearest("look " + look, living);
        }
    }

    @ParameterizedTest(name = "after {0} s")
    @ValueSource(ints = {15, 18, 21, 24})
    @DisplayName("N10, N12 when 40 go away who had crowded out 8 others, these are drawn within two seconds")
    void whenTheCrowdGoes(int after) {
        settings = settings.withNeighbours(6).withMaxKnown(24);
        SimulatedPlayer anna = join("anna", at(0), NOBODY);
        List<SimulatedPlayer> friends = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            friends.add(join("f" + i, at(20 + i), NOBODY));
        }
        simulation.run(Duration.ofSeconds(20));
        List<String> nearest = anna.sees();
        assertThat(nearest).as("seed %d", seed).hasSize(6);
        SimulatedPlayer host = join("crowd", at(1), NOBODY);
        List<Avatar> crowd = new ArrayList<>(List.of(host.avatar));
        for (int i = 1; i < 40; i++) {
            crowd.add(simulation.await(
                    host.presence.join(new PlayerName("crowd" + i), at(1), NOBODY), SimulatedPlayer.LIMIT));
        }
        simulation.run(Duration.ofSeconds(after));
        assertThat(friends).as("seed %d", seed).noneMatch(anna::sees);
        crowd.forEach(Avatar::close);
        simulation.run(Duration.ofSeconds(2));
        assertThat(anna.sees()).as("seed %d", seed).isEqualTo(nearest);
    }

    @Test
    @DisplayName(
            "N5, N12 of 120 avatars of 12 nodes a newcomer draws the nearest and hears of all, and all of it, with questions that are no longer the more there are")
    void newcomer() {
        watchSizes();
        settings = settings.withTimes(settings.times().withUpdateInterval(Duration.ofSeconds(1)));
        List<SimulatedPlayer> hosts = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            SimulatedPlayer host = join("h" + node, at(node * OF_A_NODE), NOBODY);
            hosts.add(host);
            for (int i = 1; i < OF_A_NODE; i++) {
                simulation.await(
                        host.presence.join(new PlayerName("h" + node + "a" + i), at(node * OF_A_NODE + i), NOBODY),
                        SimulatedPlayer.LIMIT);
            }
        }
        simulation.run(Duration.ofSeconds(10));
        SimulatedPlayer late = join("late", at(60), NOBODY);
        simulation.run(Duration.ofSeconds(2));
        assertThat(late.avatar.neighbours())
                .as("seed %d", seed)
                .allSatisfy(each -> assertThat(each.position().distance(at(60))).isLessThan(8));
        simulation.run(Duration.ofSeconds(10));
        assertThat(status(late).avatars().get(0).known()).isEqualTo(NODES * OF_A_NODE);
        for (SimulatedPlayer host : hosts) {
            assertThat(status(host).avatars()).as("seed %d", seed).allSatisfy(each -> assertThat(each.known())
                    .isEqualTo(NODES * OF_A_NODE));
        }
        assertThat(mostOfQuestion).isLessThan(400);
        assertThat(mostOfAnswer).isLessThan(1_472);
    }
}
