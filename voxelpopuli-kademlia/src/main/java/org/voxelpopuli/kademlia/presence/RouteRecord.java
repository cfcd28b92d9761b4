package org.voxelpopuli.kademlia.presence;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.protocol.Rejection;

/**
 * Says that a node answers below a prefix: {@code {"prefix": "/a/b", "udp": ["192.0.2.7", 6363], "until": 1764432000000}}.
 *
 * <p>A prefix that many answer has {@value #SLOTS} records, in which whoever finds one free puts himself; he who asks needs to find a few of them only. The prefix of a host belongs to
 * its owner and has one record; the one that the owner has signed wins.
 *
 * @param prefix below which it answers
 * @param address of its UDP port
 * @param untilMillis when it counts no longer, in milliseconds since 1970
 */
record RouteRecord(Name prefix, InetSocketAddress address, long untilMillis) {
    /** Records of a prefix that many answer. */
    static final int SLOTS = 4;

    static final RecordKind KIND =
            new RecordKind("route", RecordLimits.of(50_000, 16 << 20), 2, new Rule(), RouteRecord::read);

    /** So far apart the clocks of writers and holders may be. */
    private static final long MAX_SKEW_MILLIS = 60_000;

    private static final int MAX_PREFIX = 400;
    private static final long MAX_MILLIS = 1L << 53;

    /** The first number of addresses of version 4 that belong to nobody, of which the last is that of all. */
    private static final int FIRST_RESERVED = 240;

    /** Under which key a slot of a prefix is: the SHA-1 of {@code route <slot> <prefix>}. */
    static NodeId key(Name prefix, int slot) {
        return NodeId.sha1Of("route " + slot + " " + prefix);
    }

    static int slots(Name prefix) {
        return hasOwner(prefix) ? 1 : SLOTS;
    }

    private static boolean hasOwner(Name prefix) {
        return prefix.size() == 1 && HostPrefix.begins(prefix);
    }

    WireValue write() {
        Map<String, WireValue> fields = new LinkedHashMap<>();
        fields.put("prefix", WireValue.of(prefix.toString()));
        fields.put(
                "udp",
                WireValue.items(WireValue.of(WireReader.host(address.getAddress())), WireValue.of(address.getPort())));
        fields.put("until", WireValue.of(untilMillis));
        return new WireValue.Fields(fields);
    }

    static RouteRecord read(WireValue value) throws BadValueException {
        Map<String, WireValue> fields = WireReader.fields(value, "a route");
        String prefix = WireReader.text(fields.getOrDefault("prefix", WireValue.NULL), "a route's prefix", MAX_PREFIX);
        List<WireValue> udp = WireReader.items(fields.getOrDefault("udp", WireValue.NULL), "a route's address", 2);
        InetAddress host = WireReader.address(udp.get(0), "a route's host");
        require(
                isOfOneNode(host),
                "a route's host is " + WireReader.host(host) + ", allowed are addresses of one node");
        int port = (int) WireReader.integer(udp.get(1), "a route's port", 1, 65_535);
        long until = WireReader.integer(fields.getOrDefault("until", WireValue.NULL), "a route's end", 0, MAX_MILLIS);
        try {
            return new RouteRecord(Name.parse(prefix), new InetSocketAddress(host, port), until);
        } catch (IllegalArgumentException e) {
            throw new BadValueException(Rejection.OUT_OF_RANGE, String.valueOf(e.getMessage()));
        }
    }

    private static void require(boolean allowed, String message) throws BadValueException {
        if (!allowed) {
            throw new BadValueException(Rejection.OUT_OF_RANGE, message);
        }
    }

    /** Whoever believes a route to a group, or to all, would ask all of a network. */
    static boolean isOfOneNode(InetAddress host) {
        boolean all = host instanceof Inet4Address && (host.getAddress()[0] & 0xFF) >= FIRST_RESERVED;
        return !host.isAnyLocalAddress() && !host.isMulticastAddress() && !all;
    }

    private boolean belongsTo(NodeId key) {
        for (int slot = 0; slot < slots(prefix); slot++) {
            if (key(prefix, slot).equals(key)) {
                return true;
            }
        }
        return false;
    }

    private boolean isSignedByOwner(DhtRecord record) {
        return hasOwner(prefix)
                && record.signature()
                        .filter(by -> prefix.equals(HostPrefix.of(by.publicKey().toByteArray())))
                        .isPresent();
    }

    /** What has no business under a key gives way, then what the owner has not signed, then the earlier. */
    private static final class Rule implements ReplacementRule {
        @Override
        public Order order(NodeId key, DhtRecord record, DhtRecord other) {
            int better = Integer.compare(rank(key, record), rank(key, other));
            return better > 0 ? Order.NEWER : better < 0 ? Order.OLDER : SignedRule.STAMP.order(key, record, other);
        }

        private static int rank(NodeId key, DhtRecord record) {
            try {
                RouteRecord route = read(record.value());
                return !route.belongsTo(key) ? 0 : route.isSignedByOwner(record) ? 2 : 1;
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
                return read(record.value()).untilMillis() + MAX_SKEW_MILLIS < wallMillis;
            } catch (BadValueException e) {
                return true;
            }
        }
    }
}
