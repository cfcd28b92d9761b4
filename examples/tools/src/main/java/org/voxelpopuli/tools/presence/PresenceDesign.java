package org.voxelpopuli.tools.presence;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.identity.SignatureScheme;
import org.voxelpopuli.presence.Avatar;
import org.voxelpopuli.presence.Neighbour;
import org.voxelpopuli.presence.Point;
import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.presence.PresenceListener;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Transmission;
import org.voxelpopuli.world.PlayerName;

/** The real presence: nodes with one avatar each, or with several. Only where names lead is a {@linkplain ModelledRoutes model}. */
final class PresenceDesign implements Design {
    private static final int PORT = 6_363;

    /** So far into a packet its name has begun and told whether it is of an octant. */
    private static final int NAME_BEGINS_WITHIN = 48;

    private final Stage stage;
    private final int avatarsOfANode;
    private final ModelledRoutes routes;
    private final byte[] instance;
    private final Map<InetAddress, Integer> nodes = new HashMap<>();
    private final Map<Integer, CompletableFuture<Presence>> presences = new LinkedHashMap<>();
    private final @Nullable Avatar[] avatars;
    private final Point[] wanted;
    private long signed;
    private long verified;

    PresenceDesign(Stage stage, int avatarsOfANode) {
        this.stage = stage;
        this.avatarsOfANode = avatarsOfANode;
        routes = new ModelledRoutes(stage);
        String name = stage.settings().instance();
        instance = new byte[name.length() + 2];
        instance[0] = 8;
        instance[1] = (byte) name.length();
        for (int i = 0; i < name.length(); i++) {
            instance[i + 2] = (byte) name.charAt(i);
        }
        avatars = new Avatar[stage.avatars()];
        wanted = new Point[stage.avatars()];
        stage.simulation().network().add((packet, random, next) -> {
            count(packet);
            next.accept(packet);
        });
    }

    private void count(Transmission packet) {
        Integer from = nodes.get(packet.from().getAddress());
        Integer to = nodes.get(packet.to().getAddress());
        if (from != null && to != null) {
            Traffic.Use use = isDiscovery(packet.payload()) ? Traffic.Use.DISCOVERY : Traffic.Use.POSITIONS;
            stage.traffic().carried(use, from, to, 1, packet.payload().length);
        }
    }

    /** The name of an octant has the instance in it, that of a position has not. */
    private boolean isDiscovery(byte[] payload) {
        int end = Math.min(payload.length, NAME_BEGINS_WITHIN) - instance.length;
        for (int at = 0; at <= end; at++) {
            int same = 0;
            while (same < instance.length && payload[at + same] == instance[same]) {
                same++;
            }
            if (same == instance.length) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void join(int avatar, Point at) {
        wanted[avatar] = at;
        int node = avatar / avatarsOfANode;
        // Among many they come closer together than their phases are apart, and not in the order of their numbers.
        var unused = presences
                .computeIfAbsent(node, this::start)
                .thenCompose(each -> each.join(new PlayerName("a" + avatar), at, new Listener(avatar)))
                .thenAccept(joined -> {
                    avatars[avatar] = joined;
                    joined.moveTo(wanted[avatar]);
                });
    }

    private CompletableFuture<Presence> start(int node) {
        SimulatedHost host = stage.simulation().newHost("node" + node);
        nodes.put(host.address(), node);
        return Presence.start(
                host,
                new Counted(host.newIdentity(0)),
                host.socketAddress(PORT),
                bound -> routes.of(host, bound, node),
                stage.settings());
    }

    @Override
    public void move(int avatar, Point to) {
        wanted[avatar] = to;
        Avatar moving = avatars[avatar];
        if (moving != null) {
            moving.moveTo(to);
        }
    }

    @Override
    public CompletableFuture<Effort> effort() {
        CompletableFuture<Effort> sum = CompletableFuture.completedFuture(new Effort(0, 0, 0, 0));
        for (CompletableFuture<Presence> each : presences.values()) {
            sum = sum.thenCombine(
                    each.thenCompose(Presence::status),
                    (so, status) -> new Effort(
                            signed,
                            verified,
                            so.interestsFromCache() + status.forwarder().storeHits(),
                            so.interests()
                                    + status.forwarder().storeHits()
                                    + status.forwarder().storeMisses()));
        }
        return sum;
    }

    /** Tells {@link Sights}. */
    private final class Listener implements PresenceListener {
        private final int who;

        Listener(int who) {
            this.who = who;
        }

        private int number(Neighbour neighbour) {
            return Integer.parseInt(neighbour.name().name().text().substring(1));
        }

        @Override
        public void appeared(Neighbour neighbour) {
            moved(neighbour);
        }

        @Override
        public void moved(Neighbour neighbour) {
            stage.sights()
                    .drawn(who, number(neighbour), stage.nowMillis(), neighbour.wallMillis() - Comparison.EPOCH_MILLIS);
        }

        @Override
        public void left(Neighbour neighbour) {
            stage.sights().gone(who, number(neighbour));
        }

        @Override
        public void offline(Neighbour neighbour) {
            stage.sights().gone(who, number(neighbour));
        }
    }

    /** Counts signatures. */
    private final class Counted implements NodeIdentity {
        private final NodeIdentity identity;

        Counted(NodeIdentity identity) {
            this.identity = identity;
        }

        @Override
        public SignatureScheme scheme() {
            SignatureScheme scheme = identity.scheme();
            return (publicKey, message, signature) -> {
                verified++;
                return scheme.verify(publicKey, message, signature);
            };
        }

        @Override
        public byte[] publicKey() {
            return identity.publicKey();
        }

        @Override
        public byte[] sign(byte[] message) {
            signed++;
            return identity.sign(message);
        }
    }
}
