package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.presence.ndn.DataVerifier;
import org.voxelpopuli.presence.ndn.Forwarder;
import org.voxelpopuli.presence.ndn.ForwarderSettings;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.UdpFaces;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

@DisplayName("N3 A prefix below which somebody asks")
class WantedPrefixTest {
    private static final Duration MOMENT = Duration.ofMillis(100);

    private final Simulation simulation = new Simulation(1);
    private final SimulatedHost host = simulation.newHost("host");
    private final SimulatedHost friend = simulation.newHost("friend");
    private final InetSocketAddress address = host.socketAddress(6363);
    private final Worker worker = host.worker("ndn");
    private final List<Name> lookedUp = new ArrayList<>();

    private final List<UdpFaces> opened = new ArrayList<>();
    private final List<WantedPrefix> wanted = new ArrayList<>();

    @BeforeEach
    void open() {
        List<Forwarder> made = new ArrayList<>();
        worker.execute(() -> made.add(new Forwarder(host, worker, ForwarderSettings.defaults(DataVerifier.sha256()))));
        simulation.run(Duration.ZERO);
        Forwarder forwarder = made.get(0);
        UdpFaces udp = simulation.await(UdpFaces.open(forwarder, address, 10), MOMENT);
        opened.add(udp);
        SimulatedRoutes routes = new SimulatedRoutes(Duration.ofMillis(10));
        routes.detour((prefix, there) -> {
            lookedUp.add(prefix);
            return there;
        });
        wanted.add(new WantedPrefix(
                new WantedPrefix.Ground(
                        forwarder, routes.of(host, address), new UsedAddresses(udp), new ResolutionLog(host.clock())),
                Name.of("host"),
                RouteKeeper.Kind.ONE));
    }

    private void on(Consumer<WantedPrefix> action) {
        worker.execute(() -> action.accept(wanted.get(0)));
        simulation.run(Duration.ZERO);
        assertThat(simulation.failures()).isEmpty();
    }

    @Test
    @DisplayName(
            "N3 a host that others know is looked up a moment later; who is not wanted any more is not, and nothing is left of that")
    void withdrawn() {
        on(each -> each.learn(opened.get(0).to(friend.socketAddress(6363)), Resolution.What.NAMED_IN_ANSWER));
        int timers = simulation.census().timers();
        on(WantedPrefix::begin);
        assertThat(simulation.census().timers()).isEqualTo(timers + 1);
        on(WantedPrefix::end);
        assertThat(simulation.census().timers()).isEqualTo(timers);
        on(WantedPrefix::begin);
        simulation.run(Duration.ofSeconds(1));
        assertThat(lookedUp).isEmpty();
    }

    @Test
    @DisplayName("N3 whom nobody knows is looked up at once")
    void atOnce() {
        on(WantedPrefix::begin);
        on(WantedPrefix::begin);
        simulation.run(MOMENT);
        assertThat(lookedUp).as("begun once").hasSize(1);
    }

    @Test
    @DisplayName("N11 of six who share a prefix five are asked at a time, none of them twice")
    void some() {
        for (int port = 1; port <= 6; port++) {
            InetSocketAddress each = friend.socketAddress(port);
            on(prefix -> prefix.learn(opened.get(0).to(each), Resolution.What.QUESTION_CAME));
        }
        for (int i = 0; i < 20; i++) {
            on(prefix -> assertThat(prefix.some()).doesNotHaveDuplicates().hasSize(5));
        }
    }
}
