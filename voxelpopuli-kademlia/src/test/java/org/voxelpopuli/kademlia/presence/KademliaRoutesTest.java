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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.DhtRecord;
import org.voxelpopuli.kademlia.records.RecordSignature;
import org.voxelpopuli.kademlia.records.ReplacementRule;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.presence.Avatar;
import org.voxelpopuli.presence.HostPrefix;
import org.voxelpopuli.presence.OctreeSpace;
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
        run(RouteRecord.LIFE_OF_PLACE.plusSeconds(1));
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
        assertThat(first).hasSizeBetween(2, RouteRecord.PLACES);
        for (int i = 0; i < 15; i++) {
            if (first.contains(network.host("n" + i).socketAddress(6363))) {
                network.host("n" + i).crash();
            }
        }
        run(RouteRecord.LIFE_OF_PLACE.plus(RoutesOfAddress.RENEWAL.multipliedBy(2)));
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
        NodeId key = RouteRecord.key(PREFIX);
        DhtRecord right = record(PREFIX);
        DhtRecord wrong = record(Name.of("other"));
        assertThat(RouteRecord.KIND.rule().order(key, right, wrong)).isEqualTo(ReplacementRule.Order.NEWER);
        assertThat(RouteRecord.KIND.rule().order(key, wrong, right)).isEqualTo(ReplacementRule.Order.OLDER);
    }

    private static WireValue route(Name prefix, InetSocketAddress address, long untilMillis) {
        return new RouteRecord(prefix, List.of(new RouteRecord.Route(address, untilMillis))).write();
    }

    private static DhtRecord record(Name prefix) {
        return DhtRecord.unsigned(route(prefix, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), 1));
    }

    @Test
    @DisplayName("N13 players find each other over the network alone")
    void presence() {
        network.grow(12);
        List<Avatar> avatars = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            avatars.add(player("n" + i, 10_000 + 100 * i));
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
    @DisplayName("N3 a route that says it counts for longer than any does not count, and holds no place")
    void forGood() {
        network.grow(12);
        KademliaNode liar = network.node("n7");
        long now = network.host("n7").clock().wallMillis();
        InetSocketAddress there = network.host("n7").socketAddress(9);
        liar.worker().execute(() -> routes.get(liar)
                .records()
                .put(
                        RouteRecord.key(PREFIX),
                        route(PREFIX, there, now + Duration.ofDays(1).toMillis()),
                        false,
                        stored -> {}));
        run(Duration.ofSeconds(5));
        assertThat(found("n5", PREFIX)).isEmpty();
        of("n1").announce(PREFIX);
        run(RoutesOfAddress.RENEWAL.multipliedBy(2));
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
            WireValue route = route(PREFIX, address, 1);
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
            assertThat(network.status("n1").lookupsInFlight()).isLessThanOrEqualTo(1);
        }
        run(Duration.ofSeconds(5));
        assertThat(all).allMatch(CompletableFuture::isDone);
        assertThat(kept()).isZero();
    }

    /** Four addresses at which nobody answers. */
    private WireValue deadEnds(Name prefix, long untilMillis) {
        List<RouteRecord.Route> routes = new ArrayList<>();
        for (int i = 0; i < RouteRecord.PLACES; i++) {
            routes.add(new RouteRecord.Route(network.host("n7").socketAddress(9 + i), untilMillis));
        }
        return new RouteRecord(prefix, routes).write();
    }

    @Test
    @Tag("once")
    @DisplayName(
            "N3 N12 whoever overwrites the record of an octant all the time takes no place of those who are there and renew it: a newcomer meets them")
    void overwritten() {
        network.grow(16);
        List<Name> octants = OctreeSpace.DEFAULT.cover(new Point(10_100, 9_000, 9_000), 1_024).stream()
                .map(each -> each.ancestor(OctreeSpace.DEFAULT.prefixLevel()))
                .distinct()
                .map(each -> Name.parse("/presence/default/" + each.path().replaceAll("/$", "")))
                .toList();
        for (int i = 0; i < 3; i++) {
            player("n" + i, 10_000 + 10 * i);
        }
        run(Duration.ofSeconds(10));
        for (int second = 0; second < 300; second++) {
            long until = network.host("n7").clock().wallMillis()
                    + RouteRecord.LIFE_OF_PLACE.plusSeconds(59).toMillis();
            KademliaNode attacker = network.node("n7");
            long stamp = network.host("n7").clock().wallMillis() + 59_000;
            attacker.worker()
                    .execute(() -> octants.forEach(octant -> routes.get(attacker)
                            .records()
                            .putAt(RouteRecord.key(octant), deadEnds(octant, until), stamp, stored -> {})));
            run(Duration.ofSeconds(1));
        }
        // Without the rule for places nobody is found for as long as the attack lasts.
        Avatar newcomer = player("n10", 10_100);
        run(Duration.ofSeconds(3));
        assertThat(newcomer.neighbours()).as("whom a newcomer meets in 3 s").hasSize(3);
    }

    private Avatar player(String name, double x) {
        SimulatedHost host = network.host(name);
        Presence presence = await(Presence.start(
                host,
                host.newIdentity(0),
                host.socketAddress(6363),
                bound -> routes.get(network.node(name)).at(bound),
                PresenceSettings.DEFAULT));
        return await(presence.join(new PlayerName(name), new Point(x, 9_000, 9_000), new PresenceListener() {}));
    }

    @Test
    @DisplayName(
            "N3 a node whose clock was an hour behind or a day ahead for a while is found again at its next renewal after it is right")
    void clocks() {
        network.grow(12);
        InetSocketAddress address = network.host("n1").socketAddress(6363);
        Name host = HostPrefix.of(network.identity("n1").publicKey());
        Routes wrong = of("n1");
        wrong.announce(PREFIX);
        wrong.announce(host);
        run(Duration.ofSeconds(5));
        for (Duration skew : List.of(Duration.ofHours(-1), Duration.ofDays(1))) {
            network.host("n1").setClockSkew(skew);
            run(Duration.ofMinutes(15));
            network.host("n1").setClockSkew(Duration.ZERO);
            run(RoutesOfAddress.RENEWAL.multipliedBy(2));
            assertThat(found("n5", PREFIX)).as("after %s", skew).containsExactly(address);
            run(Duration.ofMinutes(3));
            assertThat(found("n5", host)).as("after %s", skew).containsExactly(address);
        }
    }

    @Test
    @DisplayName("N3 of those who take a place at the same moment each is found within two seconds")
    void together() {
        network.grow(4);
        for (int i = 0; i < 4; i++) {
            of("n" + i).announce(PREFIX);
        }
        run(Duration.ofSeconds(2));
        for (int i = 0; i < 4; i++) {
            assertThat(found("n" + i, PREFIX)).as("what n%d finds", i).hasSize(3);
        }
        run(RoutesOfAddress.RENEWAL.multipliedBy(2));
        network.join("n4", "n0");
        assertThat(found("n4", PREFIX)).hasSize(4);
    }

    @Test
    @DisplayName("N3 a record that leaves out a place that has not ended replaces none, whatever its stamp")
    void places() {
        long now = 1_000_000;
        long life = RouteRecord.LIFE_OF_PLACE.toMillis();
        DhtRecord one = signed("n1", now, List.of(place(1, now + life)));
        DhtRecord both = signed("n2", now + 10, List.of(place(1, now + life), place(2, now + 10 + life)));
        DhtRecord other = signed("n3", now + 20, List.of(place(3, now + 20 + life)));
        DhtRecord afterwards = signed("n3", now + life, List.of(place(3, now + 2 * life)));
        DhtRecord forGood = signed("n4", now, List.of(place(4, now + 10 * life)));
        assertThat(order(both, one)).isEqualTo(ReplacementRule.Order.NEWER);
        assertThat(order(one, both)).isEqualTo(ReplacementRule.Order.OLDER);
        assertThat(order(signed("n3", now + 20, List.of(place(1, now + life))), both))
                .isEqualTo(ReplacementRule.Order.OLDER);
        assertThat(order(other, both)).isEqualTo(ReplacementRule.Order.FOREIGN);
        assertThat(order(both, other)).isEqualTo(ReplacementRule.Order.FOREIGN);
        assertThat(order(afterwards, one)).isEqualTo(ReplacementRule.Order.NEWER);
        assertThat(order(other, forGood)).isEqualTo(ReplacementRule.Order.NEWER);
    }

    private static ReplacementRule.Order order(DhtRecord record, DhtRecord other) {
        return RouteRecord.KIND.rule().order(RouteRecord.key(PREFIX), record, other);
    }

    private static RouteRecord.Route place(int port, long untilMillis) {
        return new RouteRecord.Route(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), untilMillis);
    }

    private DhtRecord signed(String by, long stamp, List<RouteRecord.Route> routes) {
        return new DhtRecord(
                new RouteRecord(PREFIX, routes).write(),
                Optional.of(new RecordSignature(
                        stamp,
                        WireValue.Bytes.of(network.identity(by).publicKey()),
                        WireValue.Bytes.of(new byte[64]))));
    }

    @Test
    void whatIsNoRouteIsRefused() {
        Name owned =
                HostPrefix.of(network.simulation().newHost("h").newIdentity(0).publicKey());
        for (WireValue bad : List.of(
                WireValue.NULL,
                WireValue.of("x"),
                new WireValue.Fields(Map.of()),
                routes("no slash", udp(1)),
                routes("/a", udp(0)),
                routes("/a"),
                routes("/a", udp(1), udp(2), udp(3), udp(4), udp(5)),
                routes(owned.toString(), udp(1), udp(2)),
                routes("/a", WireValue.items(WireValue.of("192.0.2.7"), WireValue.of(1))))) {
            assertThatThrownBy(() -> RouteRecord.KIND.requireValid(bad)).hasMessageMatching(".{8,}");
        }
    }

    private static WireValue routes(String prefix, WireValue... udp) {
        return new WireValue.Fields(Map.of("prefix", WireValue.of(prefix), "udp", WireValue.items(udp)));
    }

    private static WireValue udp(int port) {
        return WireValue.items(WireValue.of("192.0.2.7"), WireValue.of(port), WireValue.of(1));
    }
}
