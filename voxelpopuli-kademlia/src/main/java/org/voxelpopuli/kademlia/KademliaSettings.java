package org.voxelpopuli.kademlia;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.kademlia.lookup.LookupShape;
import org.voxelpopuli.kademlia.routing.SubnetLimits;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;

/**
 * What a node is to be like.
 *
 * <pre>{@code
 * KademliaSettings settings = KademliaSettings.builder()
 *         .bind(new InetSocketAddress("0.0.0.0", 4000))
 *         .advertisedHost("192.0.2.7")
 *         .bootstrap("192.0.2.1:4000", "node.example.org:4000")
 *         .build();
 * }</pre>
 *
 * @param bind where it listens (UDP); port 0 for any free one
 * @param advertisedHost under which others reach it; empty for the bound address
 * @param bootstrap nodes to join through; none for the first node of a network
 * @param k the size of a bucket and of a result, 1..64
 * @param alpha parallel questions of a lookup, 1..16
 * @param disjointPaths of a lookup, of which no two ask the same node, 1..16: what a liar tells steers one of them alone. On each, one at least is asked at a time
 * @param timeout of a call, 50 ms..10 s
 * @param layout of the buckets
 * @param dialect {@link Dialect#CBOR} to speak it with all peers who do; {@link Dialect#JSON} to ask in JSON alone, which seed peers do; {@link Dialect#P2PLAY} to ask
 *     as peers of P2Play do, who may be at a loss with anything else
 * @param subnetLimits how many contacts of one subnet the table takes, and how many count among the k closest that a lookup finds
 * @param compatibility whom the node takes for a peer
 * @param network the name of the network, at most {@value #MAX_NETWORK} characters: nodes of different ones do not meet
 * @param secret that all nodes of the network share, {@value #MIN_SECRET}..{@value #MAX_SECRET} characters; others are not listened to
 * @param puzzleBits which the ids of peers, and our own, must solve; see {@link IdPuzzle}
 */
public record KademliaSettings(
        InetSocketAddress bind,
        Optional<String> advertisedHost,
        List<BootstrapAddress> bootstrap,
        int k,
        int alpha,
        int disjointPaths,
        Duration timeout,
        TableLayout layout,
        Dialect dialect,
        SubnetLimits subnetLimits,
        Compatibility compatibility,
        String network,
        Optional<String> secret,
        int puzzleBits) {
    /** Characters of a network's name. */
    public static final int MAX_NETWORK = 200;

    /** Characters of the shortest secret. */
    public static final int MIN_SECRET = 16;

    /** Characters of the longest secret. */
    public static final int MAX_SECRET = 256;

    private static final Duration TIMEOUT = Duration.ofMillis(500);
    /** SPEC P8. */
    private static final Duration P2PLAY_TIMEOUT = Duration.ofSeconds(2);

    /** @throws IllegalArgumentException that names the setting, the value and what is allowed */
    public KademliaSettings {
        bootstrap = List.copyOf(bootstrap);
        requireRange("k", k, 1, 64);
        requireRange("alpha", alpha, 1, 16);
        requireRange("disjoint paths", disjointPaths, 1, 16);
        if (timeout.compareTo(Duration.ofMillis(50)) < 0 || timeout.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException("timeout is " + timeout.toMillis() + " ms, allowed is 50..10000 ms");
        }
        if (bind.isUnresolved()) {
            throw new IllegalArgumentException("bind address '" + bind.getHostString()
                    + "' is not resolved, allowed is an IP address of this machine");
        }
        if (network.length() > MAX_NETWORK) {
            throw new IllegalArgumentException(
                    "the network's name has " + network.length() + " characters, allowed are at most " + MAX_NETWORK);
        }
        if (secret.isPresent()
                && (secret.get().length() < MIN_SECRET || secret.get().length() > MAX_SECRET)) {
            throw new IllegalArgumentException("the secret has " + secret.get().length() + " characters, allowed are "
                    + MIN_SECRET + ".." + MAX_SECRET);
        }
        IdPuzzle.requireBits(puzzleBits);
        requireCompatible(compatibility, dialect, secret);
    }

    private static void requireCompatible(Compatibility compatibility, Dialect dialect, Optional<String> secret) {
        if (dialect != Dialect.CBOR
                && compatibility.dialect().filter(dialect::equals).isEmpty()) {
            throw new IllegalArgumentException("dialect is " + dialect.name().toLowerCase(Locale.ROOT)
                    + ", which with compatibility " + compatibility.name().toLowerCase(Locale.ROOT)
                    + " nobody speaks: allowed is cbor, json with compatibility seed, and p2play with compatibility"
                    + " p2play");
        }
        if (compatibility != Compatibility.NONE && secret.isPresent()) {
            throw new IllegalArgumentException(
                    "there is a secret, which seed peers cannot show, nor can those of P2Play:"
                            + " allowed is a secret with compatibility none");
        }
    }

    private static void requireRange(String setting, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(setting + " is " + value + ", allowed is " + min + ".." + max);
        }
    }

    /** The name of the network, which differs from those of networks whose peers would have nothing to do with us. */
    String networkOnTheWire() {
        return compatibility == Compatibility.P2PLAY ? ("P2Play " + network).strip() : network;
    }

    /** Not the secret. */
    @Override
    public String toString() {
        return "KademliaSettings[bind=" + bind + ", advertisedHost=" + advertisedHost + ", bootstrap=" + bootstrap
                + ", k=" + k + ", alpha=" + alpha + ", disjointPaths=" + disjointPaths + ", timeout=" + timeout
                + ", layout=" + layout + ", dialect="
                + dialect + ", subnetLimits=" + subnetLimits + ", compatibility=" + compatibility + ", network="
                + network + ", secret=" + (secret.isPresent() ? "set" : "none") + ", puzzleBits=" + puzzleBits + "]";
    }

    /** Defaults: k 20, alpha 3, one path, timeout 500 ms (among peers of P2Play 2 s), fixed buckets, CBOR, loopback, any free port, no bootstrap, a network without a name or a secret. */
    public static Builder builder() {
        return new Builder();
    }

    /** How it looks up. */
    LookupShape lookupShape() {
        return new LookupShape(k, alpha, disjointPaths, subnetLimits.inBucket());
    }

    /** These settings, to be changed. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.bind = bind;
        builder.advertisedHost = advertisedHost.orElse(null);
        builder.bootstrap = bootstrap;
        builder.k = k;
        builder.alpha = alpha;
        builder.disjointPaths = disjointPaths;
        builder.timeout = timeout;
        builder.layout = layout;
        builder.dialect = dialect;
        builder.subnetLimits = subnetLimits;
        builder.compatibility = compatibility;
        builder.network = network;
        builder.secret = secret.orElse(null);
        builder.puzzleBits = puzzleBits;
        return builder;
    }

    /** Collects settings. Not thread-safe. */
    public static final class Builder {
        private InetSocketAddress bind = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        private @Nullable String advertisedHost;
        private List<BootstrapAddress> bootstrap = List.of();
        private int k = 20;
        private int alpha = 3;
        private int disjointPaths = 1;
        private @Nullable Duration timeout;
        private TableLayout layout = TableLayout.FIXED;
        private Dialect dialect = Dialect.CBOR;
        private SubnetLimits subnetLimits = SubnetLimits.DEFAULT;
        private Compatibility compatibility = Compatibility.NONE;
        private String network = "";
        private @Nullable String secret;
        private int puzzleBits = IdPuzzle.DEFAULT_BITS;

        private Builder() {}

        /** Where it listens. */
        public Builder bind(InetSocketAddress address) {
            bind = address;
            return this;
        }

        /** Under which host others reach it. */
        public Builder advertisedHost(String host) {
            advertisedHost = host;
            return this;
        }

        /** Nodes to join through. */
        public Builder bootstrap(List<BootstrapAddress> addresses) {
            bootstrap = addresses;
            return this;
        }

        /** Nodes to join through, each {@code host:port}. */
        public Builder bootstrap(String... addresses) {
            bootstrap = List.of(addresses).stream().map(BootstrapAddress::parse).toList();
            return this;
        }

        /** The size of a bucket, 1..64. */
        public Builder k(int size) {
            k = size;
            return this;
        }

        /** Parallel questions of a lookup, 1..16. */
        public Builder alpha(int parallel) {
            alpha = parallel;
            return this;
        }

        /** Paths of a lookup, 1..16. */
        public Builder disjointPaths(int paths) {
            disjointPaths = paths;
            return this;
        }

        /** How long a call may take, 50 ms..10 s. */
        public Builder timeout(Duration duration) {
            timeout = duration;
            return this;
        }

        private Duration timeout() {
            if (timeout != null) {
                return timeout;
            }
            return compatibility == Compatibility.P2PLAY ? P2PLAY_TIMEOUT : TIMEOUT;
        }

        /** The layout of the buckets. */
        public Builder layout(TableLayout buckets) {
            layout = buckets;
            return this;
        }

        /** The dialect in which it asks. */
        public Builder dialect(Dialect preferred) {
            dialect = preferred;
            return this;
        }

        /** How many contacts of one subnet the table takes. */
        public Builder subnetLimits(SubnetLimits limits) {
            subnetLimits = limits;
            return this;
        }

        /** Whom the node takes for a peer. */
        public Builder compatibility(Compatibility peers) {
            compatibility = peers;
            return this;
        }

        /** The name of the network, at most {@value KademliaSettings#MAX_NETWORK} characters. */
        public Builder network(String name) {
            network = name;
            return this;
        }

        /** The secret of the network, null for none, {@value KademliaSettings#MIN_SECRET}..{@value KademliaSettings#MAX_SECRET} characters. */
        public Builder secret(@Nullable String shared) {
            secret = shared;
            return this;
        }

        /** The bits of the puzzle that ids must solve, 0..{@value IdPuzzle#MAX_BITS}. */
        public Builder puzzleBits(int bits) {
            puzzleBits = bits;
            return this;
        }

        /**
         * The settings.
         *
         * @throws IllegalArgumentException that names a setting, its value and what is allowed
         */
        public KademliaSettings build() {
            return new KademliaSettings(
                    bind,
                    Optional.ofNullable(advertisedHost),
                    bootstrap,
                    k,
                    alpha,
                    disjointPaths,
                    timeout(),
                    layout,
                    dialect,
                    subnetLimits,
                    compatibility,
                    network,
                    Optional.ofNullable(secret),
                    puzzleBits);
        }
    }
}
