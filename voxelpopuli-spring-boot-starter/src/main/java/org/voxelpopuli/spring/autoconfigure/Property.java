package org.voxelpopuli.spring.autoconfigure;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Every property of ours with what it allows: for errors, for the warning about unknown names, and for the documentation. */
enum Property {
    ENABLED("enabled", "true or false"),
    PORT("port", "1..65534 (the game port is one higher), or 0 for any free pair"),
    HOST("host", "an address of this machine, or a name that resolves to one"),
    ADVERTISE("advertise", "a host name or an IP address, without a port"),
    BOOTSTRAP(
            "bootstrap",
            "a list of host:port or [IPv6 address]:port, each with a name that resolves and a port in 1..65535"),
    DATA("data", "a folder, which is created if it does not exist"),
    STORE("store", "sqlite, jdbc or memory"),
    JDBC_URL("jdbc.url", "jdbc:postgresql://host:port/database, with store jdbc"),
    JDBC_USER("jdbc.user", "a user of the database who may make a schema in it"),
    JDBC_PASSWORD("jdbc.password", "the password of that user"),
    REPLICATION("replication", "0..16"),
    WORLD_NAME("world.name", "1 to 64 characters"),
    WORLD_SEED("world.seed", "a whole number of 64 bits"),
    WORLD_DAY_LENGTH("world.day-length", "1m..24h"),
    DHT_K("dht.k", "1..64"),
    DHT_ALPHA("dht.alpha", "1..16"),
    DHT_DISJOINT_PATHS("dht.disjoint-paths", "1..16"),
    DHT_TIMEOUT("dht.timeout", "50ms..10s"),
    DHT_LAYOUT("dht.layout", "fixed, splitting or four-in-five"),
    DHT_DIALECT("dht.dialect", "cbor or json"),
    DHT_SUBNET_BUCKET("dht.max-per-subnet-in-bucket", "1..64"),
    DHT_SUBNET_TABLE("dht.max-per-subnet-in-table", "1..10240"),
    DHT_PUZZLE_BITS("dht.puzzle-bits", "0..24"),
    COMPATIBILITY("compatibility", "none or seed"),
    SECRET("secret", "16 to 256 characters, with compatibility none"),
    PRESENCE_ENABLED("presence.enabled", "true or false"),
    PRESENCE_PORT("presence.port", "1..65535, or 0 for any free one"),
    PRESENCE_MULTICAST(
            "presence.multicast", "true or false; true where voxelpopuli.host is one IPv4 address of this machine"),
    PRESENCE_INSTANCE("presence.instance", "1 to 64 characters"),
    PRESENCE_PREFIX("presence.prefix", "a name such as /presence, of 1 to 8 components and up to 256 characters"),
    PRESENCE_DIGEST("presence.digest", "sum-64 or xor-fnv-32"),
    PRESENCE_NEIGHBOURS("presence.neighbours", "1..100000"),
    PRESENCE_RADIUS("presence.radius", "more than 0"),
    PRESENCE_RADIUS_STEP("presence.radius-step", "more than 0"),
    PRESENCE_MAX_RADIUS(
            "presence.max-radius", "the radius or more, at most 16 octants of the prefix level and 32 of the smallest"),
    PRESENCE_MAX_KNOWN("presence.max-known", "as many as neighbours or more, up to 100000"),
    PRESENCE_OPTIMISATIONS(
            "presence.optimisations",
            "some of merged-requests, progressive, event-driven, listed-names and sequenced-positions, with commas between them"),
    PRESENCE_SPACE_ORIGIN("presence.space.origin", "three numbers with commas between them"),
    PRESENCE_SPACE_EDGE("presence.space.edge", "more than 0"),
    PRESENCE_SPACE_LEVELS("presence.space.levels", "1..20"),
    PRESENCE_SPACE_PREFIX_LEVEL("presence.space.prefix-level", "1 to the number of levels, at most 4 less than that"),
    PRESENCE_DISCOVERY_TIMEOUT("presence.times.discovery-timeout", Property.TIME),
    PRESENCE_DISCOVERY_INTERVAL("presence.times.discovery-interval", Property.TIME),
    PRESENCE_EAGER_INTERVAL("presence.times.eager-interval", Property.TIME),
    PRESENCE_SETTLED_INTERVAL("presence.times.settled-interval", Property.TIME),
    PRESENCE_DISCOVERY_FRESHNESS("presence.times.discovery-freshness", Property.TIME),
    PRESENCE_POSITION_TIMEOUT("presence.times.position-timeout", Property.TIME),
    PRESENCE_UPDATE_INTERVAL("presence.times.update-interval", Property.TIME),
    PRESENCE_POSITION_INTERVAL("presence.times.position-interval", Property.TIME),
    PRESENCE_POSITION_FRESHNESS("presence.times.position-freshness", Property.TIME),
    PRESENCE_OFFLINE_AFTER("presence.times.offline-after", "1..1000");

    static final String PREFIX = "voxelpopuli";

    private static final String TIME = "10ms..1h";

    private final String key;
    private final String allowed;

    Property(String name, String allowed) {
        this.key = PREFIX + "." + name;
        this.allowed = allowed;
    }

    /** The whole name, such as {@code voxelpopuli.port}. */
    String key() {
        return key;
    }

    String allowed() {
        return allowed;
    }

    InvalidPropertyException invalid(Object value) {
        return new InvalidPropertyException(this, String.valueOf(value), "", null);
    }

    InvalidPropertyException invalid(Object value, String because, @Nullable Throwable cause) {
        return new InvalidPropertyException(this, String.valueOf(value), because, cause);
    }

    /** The property of that name; empty if it is none of ours. An index of a list is part of its list. */
    static Optional<Property> of(String key) {
        String list = key.replaceFirst("\\[.*", "");
        return Arrays.stream(values()).filter(p -> p.key.equals(list)).findFirst();
    }
}
