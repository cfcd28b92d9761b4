package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Forwarder;
import org.voxelpopuli.presence.ndn.ForwarderSettings;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.presence.ndn.UdpFaces;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N13 Presence")
class PresenceTest extends SimulatedGame {
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
    @DisplayName("N8 who comes back at once is not drawn where he was before, though a cache still says so")
    void back() {
        SimulatedPlayer bert = join("bert", new Point(10_100, 10_000, 10_000));
        List<Point> appeared = new ArrayList<>();
        join("anna", new Point(10_000, 10_000, 10_000), new PresenceListener() {
            @Override
            public void appeared(Neighbour neighbour) {
                appeared.add(neighbour.position());
            }
        });
        for (int i = 0; i < 400 && appeared.isEmpty(); i++) {
            simulation.run(Duration.ofMillis(10));
        }
        bert.avatar.moveTo(new Point(60_000, 10_000, 10_000));
        simulation.run(Duration.ofMillis(200));
        bert.avatar.moveTo(new Point(10_300, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(5));
        assertThat(appeared).containsExactly(new Point(10_100, 10_000, 10_000), new Point(10_300, 10_000, 10_000));
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
        settings = settings.withInstance("other");
        SimulatedPlayer bert = join("bert", new Point(10_000, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(30));
        assertThat(anna.sees()).isEmpty();
        assertThat(bert.sees()).isEmpty();
    }

    @Test
    @DisplayName("N13 a listener that lets its avatar leave when one makes room for another hears of nothing more")
    void leavesWithinItsListener() {
        settings = settings.withNeighbours(1).withMaxKnown(5);
        for (int i = 0; i < 3; i++) {
            join("far" + i, new Point(10_100 + i, 10_000, 10_000));
        }
        AtomicReference<Avatar> own = new AtomicReference<>();
        List<String> afterwards = new ArrayList<>();
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000), new PresenceListener() {
            private boolean gone;

            @Override
            public void appeared(Neighbour neighbour) {
                if (gone) {
                    afterwards.add(neighbour.name() + " appeared");
                }
            }

            @Override
            public void left(Neighbour neighbour) {
                gone = true;
                own.get().close();
            }
        });
        own.set(anna.avatar);
        simulation.run(Duration.ofSeconds(5));
        join("near", new Point(10_010, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(5));
        assertThat(anna.avatar.neighbours()).as("seed %d", seed).isEmpty();
        assertThat(afterwards).as("seed %d", seed).isEmpty();
    }

    @Test
    @DisplayName("N13 what a game's listener throws ends nothing: its neighbours move on and leave")
    void listenerThrows() {
        SimulatedPlayer bert = join("bert", new Point(10_100, 10_000, 10_000));
        SimulatedPlayer anna = new SimulatedPlayer(
                simulation, routes, settings, "anna", new Point(10_000, 10_000, 10_000), new PresenceListener() {
                    @Override
                    public void appeared(Neighbour neighbour) {
                        throw new IllegalStateException("a mistake of the game, in the test");
                    }

                    @Override
                    public void moved(Neighbour neighbour) {
                        throw new IllegalStateException("another, in the test");
                    }
                });
        simulation.run(Duration.ofSeconds(5));
        bert.avatar.moveTo(new Point(10_200, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(1));
        assertThat(anna.avatar.neighbours())
                .extracting(Neighbour::position)
                .containsExactly(new Point(10_200, 10_000, 10_000));
        bert.avatar.moveTo(new Point(60_000, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(2));
        assertThat(anna.sees()).isEmpty();
    }

    @Test
    @DisplayName(
            "N5 those of whom routes do not tell are found through others who asked in the same octant, though those are interested in another part of it")
    void secondFlock() {
        PresenceSettings narrow = PresenceSettings.DEFAULT.withRadius(1_000, 100, 1_000);
        SimulatedRoutes few = new SimulatedRoutes(Duration.ofMillis(50), 4);
        double corner = 10 * narrow.space().edge(narrow.space().prefixLevel());
        List<SimulatedPlayer> second = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            double at = corner + (i < 8 ? 10 : 2_000) + i;
            SimulatedPlayer player = new SimulatedPlayer(
                    simulation, few, narrow, "p" + i, new Point(at, corner + 10, at), new PresenceListener() {});
            simulation.run(Duration.ofSeconds(1));
            if (i >= 8) {
                second.add(player);
            }
        }
        simulation.run(Duration.ofSeconds(20));
        for (SimulatedPlayer player : second) {
            assertThat(player.sees()).as(player.host.name()).hasSize(7);
        }
    }

    @Test
    @DisplayName("N12 who leaves is not drawn any more at once, and may come back at once")
    void farewell() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        SimulatedPlayer bert = join("bert", new Point(10_100, 10_000, 10_000));
        SimulatedPlayer carl = join("carl", new Point(10_200, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(5));
        simulation.await(bert.avatar.leave(), SimulatedPlayer.LIMIT);
        simulation.run(Duration.ofMillis(100));
        assertThat(anna.sees()).containsExactly("carl");
        assertThat(carl.sees()).containsExactly("anna");
        assertThat(events).contains("anna: bert left", "carl: bert left");
        simulation.await(
                bert.presence.join(new PlayerName("bert"), new Point(10_150, 10_000, 10_000), listener("bert")),
                SimulatedPlayer.LIMIT);
        simulation.run(Duration.ofSeconds(3));
        assertThat(anna.sees()).containsExactly("bert", "carl");
        bert.presence.close();
        simulation.run(Duration.ofMillis(100));
        assertThat(anna.sees()).containsExactly("carl");
        simulation.run(Duration.ofSeconds(30));
        assertThat(events).noneMatch(each -> each.endsWith("offline"));
    }

    @Test
    @DisplayName(
            "N12 who moves sixty times a second is not drawn any more at once either when he leaves or closes, whenever that is")
    void farewellOnTheMove() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        for (int round = 0; round < 20; round++) {
            SimulatedPlayer bert = join("bert" + round, new Point(10_100, 10_000, 10_000));
            simulation.run(Duration.ofSeconds(4));
            for (int i = 0; i < 60 + round; i++) {
                bert.avatar.moveTo(new Point(10_100 + i, 10_000, 10_000));
                simulation.run(Duration.ofMillis(16));
            }
            events.clear();
            simulation.await(round % 2 == 0 ? bert.avatar.leave() : bert.presence.stop(), SimulatedPlayer.LIMIT);
            simulation.run(Duration.ofMillis(200));
            assertThat(events)
                    .as("round %d, seed %d", round, seed)
                    .contains("anna: " + bert.avatar.name().name() + " left");
            assertThat(anna.sees()).isEmpty();
        }
    }

    @Test
    @DisplayName("N13 closed, it says so to whoever asks, and leaving is done; nobody waits for ever")
    void closed() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        simulation.await(anna.presence.stop(), SimulatedPlayer.LIMIT);
        for (CompletableFuture<?> asked : List.of(
                anna.presence.status(),
                anna.presence.join(new PlayerName("late"), new Point(0, 0, 0), listener("late")),
                anna.presence.trace(anna.avatar.name().path().append("position")))) {
            assertThatThrownBy(() -> simulation.await(asked, SimulatedPlayer.LIMIT))
                    .hasStackTraceContaining("IllegalStateException: presence is closed");
        }
        simulation.await(anna.avatar.leave(), SimulatedPlayer.LIMIT);
        anna.avatar.moveTo(new Point(1, 2, 3));
        assertThat(anna.avatar.neighbours()).isEmpty();
        simulation.await(anna.presence.stop(), SimulatedPlayer.LIMIT);
    }

    @Test
    @DisplayName("N4, N5 a space of one's own is around 0, and one too small for the radius is refused in words")
    void ownSpace() {
        settings = settings.withSpace(OctreeSpace.centred(65_536, 7, 5)).withNeighbours(1);
        SimulatedPlayer anna = join("anna", new Point(-100, 0, -100));
        join("bert", new Point(100, 0, 100));
        join("carl", new Point(300, 0, 300));
        simulation.run(Duration.ofSeconds(5));
        assertThat(anna.sees()).containsExactly("bert");
        assertThatThrownBy(() -> PresenceSettings.DEFAULT.withSpace(OctreeSpace.centred(1_000, 7, 5)))
                .hasMessage(
                        "maxRadius is 4096.0, allowed is up to 250.0, which are 16 octants of the prefix level or 32 of the smallest in that space; call withRadius first");
    }

    @Test
    @DisplayName("N12 avatars whose names are equal by accident are two")
    void equalNames() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        SimulatedPlayer bert = join("bert", new Point(10_100, 10_000, 10_000));
        Avatar other = simulation.await(
                bert.presence.join(new PlayerName("anna"), new Point(10_200, 10_000, 10_000), listener("other")),
                SimulatedPlayer.LIMIT);
        simulation.run(Duration.ofSeconds(5));
        assertThat(anna.sees()).containsExactly("bert", "anna");
        assertThat(other.neighbours()).extracting(Neighbour::name).contains(anna.avatar.name());
        assertThat(other.name()).isNotEqualTo(anna.avatar.name());
    }

    @Test
    @DisplayName("N12 a liar who names avatars that are not there, or are elsewhere, has nobody drawn")
    void liar() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        SimulatedPlayer far = join("far", new Point(60_000, 10_000, 10_000));
        Liar liar = new Liar(far.avatar.name());
        simulation.run(Duration.ofSeconds(15));
        assertThat(liar.answers).isPositive();
        assertThat(anna.sees()).isEmpty();
        assertThat(events).isEmpty();
        SimulatedPlayer bert = join("bert", new Point(10_100, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(20));
        assertThat(anna.sees()).as("the liar hides nobody").containsExactly("bert");
        assertThat(bert.sees()).containsExactly("anna");
        AvatarStatus status = simulation
                .await(anna.presence.status(), SimulatedPlayer.LIMIT)
                .avatars()
                .get(0);
        assertThat(status.known()).isLessThanOrEqualTo(settings.maxKnown());
    }

    @Test
    @DisplayName("N12 a liar who names more avatars than may be known keeps nobody out")
    void liarFillsAllPlaces() {
        settings = settings.withMaxKnown(20);
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        Liar liar = new Liar(anna.avatar.name());
        simulation.run(Duration.ofSeconds(15));
        List<SimulatedPlayer> honest = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            honest.add(join("honest" + i, new Point(10_100 + i, 10_000, 10_000)));
            simulation.run(Duration.ofSeconds(1));
        }
        simulation.run(Duration.ofSeconds(20));
        assertThat(liar.answers).isPositive();
        assertThat(anna.sees()).hasSize(5);
        honest.forEach(each -> assertThat(each.sees()).hasSize(5));
    }

    /** A host that answers each question for its octants at once with names of its own making, and with one that is far away. */
    private final class Liar {
        private int answers;

        Liar(AvatarName elsewhere) {
            SimulatedHost host = simulation.newHost("liar");
            NodeIdentity identity = host.newIdentity(0);
            Worker worker = host.worker("liar");
            worker.execute(() -> {
                Forwarder forwarder =
                        new Forwarder(host, worker, ForwarderSettings.defaults(new HostKeys(identity.scheme())));
                LocalFace face = new LocalFace("liar", forwarder);
                var unused = UdpFaces.open(forwarder, host.socketAddress(6363), 100)
                        .thenAccept(udp -> face.registerPrefix(
                                settings.prefix(),
                                (prefix, interest) -> {
                                    Octant octant = Octant.parse("0/0/7/0/4");
                                    List<AvatarName> lies = new ArrayList<>(List.of(elsewhere));
                                    for (int i = 0; i < 20; i++) {
                                        lies.add(new AvatarName(
                                                HostPrefix.of(
                                                        host.newIdentity(0).publicKey()),
                                                new PlayerName("lie" + i + "." + answers)));
                                    }
                                    answers++;
                                    face.put(Data.builder(interest.name())
                                            .freshness(settings.times().discoveryFreshness())
                                            .content(new DiscoveryAnswer(new TreeMap<>(Map.of(octant, lies))).encode())
                                            .sign(HostKeys.showing(identity)));
                                },
                                reason -> {}));
                for (Octant leaf : settings.space().cover(new Point(10_000, 10_000, 10_000), 1_000)) {
                    routes.of(host, host.socketAddress(6363))
                            .announce(settings.discoveryPrefix(
                                    leaf.ancestor(settings.space().prefixLevel())));
                }
            });
        }
    }

    @Test
    @Tag("once")
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
