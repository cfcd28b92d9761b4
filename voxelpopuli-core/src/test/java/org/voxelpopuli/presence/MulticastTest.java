package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.presence.Resolution.What;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N3 On a local network names are resolved by multicast")
class MulticastTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Simulation simulation = new Simulation(Long.getLong("voxelpopuli.seed", 1));
    private PresenceSettings settings = PresenceSettings.DEFAULT;
    private long groupDatagrams;

    private Avatar join(String name, Point position, Routes routes) {
        SimulatedHost host = simulation.newHost(name);
        return simulation.await(
                start(host, host.socketAddress(6363), routes)
                        .thenCompose(
                                presence -> presence.join(new PlayerName(name), position, new PresenceListener() {})),
                LIMIT);
    }

    private CompletableFuture<Presence> start(
            org.voxelpopuli.runtime.NodeEnvironment environment, InetSocketAddress local, Routes routes) {
        return Presence.start(environment, environment.newIdentity(0), local, bound -> routes, settings);
    }

    private static List<String> sees(Avatar avatar) {
        return avatar.neighbours().stream()
                .map(each -> each.name().name().text())
                .toList();
    }

    private void countGroup() {
        simulation.network().add((packet, random, next) -> {
            groupDatagrams += packet.to().getPort() == MulticastRoutes.NDN_GROUP.getPort() ? 1 : 0;
            next.accept(packet);
        });
    }

    @AfterEach
    void nothingFailed() {
        assertThat(simulation.failures()).isEmpty();
    }

    @Test
    @DisplayName("N3 players with no routes and no other node find each other, lose one, and find one who comes")
    void alone() {
        Avatar anna = join("anna", new Point(10_000, 10_000, 10_000), MulticastRoutes.alone());
        Avatar bert = join("bert", new Point(10_100, 10_000, 10_000), MulticastRoutes.alone());
        simulation.run(Duration.ofSeconds(3));
        assertThat(sees(anna)).containsExactly("bert");
        assertThat(sees(bert)).containsExactly("anna");
        simulation.await(bert.leave(), LIMIT);
        simulation.run(Duration.ofSeconds(60));
        assertThat(sees(anna)).isEmpty();
        Avatar carl = join("carl", new Point(10_000, 10_100, 10_000), MulticastRoutes.alone());
        simulation.run(Duration.ofSeconds(3));
        assertThat(sees(anna)).containsExactly("carl");
        assertThat(sees(carl)).containsExactly("anna");
    }

    @Test
    @DisplayName("N3 nothing is sent to a group unless the application asks for it")
    void off() {
        countGroup();
        SimulatedRoutes routes = new SimulatedRoutes(Duration.ofMillis(10));
        for (String name : List.of("anna", "bert")) {
            new SimulatedPlayer(
                    simulation,
                    routes,
                    PresenceSettings.DEFAULT,
                    name,
                    new Point(10_000, 10_000, 10_000),
                    new PresenceListener() {});
        }
        simulation.run(Duration.ofSeconds(5));
        assertThat(groupDatagrams).isZero();
    }

    @Test
    @DisplayName(
            "N3 multicast beside routes: one who is on another network is found by the routes, the trace shows which")
    void beside() {
        SimulatedRoutes directory = new SimulatedRoutes(Duration.ofMillis(10));
        List<Presence> presences = new ArrayList<>();
        List<Avatar> avatars = new ArrayList<>();
        for (String name : List.of("anna", "bert", "far")) {
            SimulatedHost host = simulation.newHost(name);
            Routes routes = directory.of(host, host.socketAddress(6363));
            Presence presence = simulation.await(
                    start(host, host.socketAddress(6363), name.equals("far") ? routes : MulticastRoutes.beside(routes)),
                    LIMIT);
            presences.add(presence);
            Point point = new Point(name.equals("far") ? 60_000 : 10_000, 10_000, 10_000);
            avatars.add(simulation.await(presence.join(new PlayerName(name), point, new PresenceListener() {}), LIMIT));
        }
        simulation.run(Duration.ofSeconds(3));
        assertThat(sees(avatars.get(0))).containsExactly("bert");
        Name far = avatars.get(2).name().path().append("position");
        List<What> whats = simulation.await(presences.get(0).trace(far), LIMIT).steps().stream()
                .map(Resolution.Step::what)
                .toList();
        assertThat(whats).containsExactly(What.GROUP_ASKED, What.ROUTES_ASKED, What.ROUTES_NAMED, What.ANSWERED);
        PresenceStatus status = simulation.await(presences.get(0).status(), LIMIT);
        assertThat(status.resolutions()).anySatisfy(each -> assertThat(each.prefix())
                .isEqualTo(avatars.get(1).name().prefix().toString()));
    }

    @Test
    @Tag("once")
    @DisplayName(
            "N12 in a crowd on a local network one who comes is answered by some, and what is settled is asked for seldom")
    void crowd() {
        int count = 30;
        settings = settings.withTimes(settings.times().withUpdateInterval(Duration.ofSeconds(1)));
        List<Avatar> avatars = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            avatars.add(join("p" + i, new Point(10_000 + i, 10_000, 10_000), MulticastRoutes.alone()));
            simulation.run(Duration.ofMillis(50));
        }
        simulation.run(Duration.ofSeconds(10));
        assertThat(avatars).allSatisfy(each -> assertThat(each.neighbours()).hasSize(20));
        countGroup();
        simulation.run(Duration.ofSeconds(10));
        assertThat(groupDatagrams / 10.0 / count / count)
                .as("questions that one node sends to the group in a second, each of which reaches all others")
                .isLessThan(2);
        Avatar late = join("late", new Point(10_000, 10_001, 10_000), MulticastRoutes.alone());
        simulation.run(Duration.ofSeconds(5));
        assertThat(late.neighbours()).hasSize(20);
    }

    @Test
    @DisplayName("N3 what is no group, and what cannot be joined, is refused in words")
    void refused() {
        assertThatThrownBy(() -> MulticastRoutes.beside(
                        MulticastRoutes.alone(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 56_363)))
                .hasMessageContaining("allowed are multicast addresses");
        SimulatedHost host = simulation.newHost("wild");
        assertThatThrownBy(() -> simulation.await(
                        start(host, new InetSocketAddress("0.0.0.0", 6363), MulticastRoutes.alone()), LIMIT))
                .hasRootCauseInstanceOf(BindException.class)
                .hasStackTraceContaining("it must be bound to one of the interface that is meant");
    }

    @Test
    @DisplayName("N3 on real sockets, on the loopback interface, two players with no routes see each other")
    void realSockets() throws Exception {
        InetSocketAddress local = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        // Not the port of others on this machine.
        InetSocketAddress group = new InetSocketAddress(
                "239.255.63.63", 56_400 + (int) (ProcessHandle.current().pid() % 5_000));
        CountDownLatch appeared = new CountDownLatch(2);
        try (NettyEnvironment a = NettyEnvironment.createDaemon();
                NettyEnvironment b = NettyEnvironment.createDaemon()) {
            for (NettyEnvironment each : List.of(a, b)) {
                Presence presence = start(each, local, MulticastRoutes.beside(MulticastRoutes.alone(), group))
                        .get(10, TimeUnit.SECONDS);
                Avatar avatar = presence.join(
                                new PlayerName("p"), new Point(10_000, 10_000, 10_000), new PresenceListener() {
                                    @Override
                                    public void appeared(Neighbour neighbour) {
                                        appeared.countDown();
                                    }
                                })
                        .get(10, TimeUnit.SECONDS);
                assertThat(avatar.neighbours()).isEmpty();
            }
            assertThat(appeared.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
