package org.voxelpopuli.presence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N12, N13 What goes wrong in games and clocks")
class MishapsTest extends SimulatedGame {
    private static final Point HERE = new Point(10_000, 10_000, 10_000);
    private static final PlayerName BERT = new PlayerName("bert");
    private static final PresenceListener NOBODY = new PresenceListener() {};

    private final List<String> seen = new ArrayList<>();

    private static Point at(double x) {
        return new Point(10_000 + x, 10_000, 10_000);
    }

    private void seconds(int seconds) {
        simulation.run(Duration.ofSeconds(seconds));
    }

    @Test
    @DisplayName(
            "N7 whose process is killed and begins anew at another address with the same key is seen there within seconds, though the routes named the old one")
    void elsewhere() {
        routes.detour((prefix, there) ->
                HostPrefix.begins(prefix) && !there.isEmpty() ? there.subList(there.size() - 1, there.size()) : there);
        SimulatedPlayer anna = join("anna", HERE, NOBODY);
        SimulatedHost first = simulation.newHost("bert");
        NodeIdentity identity = first.newIdentity(0);
        begin(first, identity, 6363);
        simulation.run(Duration.ofMinutes(5));
        assertThat(anna.sees()).containsExactly("bert");
        first.crash();
        SimulatedHost second = simulation.newHost("bert");
        begin(second, identity, 7000);
        seconds(12);
        assertThat(anna.sees()).containsExactly("bert");
        assertThat(seen).isEmpty();
        assertThat(anna.avatar.neighbours().get(0).age()).isLessThan(Duration.ofSeconds(2));
        second.crash();
        seconds(5);
        begin(simulation.newHost("bert"), identity, 7001);
        seconds(8);
        assertThat(anna.sees()).as("which took longer").containsExactly("bert");
        assertThat(seen).isEmpty();
        assertThat(simulation.failures()).isEmpty();
    }

    private void begin(SimulatedHost host, NodeIdentity identity, int port) {
        Presence presence = simulation.await(
                Presence.start(
                        host,
                        identity,
                        host.socketAddress(port),
                        bound -> routes.of(host, bound),
                        PresenceSettings.DEFAULT),
                SimulatedPlayer.LIMIT);
        simulation.await(presence.join(BERT, at(100), NOBODY), SimulatedPlayer.LIMIT);
    }

    @Test
    @DisplayName(
            "N13 a game that moves an avatar more often than the node gets round to leaves it at its latest place, and no queue behind")
    void tooManyMoves() {
        SimulatedPlayer anna = join("anna", HERE, NOBODY);
        SimulatedPlayer bert = join("bert", at(100), NOBODY);
        seconds(5);
        int before = anna.avatar.neighbours().get(0).sequence();
        for (int i = 1; i <= 100_000; i++) {
            bert.avatar.moveTo(at(100 + i / 1_000.0));
        }
        seconds(1);
        Neighbour seen = anna.avatar.neighbours().get(0);
        assertThat(seen.position().x()).isEqualTo(10_200);
        assertThat(PositionRecord.ahead(seen.sequence(), before))
                .as("he was moved once, and told that he was there some times before and after")
                .isBetween(1, 8);
    }

    @Test
    @DisplayName("N13 what is missing is refused at once, and hurts no other avatar of the node")
    void nothing() {
        SimulatedPlayer anna = join("anna", HERE, NOBODY);
        assertThatThrownBy(() -> anna.avatar.moveTo(null)).hasMessage("the place to which an avatar is moved is null");
        assertThatThrownBy(() -> anna.presence.join(BERT, null, NOBODY)).hasMessage("the place of an avatar is null");
        assertThatThrownBy(() -> anna.presence.join(BERT, null, HERE, NOBODY))
                .hasMessage("the type of an avatar is null");
        assertThatThrownBy(() -> anna.presence.trace(null)).hasMessage("a name that is traced is null");
        assertThatThrownBy(() -> anna.presence.join(BERT, HERE, null)).hasMessage("the listener of an avatar is null");
        assertThatThrownBy(() -> anna.avatar.act(null)).hasMessage("an action is null");
        join("bert", at(100), NOBODY);
        seconds(5);
        assertThat(anna.sees()).containsExactly("bert");
        assertThat(anna.avatar.position()).isEqualTo(HERE);
    }

    @Test
    @DisplayName("N13 a listener that throws is told of what comes next all the same")
    void listenerThrows() {
        List<Double> told = new ArrayList<>();
        SimulatedPlayer anna = join("anna", HERE, new PresenceListener() {
            @Override
            public void appeared(Neighbour neighbour) {
                throw new IllegalStateException("appeared");
            }

            @Override
            public void moved(Neighbour neighbour) {
                told.add(neighbour.position().x());
                throw new AssertionError("moved");
            }

            @Override
            public void left(Neighbour neighbour) {
                seen.add("left");
                throw new IllegalStateException("left");
            }
        });
        SimulatedPlayer bert = join("bert", at(100), NOBODY);
        seconds(5);
        bert.avatar.moveTo(at(200));
        seconds(1);
        assertThat(told).last().isEqualTo(10_200.0);
        assertThat(anna.sees()).containsExactly("bert");
        bert.avatar.moveTo(at(40_000));
        seconds(3);
        assertThat(anna.sees()).isEmpty();
        assertThat(seen).containsExactly("left");
        bert.avatar.moveTo(at(100));
        seconds(5);
        assertThat(anna.sees()).as("who left was forgotten").containsExactly("bert");
    }

    @Test
    @DisplayName(
            "N8 whose clock is set back by an hour is drawn where he is within some seconds, and at once when it is set right")
    void clocks() {
        SimulatedPlayer anna = join("anna", HERE, NOBODY);
        SimulatedPlayer bert = join("bert", at(100), NOBODY);
        seconds(5);
        double x = 100;
        for (Duration skew : List.of(Duration.ofHours(-1), Duration.ofHours(3), Duration.ZERO, Duration.ofDays(-400))) {
            bert.host.setClockSkew(skew);
            for (int i = 0; i < 100; i++) {
                bert.avatar.moveTo(at(++x));
                simulation.run(Duration.ofMillis(40));
            }
            assertThat(anna.avatar.neighbours().get(0).position().x())
                    .as("with %s", skew)
                    .isGreaterThan(10_000 + x - 5);
        }
    }

    /** As if its process had been killed: what it says in leaving is lost. */
    private void endSilently(Presence presence, Avatar avatar) {
        simulation.network().datagramLoss(1);
        simulation.await(avatar.leave(), SimulatedPlayer.LIMIT);
        presence.worker().execute(avatar::fallSilent);
        simulation.run(Duration.ofMillis(50));
        simulation.network().datagramLoss(0);
    }

    @Test
    @DisplayName("N7 what an avatar does after it has begun anew is told from the first on")
    void actionsBegunAnew() {
        PresenceListener listener = new PresenceListener() {
            @Override
            public void acted(Neighbour neighbour, byte[] action) {
                seen.add(new String(action, UTF_8));
            }
        };
        join("anna", HERE, listener);
        SimulatedPlayer bert = join("bert", at(100), NOBODY);
        seconds(5);
        Avatar avatar = bert.avatar;
        for (int before : List.of(60, 250, 2)) {
            for (int i = 0; i < before; i++) {
                avatar.act("old".getBytes(UTF_8));
                simulation.run(Duration.ofMillis(50));
            }
            endSilently(bert.presence, avatar);
            seconds(1);
            seen.clear();
            avatar = simulation.await(bert.presence.join(BERT, at(100), NOBODY), SimulatedPlayer.LIMIT);
            avatar.act("one".getBytes(UTF_8));
            avatar.act("two".getBytes(UTF_8));
            seconds(2);
            assertThat(seen).as("after %d", before).containsExactly("one", "two");
        }
        avatar.act("three".getBytes(UTF_8));
        endSilently(bert.presence, avatar);
        avatar = simulation.await(bert.presence.join(BERT, at(100), NOBODY), SimulatedPlayer.LIMIT);
        seconds(2);
        seen.clear();
        avatar.act("late".getBytes(UTF_8));
        seconds(1);
        assertThat(seen).containsExactly("late");
    }

    @Test
    @DisplayName("N4 avatars far outside of space see each other at its rim")
    void farOutside() {
        SimulatedPlayer anna = join("anna", new Point(1e300, -1e300, 10_000), NOBODY);
        SimulatedPlayer bert = join("bert", new Point(1e299, -1e9, 10_000), NOBODY);
        seconds(10);
        assertThat(anna.sees()).containsExactly("bert");
        assertThat(bert.sees()).containsExactly("anna");
    }

    @Test
    @DisplayName("N13 what is asked of a presence that is closed fails, or is done, and waits for nothing")
    void closed() {
        SimulatedPlayer anna = join("anna", HERE, NOBODY);
        CompletableFuture<Avatar> meanwhile = anna.presence.join(BERT, HERE, NOBODY);
        CompletableFuture<Void> stopped = anna.presence.stop();
        CompletableFuture<Avatar> after = anna.presence.join(new PlayerName("carl"), HERE, NOBODY);
        simulation.await(stopped, SimulatedPlayer.LIMIT);
        simulation.await(anna.presence.stop(), SimulatedPlayer.LIMIT);
        seconds(1);
        assertThat(meanwhile).isCompleted();
        assertThat(after).isCompletedExceptionally();
        assertThat(anna.presence.join(new PlayerName("dora"), HERE, NOBODY)).isCompletedExceptionally();
        assertThat(anna.presence.status()).isCompletedExceptionally();
        assertThat(anna.presence.trace(anna.avatar.name().path())).isCompletedExceptionally();
        assertThat(anna.avatar.leave()).isCompleted();
        anna.avatar.moveTo(at(5));
        anna.avatar.act(new byte[3]);
        assertThat(anna.avatar.neighbours()).isEmpty();
    }

    @Test
    @DisplayName("N13 a start that fails after the port was bound gives the port back")
    void startFails() {
        SimulatedHost host = simulation.newHost("host");
        assertThatThrownBy(() -> simulation.await(
                        Presence.start(
                                host,
                                host.newIdentity(0),
                                host.socketAddress(6363),
                                bound -> {
                                    throw new IllegalStateException("no routes");
                                },
                                PresenceSettings.DEFAULT),
                        SimulatedPlayer.LIMIT))
                .hasStackTraceContaining("no routes");
        Presence presence = simulation.await(
                Presence.start(
                        host,
                        host.newIdentity(0),
                        host.socketAddress(6363),
                        bound -> routes.of(host, bound),
                        PresenceSettings.DEFAULT),
                SimulatedPlayer.LIMIT);
        assertThat(presence.localAddress().getPort()).isEqualTo(6363);
    }

    @Test
    @DisplayName("N4 a space whose octants are too small for the radius, or too many below a name, is refused in words")
    void tooFine() {
        assertThatThrownBy(() -> settings(new OctreeSpace(HERE, 65_536, 7, 3), 16_385))
                .hasMessage(
                        "maxRadius is 16385.0, allowed is the radius, which is 16385.0, or more, up to 16384.0, which are 16 octants of the prefix level or 32 of the smallest");
        assertThatThrownBy(() -> settings(new OctreeSpace(HERE, 65_536, 20, 5), 1))
                .hasMessage("space.prefixLevel is 5, allowed is 16..20");
        for (int levels : List.of(1, 20)) {
            OctreeSpace space = new OctreeSpace(HERE, 65_536, levels, Math.max(1, levels - 4));
            double radius = 4 * space.edge(levels);
            assertThat(settings(space, radius).space().cover(at(100), radius)).hasSizeBetween(8, 2_000);
        }
    }

    private static PresenceSettings settings(OctreeSpace space, double radius) {
        return PresenceSettings.DEFAULT.withRadius(1, 1, 1).withSpace(space).withRadius(radius, 1, radius);
    }
}
