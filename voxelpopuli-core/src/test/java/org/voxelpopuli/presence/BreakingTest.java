package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Links;
import org.voxelpopuli.presence.ndn.NameComponent;
import org.voxelpopuli.simulation.NetworkFault;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Transmission;
import org.voxelpopuli.world.PlayerName;

@Tag("once")
@DisplayName("N12, N13 What those do who want to break it")
class BreakingTest extends SimulatedGame {
    private static final Point HERE = new Point(10_000, 10_000, 10_000);
    private static final PlayerName BERT = new PlayerName("bert");
    private static final PresenceListener NOBODY = new PresenceListener() {};

    private static Point at(double x) {
        return new Point(10_000 + x, 10_000, 10_000);
    }

    @Test
    @DisplayName(
            "N13 who joins and leaves a thousand times in a second by one name is seen where it is in the end, or not at all")
    void flicker() {
        SimulatedPlayer anna = join("anna", HERE);
        SimulatedPlayer host = join("host", at(50));
        // Until they look as far as they may.
        simulation.run(Duration.ofSeconds(40));
        int before = status(anna).forwarder().pendingInterests();
        List<CompletableFuture<?>> all = new ArrayList<>();
        PlayerName pet = new PlayerName("pet");
        for (int i = 0; i < 1_000; i++) {
            CompletableFuture<Avatar> joining = host.presence.join(pet, at(i % 400), NOBODY);
            all.add(joining);
            all.add(joining.thenCompose(Avatar::leave));
            simulation.run(Duration.ofMillis(1));
        }
        assertThat(all).allMatch(CompletableFuture::isDone).noneMatch(CompletableFuture::isCompletedExceptionally);
        simulation.run(Duration.ofSeconds(2));
        assertThat(anna.sees()).as("seed %d", seed).containsExactly("host");
        Avatar last = simulation.await(host.presence.join(pet, at(77), NOBODY), SimulatedPlayer.LIMIT);
        simulation.run(Duration.ofSeconds(2));
        assertThat(anna.avatar.neighbours())
                .as("seed %d", seed)
                .extracting(Neighbour::name, each -> each.position().x())
                .contains(org.assertj.core.groups.Tuple.tuple(last.name(), 10_077.0));
        simulation.run(Duration.ofMinutes(2));
        assertThat(status(anna).forwarder().pendingInterests()).isLessThan(before * 3 / 2 + 50);
    }

    @Test
    @DisplayName(
            "N13 a listener that closes its presence, or leaves, in each of its calls is called no more, and nothing is left")
    void closesWithin() {
        join("anna", HERE);
        for (String when : List.of("appeared", "moved", "left", "offline")) {
            AtomicReference<SimulatedPlayer> self = new AtomicReference<>();
            List<String> told = new ArrayList<>();
            SimulatedPlayer carl = join("carl" + when, at(100));
            PresenceListener closing = new PresenceListener() {
                private void told(String what) {
                    told.add(what);
                    if (what.equals(when)) {
                        self.get().presence.close();
                        self.get().avatar.close();
                    }
                }

                @Override
                public void appeared(Neighbour neighbour) {
                    told("appeared");
                }

                @Override
                public void moved(Neighbour neighbour) {
                    told("moved");
                }

                @Override
                public void left(Neighbour neighbour) {
                    told("left");
                }

                @Override
                public void offline(Neighbour neighbour) {
                    told("offline");
                }
            };
            SimulatedPlayer closer = join("closer" + when, at(50), closing);
            self.set(closer);
            for (int i = 0; i < 50; i++) {
                carl.avatar.moveTo(at(100 + i));
                simulation.run(Duration.ofMillis(100));
            }
            if (when.equals("offline")) {
                carl.host.crash();
                simulation.run(Duration.ofSeconds(15));
            } else {
                simulation.await(carl.presence.stop(), SimulatedPlayer.LIMIT);
                simulation.run(Duration.ofSeconds(3));
            }
            assertThat(told).as("until %s", when).endsWith(when);
            assertThatThrownBy(() -> simulation.await(closer.presence.status(), SimulatedPlayer.LIMIT))
                    .hasMessageContaining("closed");
            assertThat(closer.sees()).isEmpty();
        }
    }

    @Test
    @DisplayName("N13 a place that is none is refused at once; one that is huge is one at the rim")
    void places() {
        SimulatedPlayer anna = join("anna", HERE);
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertThatThrownBy(() -> anna.avatar.moveTo(new Point(bad, 0, 0))).hasMessageContaining("finite");
        }
        SimulatedPlayer bert = join("bert", at(10));
        simulation.run(Duration.ofSeconds(3));
        for (double huge : new double[] {Double.MAX_VALUE, -Double.MAX_VALUE, 1e30, -1e300, Double.MIN_VALUE, -0.0}) {
            anna.avatar.moveTo(new Point(huge, -huge, huge));
            bert.avatar.moveTo(new Point(huge, -huge, huge));
            simulation.run(Duration.ofSeconds(6));
            assertThat(anna.sees()).as("at %s, seed %d", huge, seed).containsExactly("bert");
            assertThat(bert.sees()).as("at %s, seed %d", huge, seed).containsExactly("anna");
        }
        anna.avatar.moveTo(HERE);
        bert.avatar.moveTo(at(10));
        simulation.run(Duration.ofSeconds(6));
        assertThat(anna.sees()).containsExactly("bert");
    }

    @Test
    @DisplayName("N13 after an environment was closed too early calls throw nothing, and no port and no timer is left")
    void environmentFirst() {
        SimulatedPlayer anna = join("anna", HERE);
        anna.host.close();
        anna.avatar.moveTo(at(5));
        anna.avatar.act(new byte[1]);
        anna.avatar.close();
        anna.presence.close();
        simulation.run(Duration.ofSeconds(10));
        assertThat(simulation.census().sockets()).isZero();
        assertThat(simulation.census().timers()).isZero();
    }

    private Presence begin(SimulatedHost host, NodeIdentity identity) {
        Presence presence = simulation.await(
                Presence.start(host, identity, host.socketAddress(6363), bound -> routes.of(host, bound), settings),
                SimulatedPlayer.LIMIT);
        simulation.await(presence.join(BERT, at(100), NOBODY), SimulatedPlayer.LIMIT);
        return presence;
    }

    private static boolean isPresentPosition(Transmission packet) {
        return Links.packet(packet.payload()) instanceof Data data
                && HostPrefix.begins(data.name())
                && data.name().last().equals(NameComponent.of("position"));
    }

    @Test
    @DisplayName("N12 who changes the address in a position on its way is not believed; what is right is, afterwards")
    void changedAddress() {
        byte[] there = new byte[4];
        NetworkFault changing = (packet, random, next) -> {
            byte[] bytes = packet.payload().clone();
            if (isPresentPosition(packet)) {
                for (int i = 0; i + 6 <= bytes.length; i++) {
                    if (Arrays.equals(bytes, i, i + 4, there, 0, 4)) {
                        bytes[i + 5]++;
                    }
                }
            }
            next.accept(new Transmission(packet.kind(), packet.from(), packet.to(), bytes, packet.delay()));
        };
        SimulatedHost bert = simulation.newHost("bert");
        System.arraycopy(bert.address().getAddress(), 0, there, 0, 4);
        simulation.network().add(changing);
        begin(bert, bert.newIdentity(0));
        SimulatedPlayer anna = join("anna", HERE);
        simulation.run(Duration.ofSeconds(5));
        assertThat(anna.sees()).as("seed %d", seed).isEmpty();
        assertThat(status(anna).forwarder().dropped().refused()).isPositive();
        simulation.network().remove(changing);
        simulation.run(Duration.ofSeconds(3));
        assertThat(anna.sees()).as("seed %d", seed).containsExactly("bert");
    }

    @Test
    @DisplayName(
            "N8 N12 an old answer that is sent again leads whoever comes to the old address of a host that has moved for some seconds at most")
    void oldAddress() {
        SimulatedHost first = simulation.newHost("bert");
        NodeIdentity identity = first.newIdentity(0);
        SimulatedPlayer anna = join("anna", HERE);
        List<byte[]> old = new ArrayList<>();
        NetworkFault recording = (packet, random, next) -> {
            if (isPresentPosition(packet) && packet.from().getAddress().equals(first.address())) {
                old.add(packet.payload());
            }
            next.accept(packet);
        };
        simulation.network().add(recording);
        begin(first, identity);
        simulation.run(Duration.ofSeconds(5));
        assertThat(anna.sees()).containsExactly("bert");
        assertThat(old).isNotEmpty();
        first.crash();
        routes.detour((prefix, found) ->
                HostPrefix.begins(prefix) && found.size() > 1 ? found.subList(found.size() - 1, found.size()) : found);
        SimulatedHost second = simulation.newHost("bert2");
        begin(second, identity);
        NetworkFault repeating = (packet, random, next) -> next.accept(
                isPresentPosition(packet) && packet.from().getAddress().equals(second.address())
                        ? new Transmission(packet.kind(), packet.from(), packet.to(), old.get(0), packet.delay())
                        : packet);
        simulation.network().add(repeating);
        SimulatedPlayer carl = join("carl", at(10));
        simulation.run(Duration.ofSeconds(7));
        for (SimulatedPlayer each : List.of(anna, carl)) {
            assertThat(each.avatar.neighbours()).as("seed %d", seed).hasSize(2).allSatisfy(neighbour -> assertThat(
                            neighbour.age())
                    .isLessThan(Duration.ofSeconds(1)));
        }
    }

    @Test
    @DisplayName(
            "N7 who has begun anew at another address is seen there, though no routes tell of hosts, as on a local network")
    void movedWithoutRoutes() {
        routes.detour((prefix, found) -> HostPrefix.begins(prefix) ? List.of() : found);
        SimulatedPlayer anna = join("anna", HERE);
        SimulatedHost first = simulation.newHost("bert");
        NodeIdentity identity = first.newIdentity(0);
        begin(first, identity);
        simulation.run(Duration.ofSeconds(5));
        assertThat(anna.sees()).containsExactly("bert");
        first.crash();
        simulation.run(Duration.ofSeconds(3));
        begin(simulation.newHost("bert2"), identity);
        simulation.run(Duration.ofSeconds(15));
        assertThat(anna.sees()).as("seed %d", seed).containsExactly("bert");
        assertThat(anna.avatar.neighbours().get(0).age()).isLessThan(Duration.ofSeconds(1));
    }
}
