package org.voxelpopuli.client;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** The settings of a {@link WorldClient}. A stepping stone and a player are needed; the rest has defaults. */
public final class WorldClientBuilder {
    final NodeEnvironment environment;
    final List<ServerAddress> steppingStones = new ArrayList<>();
    final List<WorldClientListener> listeners = new ArrayList<>();
    PlayerName player = new PlayerName("-");
    Optional<Position> start = Optional.empty();
    int horizontalRadius = 2;
    int verticalRadius = 1;
    Duration connectTimeout = Duration.ofSeconds(30);
    Dialect dialect = Dialect.FRAMES;
    Duration patience = Duration.ofSeconds(30);
    private boolean named;

    WorldClientBuilder(NodeEnvironment environment) {
        this.environment = environment;
    }

    private WorldClientBuilder(WorldClientBuilder other) {
        this(other.environment);
        steppingStones.addAll(other.steppingStones);
        listeners.addAll(other.listeners);
        player = other.player;
        start = other.start;
        horizontalRadius = other.horizontalRadius;
        verticalRadius = other.verticalRadius;
        connectTimeout = other.connectTimeout;
        dialect = other.dialect;
        patience = other.patience;
    }

    /**
     * A node through which the world is found. May be called several times: they are tried in this order.
     *
     * @param host an IP address or a name
     * @param port its game port, or the port of its DHT, which is one below: both are tried
     */
    public WorldClientBuilder steppingStone(String host, int port) {
        steppingStones.add(new ServerAddress(host, port));
        return this;
    }

    /** A node through which the world is found. */
    public WorldClientBuilder steppingStone(InetSocketAddress address) {
        steppingStones.add(ServerAddress.of(address));
        return this;
    }

    /** Who enters the world. */
    public WorldClientBuilder player(PlayerName name) {
        player = name;
        named = true;
        return this;
    }

    /**
     * Who enters the world.
     *
     * @throws IllegalArgumentException if the text is no player's name; the message says what is allowed
     */
    public WorldClientBuilder player(String name) {
        return player(new PlayerName(name));
    }

    /**
     * How far the player sees, in chunks, besides the own chunk. The seed's dialect takes one connection for each chunk.
     *
     * @param horizontal 0..16, by default 2
     * @param vertical 0..8, by default 1
     */
    public WorldClientBuilder radius(int horizontal, int vertical) {
        requireRange("horizontal radius", horizontal, 16);
        requireRange("vertical radius", vertical, 8);
        horizontalRadius = horizontal;
        verticalRadius = vertical;
        return this;
    }

    private static void requireRange(String name, int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed is 0.." + most + " chunks");
        }
    }

    /** Where to enter. By default where the player was last, or the spawn. */
    public WorldClientBuilder startAt(Position position) {
        start = Optional.of(position);
        return this;
    }

    /** How long {@link WorldClient#connect()} tries, by default 30 s. */
    public WorldClientBuilder connectTimeout(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("connect timeout is " + timeout + ", allowed is more than zero");
        }
        connectTimeout = timeout;
        return this;
    }

    /** How servers are talked to, by default {@link Dialect#FRAMES}. */
    public WorldClientBuilder dialect(Dialect spoken) {
        dialect = spoken;
        return this;
    }

    /**
     * How long an edit may wait for its answer, whatever happens to the servers of its chunk meanwhile; by default 30 s. For {@link Dialect#FRAMES} alone: the
     * seed's dialect has no answers.
     */
    public WorldClientBuilder patience(Duration patience) {
        if (patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException("patience is " + patience + ", allowed is more than zero");
        }
        this.patience = patience;
        return this;
    }

    /** Hears everything from the beginning. */
    public WorldClientBuilder listener(WorldClientListener listener) {
        listeners.add(listener);
        return this;
    }

    /**
     * The client, which does nothing before {@link WorldClient#connect()}.
     *
     * @throws IllegalStateException if the stepping stone or the player is missing
     */
    public WorldClient build() {
        if (steppingStones.isEmpty()) {
            throw new IllegalStateException("no stepping stone: name the host and port of at least one node");
        }
        if (!named) {
            throw new IllegalStateException("no player: name who enters the world");
        }
        return new WorldClient(new WorldClientBuilder(this));
    }
}
