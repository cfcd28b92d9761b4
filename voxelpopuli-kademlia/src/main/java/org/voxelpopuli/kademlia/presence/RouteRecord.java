package org.voxelpopuli.kademlia.presence;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.DhtRecord;
import org.voxelpopuli.kademlia.records.RecordKind;
import org.voxelpopuli.kademlia.records.RecordLimits;
import org.voxelpopuli.kademlia.records.ReplacementRule;
import org.voxelpopuli.kademlia.records.SignedRule;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.presence.HostPrefix;
import org.voxelpopuli.presence.Routes;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.protocol.Rejection;

/**
 * Says who answers below a prefix: {@code {"prefix": "/a/b", "udp": [["192.0.2.7", 6363, 1764432000000]]}}.
 *
 * <p>A prefix that many answer names {@value #PLACES} of them at most; whoever finds a place free puts himself there, beside the others. The prefix of a host belongs to
 * its owner and names one address; the record that the owner has signed wins.
 *
 * @param prefix below which they answer
 * @param routes to them, at least one
 */
record RouteRecord(Name prefix, List<Route> routes) {
    /** So many of those who answer a prefix are named. */
    static final int PLACES = 4;

    /** What changes so often need not be held by many. */
    static final int HOLDERS = 8;

    static final RecordKind KIND =
            new RecordKind("route", RecordLimits.of(50_000, 16 << 20), HOLDERS, 2, new Rule(), RouteRecord::read);

    /** So far apart the clocks of writers and holders may be. */
    private static final long MAX_SKEW_MILLIS = 60_000;

    private static final int MAX_PREFIX = 400;
    private static final long MAX_MILLIS = 1L << 53;

    /**
     * How long a place among many is kept: who leaves without a word is asked in vain for so long. More than a renewal takes and a writer's clock may be ahead, so that nobody is left out who renews his.
     */
    static final Duration LIFE_OF_PLACE = Duration.ofMinutes(2);

    /** A host has an address of its own for as long as it runs; less than what would be written to disk. */
    private static final Duration LIFE_OF_HOST = Duration.ofMinutes(8);

    /**
     * One who answers.
     *
     * @param address of its UDP port
     * @param untilMillis when it counts no longer, in milliseconds since 1970
     */
    record Route(InetSocketAddress address, long untilMillis) {}

    RouteRecord {
        routes = List.copyOf(routes);
    }

    /** Under which key the record of a prefix is: the SHA-1 of {@code route <prefix>}. */
    static NodeId key(Name prefix) {
        return NodeId.sha1Of("route " + prefix);
    }

    /** Whether a prefix belongs to one host. */
    static boolean hasOwner(Name prefix) {
        return prefix.size() == 1 && HostPrefix.begins(prefix);
    }

    /** How many may be named. */
    static int places(Name prefix) {
        return hasOwner(prefix) ? 1 : PLACES;
    }

    /** How long a route counts. */
    static Duration life(Name prefix) {
        return hasOwner(prefix) ? LIFE_OF_HOST : LIFE_OF_PLACE;
    }

    WireValue write() {
        Map<String, WireValue> fields = new LinkedHashMap<>();
        fields.put("prefix", WireValue.of(prefix.toString()));
        fields.put(
                "udp", WireValue.items(routes.stream().map(RouteRecord::write).toArray(WireValue[]::new)));
        return new WireValue.Fields(fields);
    }

    private static WireValue write(Route route) {
        return WireValue.items(
                WireValue.of(WireReader.host(route.address.getAddress())),
                WireValue.of(route.address.getPort()),
                WireValue.of(route.untilMillis));
    }

    static RouteRecord read(WireValue value) throws BadValueException {
        Map<String, WireValue> fields = WireReader.fields(value, "a route");
        String text = WireReader.text(fields.getOrDefault("prefix", WireValue.NULL), "a route's prefix", MAX_PREFIX);
        Name prefix;
        try {
            prefix = Name.parse(text);
        } catch (IllegalArgumentException e) {
            throw new BadValueException(Rejection.OUT_OF_RANGE, String.valueOf(e.getMessage()));
        }
        List<WireValue> udp = WireReader.items(fields.getOrDefault("udp", WireValue.NULL), "a route's addresses");
        require(
                !udp.isEmpty() && udp.size() <= places(prefix),
                "a route has " + udp.size() + " addresses, allowed are 1.." + places(prefix));
        List<Route> routes = new ArrayList<>();
        for (WireValue each : udp) {
            routes.add(readRoute(WireReader.items(each, "a route's address", 3)));
        }
        return new RouteRecord(prefix, routes);
    }

    private static Route readRoute(List<WireValue> udp) throws BadValueException {
        InetAddress host = WireReader.address(udp.get(0), "a route's host");
        require(
                Routes.canLeadTo(host),
                "a route's host is " + WireReader.host(host) + ", allowed are addresses of one node");
        int port = (int) WireReader.integer(udp.get(1), "a route's port", 1, 65_535);
        return new Route(
                new InetSocketAddress(host, port), WireReader.integer(udp.get(2), "a route's end", 0, MAX_MILLIS));
    }

    private static void require(boolean allowed, String message) throws BadValueException {
        if (!allowed) {
            throw new BadValueException(Rejection.OUT_OF_RANGE, message);
        }
    }

    private boolean isSignedByOwner(DhtRecord record) {
        return hasOwner(prefix)
                && record.signature()
                        .filter(by -> prefix.equals(HostPrefix.of(by.publicKey().toByteArray())))
                        .isPresent();
    }

    /** Whether a place of another record is missing, or ends sooner, that had not ended when this one was written. What counts for longer than a life holds no place. */
    private boolean leavesOut(RouteRecord other, long stamp, long otherStamp) {
        return other.routes.stream()
                .filter(each -> each.untilMillis > stamp
                        && each.untilMillis <= otherStamp + life(prefix).toMillis())
                .anyMatch(each -> routes.stream()
                        .noneMatch(ours -> ours.address.equals(each.address) && ours.untilMillis >= each.untilMillis));
    }

    /**
     * What has no business under a key gives way, then what the owner has not signed, then what leaves out a place among many that has not ended, then the earlier. So those who renew their places keep them,
     * whoever writes; and of two records of which each leaves out a place of the other the one that was there first stays.
     */
    private static final class Rule implements ReplacementRule {
        @Override
        public Order order(NodeId key, DhtRecord record, DhtRecord other) {
            int better = Integer.compare(rank(key, record), rank(key, other));
            if (better != 0) {
                return better > 0 ? Order.NEWER : Order.OLDER;
            }
            Order byStamp = SignedRule.STAMP.order(key, record, other);
            return byStamp == Order.NEWER || byStamp == Order.OLDER ? byPlaces(record, other, byStamp) : byStamp;
        }

        private static Order byPlaces(DhtRecord record, DhtRecord other, Order byStamp) {
            try {
                RouteRecord route = read(record.value());
                RouteRecord others = read(other.value());
                if (hasOwner(route.prefix) || !route.prefix.equals(others.prefix)) {
                    return byStamp;
                }
                boolean leavesOut = route.leavesOut(others, record.sequence(), other.sequence());
                boolean isLeftOut = others.leavesOut(route, other.sequence(), record.sequence());
                return leavesOut ? isLeftOut ? Order.FOREIGN : Order.OLDER : isLeftOut ? Order.NEWER : byStamp;
            } catch (BadValueException e) {
                return byStamp;
            }
        }

        private static int rank(NodeId key, DhtRecord record) {
            try {
                RouteRecord route = read(record.value());
                return !key(route.prefix).equals(key) ? 0 : route.isSignedByOwner(record) ? 2 : 1;
            } catch (BadValueException e) {
                return 0;
            }
        }

        @Override
        public long nextSequence(long known, long wallMillis) {
            return SignedRule.STAMP.nextSequence(known, wallMillis);
        }

        @Override
        public boolean isPlausible(DhtRecord record, long wallMillis) {
            return SignedRule.STAMP.isPlausible(record, wallMillis);
        }

        /** The routes of hosts that are gone would otherwise be republished for ever. */
        @Override
        public boolean hasEnded(DhtRecord record, long wallMillis) {
            try {
                return read(record.value()).routes.stream()
                        .allMatch(each -> each.untilMillis + MAX_SKEW_MILLIS < wallMillis);
            } catch (BadValueException e) {
                return true;
            }
        }
    }
}
