package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.presence.ndn.Interest;

@Tag("once")
@DisplayName("N12 Liars have nobody drawn and hide nobody")
class LiarsTest extends SimulatedGame {
    private static final double RADIUS = 1_000;
    private static final Point MIDDLE = new Point(20_000, 20_000, 20_000);
    private static final Point FAR_AWAY = new Point(50_000, 20_000, 20_000);

    private final RandomGenerator random = simulation.random("players");
    private final List<SimulatedPlayer> players = new ArrayList<>();
    private final List<SimulatedLiar> liars = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();

    LiarsTest() {
        settings = settings.withNeighbours(100)
                .withRadius(RADIUS, 512, RADIUS)
                .withTimes(PresenceTimes.DEFAULT.withUpdateInterval(Duration.ofMillis(250)));
    }

    private void play(int count) {
        for (int i = 0; i < count; i++) {
            Point place =
                    new Point(MIDDLE.x() + random.nextDouble(400), MIDDLE.y(), MIDDLE.z() + random.nextDouble(400));
            players.add(join("p" + players.size(), place));
        }
    }

    @Override
    PresenceListener listener(String name) {
        return new PresenceListener() {
            @Override
            public void appeared(Neighbour neighbour) {
                boolean honest = players.stream()
                        .anyMatch(each -> each.avatar.name().equals(neighbour.name())
                                && each.avatar.position().distance(neighbour.position()) < 1);
                if (!honest) {
                    wrong.add(neighbour.toString());
                }
            }
        };
    }

    private SimulatedLiar lie(BiFunction<SimulatedLiar, Interest, Optional<byte[]>> how) {
        SimulatedLiar[] self = new SimulatedLiar[1];
        self[0] = new SimulatedLiar(
                simulation, routes, settings, "liar" + liars.size(), interest -> how.apply(self[0], interest));
        self[0].claimsAround(MIDDLE, 2 * RADIUS);
        liars.add(self[0]);
        return self[0];
    }

    /** Names that nobody has, as many as an answer holds, others each time. */
    private SimulatedLiar flood() {
        return lie((self, interest) -> SimulatedLiar.octant(settings, interest)
                .map(octant -> SimulatedLiar.naming(octant, self.nobodies(120))));
    }

    /** Those who are far away are here, and those who are here are elsewhere. */
    private SimulatedLiar misplace(AvatarName far) {
        return lie((self, interest) -> SimulatedLiar.octant(settings, interest).map(octant -> {
            List<AvatarName> names = new ArrayList<>(List.of(far));
            players.forEach(each -> names.add(each.avatar.name()));
            return SimulatedLiar.naming(octant, names);
        }));
    }

    /** Names itself, and answers for itself with these bytes. */
    private SimulatedLiar pretend(byte[] position) {
        SimulatedLiar liar = lie((self, interest) -> HostPrefix.begins(interest.name())
                ? Optional.of(position)
                : SimulatedLiar.octant(settings, interest)
                        .map(octant -> SimulatedLiar.naming(octant, List.of(self.avatar))));
        liar.claims(liar.avatar.prefix());
        return liar;
    }

    /** Answers for another, with a key of its own. */
    private SimulatedLiar forge(AvatarName victim) {
        SimulatedLiar liar = lie((self, interest) -> HostPrefix.begins(interest.name())
                ? Optional.of(position(new Point(MIDDLE.x(), MIDDLE.y(), MIDDLE.z())))
                : Optional.empty());
        liar.claims(victim.prefix());
        return liar;
    }

    private byte[] position(Point place) {
        return new PositionRecord(7, 1L << 45, place, OptionalInt.empty(), "player")
                .encodeFor(players.get(0).avatar.name().path().append("position"));
    }

    private byte[] notFinite() {
        byte[] bytes = position(MIDDLE);
        ByteBuffer.wrap(bytes).putFloat(6, Float.NaN).putFloat(10, Float.POSITIVE_INFINITY);
        return bytes;
    }

    private List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (SimulatedPlayer a : players) {
            for (SimulatedPlayer b : players) {
                if (a != b && a.avatar.position().distance(b.avatar.position()) < RADIUS - 1 && !a.sees(b)) {
                    missing.add(a.host.name() + " does not see " + b.host.name());
                }
            }
        }
        return missing;
    }

    private int known(SimulatedPlayer player) {
        return status(player).avatars().get(0).known();
    }

    @AfterEach
    void nobodyWrongIsDrawn() {
        assertThat(wrong).as("seed %d", seed).isEmpty();
        assertThat(liars)
                .allSatisfy(each -> assertThat(each.lies).as(each.host.name()).isPositive());
    }

    @Test
    @DisplayName("N12 one who floods answers with names is asked about few of them, and all others are found")
    void flooded() {
        flood();
        play(6);
        simulation.run(Duration.ofSeconds(20));
        assertThat(missing()).as("seed %d", seed).isEmpty();
        simulation.run(Duration.ofSeconds(20));
        assertThat(players).allSatisfy(each -> assertThat(known(each)).isLessThan(5 + 16));
        play(2);
        simulation.run(Duration.ofSeconds(6));
        assertThat(missing()).as("seed %d", seed).isEmpty();
    }

    @Test
    @DisplayName(
            "N12 one who signs each answer with another key is asked about as few, and who comes meanwhile is found")
    void keysWithoutNumber() {
        flood().withNewKeys = true;
        play(6);
        simulation.run(Duration.ofSeconds(10));
        assertThat(missing()).as("seed %d", seed).isEmpty();
        assertThat(players).allSatisfy(each -> assertThat(known(each)).isLessThanOrEqualTo(5 + 128));
        play(2);
        simulation.run(Duration.ofSeconds(3));
        assertThat(missing()).as("seed %d", seed).isEmpty();
    }

    @Test
    @DisplayName("N12 a position that is elsewhere, or nowhere, or signed by another is not drawn")
    void positions() {
        play(3);
        pretend(position(FAR_AWAY));
        pretend(notFinite());
        pretend(new byte[0]);
        AvatarName victim = players.get(0).avatar.name();
        SimulatedLiar forger = forge(victim);
        simulation.run(Duration.ofSeconds(15));
        assertThat(missing()).as("seed %d", seed).isEmpty();
        assertThat(players).allSatisfy(each -> assertThat(each.sees()).hasSize(2));
        // Those who know the victim need not look up where it is.
        assertThat(forger.lies).isZero();
        routes.detour(
                (prefix, there) -> prefix.equals(victim.prefix()) ? List.of(forger.host.socketAddress(6363)) : there);
        SimulatedPlayer far = join("far", FAR_AWAY, new PresenceListener() {});
        Resolution found =
                simulation.await(far.presence.trace(victim.path().append("position")), SimulatedPlayer.LIMIT);
        assertThat(found.answeredBy()).isEmpty();
        assertThat(status(far).forwarder().dropped().refused()).isPositive();
    }

    @Test
    @DisplayName(
            "N12 where a third of the nodes lie in all ways, on a bad network, the others know each other and nobody else")
    void third() {
        simulation.network().latency(Duration.ofMillis(5), Duration.ofMillis(60));
        simulation.network().datagramLoss(0.1);
        SimulatedPlayer far = join("far", FAR_AWAY, new PresenceListener() {});
        play(1);
        AvatarName victim = players.get(0).avatar.name();
        for (int i = 0; i < 2; i++) {
            flood();
            flood();
            misplace(far.avatar.name());
            pretend(position(FAR_AWAY));
            pretend(notFinite());
            forge(victim);
        }
        play(23);
        simulation.run(Duration.ofSeconds(20));
        for (int i = 0; i < 20; i++) {
            assertThat(missing()).as("seed %d", seed).isEmpty();
            simulation.run(Duration.ofSeconds(1));
        }
        assertThat(players).allSatisfy(each -> assertThat(known(each)).isLessThan(23 + 100));
    }
}
