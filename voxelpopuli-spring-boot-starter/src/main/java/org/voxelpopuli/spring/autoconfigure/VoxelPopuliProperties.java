package org.voxelpopuli.spring.autoconfigure;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.kademlia.BootstrapAddress;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.replication.ReplicationSettings;
import org.voxelpopuli.store.jdbc.DatabaseSettings;
import org.voxelpopuli.world.WorldSpec;

/**
 * The settings of a node.
 *
 * @param enabled whether this application has a node
 * @param port UDP port of the DHT; the game port (TCP) is one higher
 * @param host address to listen on; 127.0.0.1 is reached from this machine only, 0.0.0.0 listens on all addresses
 * @param advertise host under which other nodes and clients reach this one; by default the address that it listens on
 * @param bootstrap nodes to join the network through, each as host:port; with none, the node waits for others to join it
 * @param data folder of the store and of the node's key
 * @param store where the world is kept: in a file of the data folder, in a PostgreSQL database, or in memory, which keeps nothing
 * @param jdbc the database of the store jdbc
 * @param replication copies of each edited chunk on other nodes; an edit is acknowledged when it is on the disk of one of them, too
 * @param world what all nodes of the network must agree on
 * @param dht how the node takes part in the DHT
 * @param compatibility whom the node takes for a peer: none takes those who prove their identity, seed all who speak one of the dialects
 * @param secret what all nodes of the network share, so that others cannot take part
 */
@ConfigurationProperties(Property.PREFIX)
public record VoxelPopuliProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("4000") int port,
        @DefaultValue("127.0.0.1") String host,
        @Nullable String advertise,
        @DefaultValue List<String> bootstrap,
        @DefaultValue("./voxelpopuli-data") String data,
        @DefaultValue("sqlite") Store store,
        @DefaultValue Jdbc jdbc,
        @DefaultValue("3") int replication,
        @DefaultValue World world,
        @DefaultValue Dht dht,
        @DefaultValue("none") Compatibility compatibility,
        @Nullable String secret) {
    private static final int MAX_HOST = 255;

    /** @throws IllegalArgumentException that names the property, its value and what is allowed */
    public VoxelPopuliProperties {
        if (port < 0 || port > 65_534) {
            throw Property.PORT.invalid(port);
        }
        if (isNoHost(host)) {
            throw Property.HOST.invalid(host);
        }
        advertise = advertise == null || advertise.isBlank() ? null : advertise.trim();
        if (advertise == null && (host.equals("0.0.0.0") || host.equals("::"))) {
            throw Property.ADVERTISE.invalid(
                    "",
                    "the node listens on all addresses (" + Property.HOST.key() + "=" + host
                            + ") and cannot know under which of them others reach it",
                    null);
        }
        if (advertise != null && isNoHost(advertise)) {
            throw Property.ADVERTISE.invalid(advertise);
        }
        bootstrap = bootstrap.stream().filter(entry -> !entry.isBlank()).toList();
        bootstrap.forEach(VoxelPopuliProperties::parse);
        folder(data);
        if (replication < 0 || replication > ReplicationSettings.MAX_COPIES) {
            throw Property.REPLICATION.invalid(replication);
        }
        if (store == Store.JDBC && jdbc.url() == null) {
            throw Property.JDBC_URL.invalid("", Property.STORE.key() + " is jdbc, which needs a database", null);
        }
        secret = secret == null || secret.isBlank() ? null : secret;
        if (secret != null
                && (secret.length() < KademliaSettings.MIN_SECRET || secret.length() > KademliaSettings.MAX_SECRET)) {
            throw Property.SECRET.invalid("(not shown)", "it has " + secret.length() + " characters", null);
        }
        if (compatibility == Compatibility.P2PLAY) {
            throw Property.COMPATIBILITY.invalid("p2play", "peers of P2Play share files, and know no worlds", null);
        }
        if (dht.dialect() == Dialect.P2PLAY) {
            throw Property.DHT_DIALECT.invalid("p2play", "peers of P2Play share files, and know no worlds", null);
        }
        if (secret != null && compatibility == Compatibility.SEED) {
            throw Property.SECRET.invalid(
                    "(not shown)",
                    "seed peers, which " + Property.COMPATIBILITY.key() + " allows, cannot show it",
                    null);
        }
        if (dht.dialect() == Dialect.JSON && compatibility == Compatibility.NONE) {
            throw Property.DHT_DIALECT.invalid(
                    "json", "only seed peers speak it: set " + Property.COMPATIBILITY.key() + "=seed", null);
        }
    }

    /** Not the secret. */
    @Override
    public String toString() {
        return "VoxelPopuliProperties[port=" + port + ", host=" + host + ", bootstrap=" + bootstrap + ", data=" + data
                + "]";
    }

    private static boolean isNoHost(String text) {
        boolean looksLikeHostAndPort = text.indexOf(':') >= 0 && text.indexOf(':') == text.lastIndexOf(':');
        return text.isBlank()
                || text.length() > MAX_HOST
                || looksLikeHostAndPort
                || text.chars().anyMatch(Character::isWhitespace);
    }

    private static BootstrapAddress parse(String entry) {
        try {
            return BootstrapAddress.parse(entry);
        } catch (IllegalArgumentException e) {
            throw Property.BOOTSTRAP.invalid(entry, "", e);
        }
    }

    private static Path folder(String text) {
        if (text.isBlank()) {
            throw Property.DATA.invalid(text);
        }
        try {
            return Path.of(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw Property.DATA.invalid(text, e.getReason(), e);
        }
    }

    List<BootstrapAddress> bootstrapAddresses() {
        return bootstrap.stream().map(VoxelPopuliProperties::parse).toList();
    }

    Path dataFolder() {
        return folder(data);
    }

    /** Where a world is kept. */
    public enum Store {
        /** A SQLite database in the data folder. */
        SQLITE,
        /** A PostgreSQL database. */
        JDBC,
        /** The memory of this process: gone at its end. */
        MEMORY
    }

    /**
     * The database of the store jdbc.
     *
     * @param url where it is
     * @param user who uses it
     * @param password of the user
     */
    public record Jdbc(
            @Nullable String url,
            @Nullable String user,
            @Nullable String password) {
        /** @throws IllegalArgumentException that names the property, its value and what is allowed */
        public Jdbc {
            url = url == null || url.isBlank() ? null : url.trim();
            if (url != null) {
                try {
                    var unused = new DatabaseSettings(url, user, password);
                } catch (IllegalArgumentException e) {
                    int question = url.indexOf('?');
                    throw Property.JDBC_URL.invalid(question < 0 ? url : url.substring(0, question), "", e);
                }
            }
        }

        DatabaseSettings settings() {
            return new DatabaseSettings(url == null ? "" : url, user, password);
        }

        /** Not the password, nor the URL, which may hold one. */
        @Override
        public String toString() {
            return "Jdbc[user=" + user + "]";
        }
    }

    /**
     * What all nodes of a network must agree on.
     *
     * @param name name of the world
     * @param seed seed of the terrain
     * @param dayLength a day of the world in real time
     */
    public record World(
            @DefaultValue("voxelpopuli") String name,
            @DefaultValue("0") long seed,
            @DefaultValue("20m") Duration dayLength) {
        /** @throws IllegalArgumentException that names the property, its value and what is allowed */
        public World {
            if (name.isBlank() || name.length() > 64) {
                throw Property.WORLD_NAME.invalid(name);
            }
            if (dayLength.compareTo(Duration.ofMinutes(1)) < 0 || dayLength.compareTo(Duration.ofHours(24)) > 0) {
                throw Property.WORLD_DAY_LENGTH.invalid(DurationText.of(dayLength));
            }
        }

        WorldSpec spec() {
            return new WorldSpec(name, seed, dayLength);
        }
    }

    /**
     * How a node takes part in the DHT.
     *
     * @param k contacts in a bucket, and nodes that hold a record
     * @param alpha nodes that a lookup asks at the same time
     * @param disjointPaths paths of a lookup, of which no two ask the same node: a node that lies leads one of them astray, not the lookup
     * @param timeout how long a node may take to answer
     * @param layout layout of the routing table: 160 fixed buckets, or buckets that split when they are full
     * @param dialect dialect in which other nodes are asked: cbor, with json for those who know no cbor; or json alone
     * @param maxPerSubnetInBucket contacts of one subnet (/24 of IPv4, /56 of IPv6) in a bucket, and among the nodes that a lookup finds; loopback and private networks are exempt
     * @param maxPerSubnetInTable contacts of one subnet in the routing table
     * @param puzzleBits zero bits that the hash of each node's id must begin with; each doubles the work to make an identity. All nodes of a network use the same
     */
    public record Dht(
            @DefaultValue("20") int k,
            @DefaultValue("3") int alpha,
            @DefaultValue("1") int disjointPaths,
            @DefaultValue("500ms") Duration timeout,
            @DefaultValue("fixed") TableLayout layout,
            @DefaultValue("cbor") Dialect dialect,
            @DefaultValue("2") int maxPerSubnetInBucket,
            @DefaultValue("10") int maxPerSubnetInTable,
            @DefaultValue("8") int puzzleBits) {
        /** @throws IllegalArgumentException that names the property, its value and what is allowed */
        public Dht {
            if (k < 1 || k > 64) {
                throw Property.DHT_K.invalid(k);
            }
            if (alpha < 1 || alpha > 16) {
                throw Property.DHT_ALPHA.invalid(alpha);
            }
            if (disjointPaths < 1 || disjointPaths > 16) {
                throw Property.DHT_DISJOINT_PATHS.invalid(disjointPaths);
            }
            if (timeout.compareTo(Duration.ofMillis(50)) < 0 || timeout.compareTo(Duration.ofSeconds(10)) > 0) {
                throw Property.DHT_TIMEOUT.invalid(DurationText.of(timeout));
            }
            if (maxPerSubnetInBucket < 1 || maxPerSubnetInBucket > 64) {
                throw Property.DHT_SUBNET_BUCKET.invalid(maxPerSubnetInBucket);
            }
            if (maxPerSubnetInTable < 1 || maxPerSubnetInTable > 10_240) {
                throw Property.DHT_SUBNET_TABLE.invalid(maxPerSubnetInTable);
            }
            if (puzzleBits < 0 || puzzleBits > IdPuzzle.MAX_BITS) {
                throw Property.DHT_PUZZLE_BITS.invalid(puzzleBits);
            }
        }
    }
}
