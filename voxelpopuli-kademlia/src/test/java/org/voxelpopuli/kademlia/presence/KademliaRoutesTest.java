package org.voxelpopuli.kademlia.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.DhtRecord;
import org.voxelpopuli.kademlia.records.ReplacementRule;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.presence.Avatar;
import org.voxelpopuli.presence.HostPrefix;
import org.voxelpopuli.presence.Point;
import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.presence.PresenceListener;
import org.voxelpopuli.presence.PresenceSettings;
import org.voxelpopuli.presence.Routes;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N3 Routes through the network")
class KademliaRoutesTest {
    private static final Name PREFIX = Name.parse("/presence/default/3/0/7/1/2");

    private final SimulatedKademlia network = new SimulatedKademlia(Long.getLong("voxelpopuli.seed", 1));
    private final Map<KademliaNode, KademliaRoutes> routes = new LinkedHashMap<>();

    KademliaRoutesTest() {
        network.onBuild(node -> {
            String name = network.names().stream()
                    .filter(each -> network.node(each) == node)
                    .findFirst()
                    .orElseThrow();
            routes.put(node, KademliaRoutes.of(node, network.host(name)));
        });
    }

    @AfterEach
    void nothingFailed() {
        assertThat(network.simulation().failures()).isEmpty();
    }

    private Routes of(String name) {
        return routes.get(network.node(name)).at(network.host(name).socketAddress(6363));
    }

    private List<InetSocketAddress> found(String by, Name prefix) {
        return await(of(by).find(prefix));
    }

    private <T> T await(CompletableFuture<T> future) {
        return network.simulation().await(future, Duration.ofMinutes(1));
    }

    private void run(Duration span) {
        network.simulation().run(span);
    }

    @Test
    @DisplayName("N3 where a name leads is announced and found through the DHT, and expires")
    void announcedAndFound() {
        network.grow(12);
        assertThat(found("n5", PREFIX)).isEmpty();
        Routes announcing = of("n1");
        announcing.announce(PREFIX);
        run(Duration.ofSeconds(5));
        assertThat(found("n5", PREFIX)).containsExactly(network.host("n1").socketAddress(6363));
        run(Duration.ofMinutes(10));
        assertThat(found("n6", PREFIX))
                .as("renewed")
                .containsExactly(network.host("n1").socketAddress(6363));
        announcing.withdraw(PREFIX);
        run(KademliaRoutes.LIFE.plusSeconds(1));
        assertThat(found("n5", PREFIX)).isEmpty();
    }

    @Test
    @DisplayName(
            "N3 of many that answer below one prefix some are found, and others take the places of those that died")
    void many() {
        network.grow(20);
        for (int i = 0; i < 15; i++) {
            of("n" + i).announce(PREFIX);
            run(Duration.ofSeconds(1));
        }
        List<InetSocketAddress> first = found("n19", PREFIX);
        assertThat(first).hasSizeBetween(2, RouteRecord.SLOTS);
        for (int i = 0; i < 15; i++) {
            if (first.contains(network.host("n" + i).socketAddress(6363))) {
                network.host("n" + i).crash();
            }
        }
        run(KademliaRoutes.LIFE.plus(KademliaRoutes.RENEWAL.multipliedBy(2)));
        assertThat(found("n19", PREFIX)).isNotEmpty().doesNotContainAnyElementsOf(first);
    }

    @Test
    @DisplayName("N3 the route of a host can be replaced by its owner alone")
    void owned() {
        network.grow(10);
        // The identity of the network's node is that of the host.
        Name owned = HostPrefix.of(network.identity("n1").publicKey());
        of("n2").announce(owned);
        run(Duration.ofSeconds(5));
        assertThat(found("n5", owned)).containsExactly(network.host("n2").socketAddress(6363));
        of("n1").announce(owned);
        run(Duration.ofSeconds(5));
        assertThat(found("n5", owned)).containsExactly(network.host("n1").socketAddress(6363));
        of("n2").announce(owned);
        run(Duration.ofMinutes(3));
        assertThat(found("n5", owned)).containsExactly(network.host("n1").socketAddress(6363));
    }

    @Test
    @DisplayName("N3 what belongs to another prefix gives way under a key")
    void foreign() {
        NodeId key = RouteRecord.key(PREFIX, 0);
        DhtRecord right = record(PREFIX);
        DhtRecord wrong = record(Name.of("other"));
        assertThat(RouteRecord.KIND.rule().order(key, right, wrong)).isEqualTo(ReplacementRule.Order.NEWER);
        assertThat(RouteRecord.KIND.rule().order(key, wrong, right)).isEqualTo(ReplacementRule.Order.OLDER);
    }

    private static DhtRecord record(Name prefix) {
        return DhtRecord.unsigned(
                new RouteRecord(prefix, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), 1).write());
    }

    @Test
    @DisplayName("N13 players find each other over the network alone")
    void presence() {
        network.grow(12);
        List<Avatar> avatars = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String name = "n" + i;
            SimulatedHost host = network.host(name);
            Presence presence = await(Presence.start(
                    host,
                    host.newIdentity(0),
                    host.socketAddress(6363),
                    bound -> routes.get(network.node(name)).at(bound),
                    PresenceSettings.DEFAULT));
            avatars.add(await(presence.join(
                    new PlayerName("p" + i), new Point(10_000 + 100 * i, 9_000, 9_000), new PresenceListener() {})));
            run(Duration.ofSeconds(1));
        }
        run(Duration.ofSeconds(10));
        for (Avatar avatar : avatars) {
            assertThat(avatar.neighbours())
                    .as("what %s sees", avatar.name().name())
                    .hasSize(5);
        }
    }

    @Test
    @DisplayName("N3 a route that says it counts for longer than any does not count, and holds no slot")
    void forGood() {
        network.grow(12);
        KademliaNode liar = network.node("n7");
        long now = network.host("n7").clock().wallMillis();
        InetSocketAddress there = network.host("n7").socketAddress(9);
        for (int slot = 0; slot < RouteRecord.SLOTS; slot++) {
            int each = slot;
            liar.worker().execute(() -> routes.get(liar)
                    .records()
                    .put(
                            RouteRecord.key(PREFIX, each),
                            new RouteRecord(
                                            PREFIX,
                                            there,
                                            now + Duration.ofDays(1).toMillis())
                                    .write(),
                            false,
                            stored -> {}));
        }
        run(Duration.ofSeconds(5));
        assertThat(found("n5", PREFIX)).isEmpty();
        of("n1").announce(PREFIX);
        run(KademliaRoutes.RENEWAL.multipliedBy(2));
        assertThat(found("n5", PREFIX)).contains(network.host("n1").socketAddress(6363));
    }

    @Test
    @DisplayName("N3 routes lead to one node: 0.0.0.0, groups and broadcast are refused, of ours and of others")
    void ofOneNode() throws Exception {
        network.grow(2);
        KademliaRoutes ours = routes.get(network.node("n1"));
        for (String bad : List.of("0.0.0.0", "224.0.0.1", "255.255.255.255", "::", "ff02::1")) {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(bad), 6363);
            assertThatThrownBy(() -> ours.at(address)).hasMessageContaining("at which others reach this node");
            WireValue route = new RouteRecord(PREFIX, address, 1).write();
            assertThatThrownBy(() -> RouteRecord.KIND.requireValid(route))
                    .as(bad)
                    .hasMessageContaining("addresses of one node");
        }
    }

    @Test
    @DisplayName(
            "N3 routes of hosts that are gone are forgotten by all who kept them, however often those who come get what is there")
    void forgotten() {
        network.grow(12);
        of("n1").announce(PREFIX);
        run(Duration.ofSeconds(5));
        assertThat(kept()).isPositive();
        network.crash("n1");
        for (int i = 12; i < 20; i++) {
            network.join("n" + i, "n0");
            run(Duration.ofSeconds(30));
        }
        assertThat(kept()).isZero();
    }

    private int kept() {
        return network.names().stream()
                .mapToInt(each -> network.status(each).records().get("route"))
                .sum();
    }

    @Test
    @DisplayName("N3 avatars that come to a place and go again and again have it looked up once at a time")
    void again() {
        network.grow(12);
        Routes routes = of("n1");
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            routes.announce(PREFIX);
            all.add(routes.find(PREFIX));
            routes.withdraw(PREFIX);
            run(Duration.ofMillis(1));
            assertThat(network.status("n1").lookupsInFlight()).isLessThanOrEqualTo(RouteRecord.SLOTS);
        }
        run(Duration.ofSeconds(5));
        assertThat(all).allMatch(CompletableFuture::isDone);
        assertThat(kept()).isZero();
    }

    @Test
    void whatIsNoRouteIsRefused() {
        for (WireValue bad : List.of(
                WireValue.NULL,
                WireValue.of("x"),
                new WireValue.Fields(Map.of()),
                new WireValue.Fields(Map.of(
                        "prefix",
                        WireValue.of("no slash"),
                        "udp",
                        WireValue.items(WireValue.of("192.0.2.7"), WireValue.of(1)),
                        "until",
                        WireValue.of(1))),
                new WireValue.Fields(Map.of(
                        "prefix",
                        WireValue.of("/a"),
                        "udp",
                        WireValue.items(WireValue.of("192.0.2.7"), WireValue.of(0)),
                        "until",
                        WireValue.of(1))))) {
            assertThatThrownBy(() -> RouteRecord.KIND.requireValid(bad)).hasMessageMatching(".{8,}");
        }
    }
}
