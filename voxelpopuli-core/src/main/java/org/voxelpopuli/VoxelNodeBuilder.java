package org.voxelpopuli;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.protocol.cbor.CborFrameCodec;
import org.voxelpopuli.protocol.json.SeedJsonCodec;
import org.voxelpopuli.replication.Replication;
import org.voxelpopuli.replication.ReplicationSettings;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.PendingFutures;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.server.ChunkServer;
import org.voxelpopuli.server.ServerContext;
import org.voxelpopuli.server.ServerObserver;
import org.voxelpopuli.server.ServerSettings;
import org.voxelpopuli.store.KeyFile;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.store.jdbc.DatabaseSettings;
import org.voxelpopuli.store.jdbc.PostgresWorldStore;
import org.voxelpopuli.store.jdbc.SqliteWorldStore;
import org.voxelpopuli.terrain.HeightMapTerrain;
import org.voxelpopuli.terrain.TerrainGenerator;
import org.voxelpopuli.world.BlockTypes;
import org.voxelpopuli.world.WorldSpec;

/** Sets up a {@link VoxelNode}. Everything has a default. Not thread-safe; a builder starts one node. */
public final class VoxelNodeBuilder {
    private static final Logger log = LoggerFactory.getLogger(VoxelNodeBuilder.class);
    private static final int ATTEMPTS_TO_FIND_PORTS = 50;

    private int port = 4000;
    private String host = "127.0.0.1";
    private @Nullable String advertise;
    private Path data = Path.of("voxelpopuli-data");
    private WorldSpec world = WorldSpec.DEFAULT;
    private BlockTypes blockTypes = BlockTypes.standard();
    private ServerSettings server = ServerSettings.DEFAULT;
    private ServerObserver observer = ServerObserver.NONE;
    private ReplicationSettings replication = ReplicationSettings.DEFAULT;
    private DirectoryProvider directory = SoloPlayers::open;
    private @Nullable WorldStore store;
    private @Nullable DatabaseSettings database;
    private @Nullable TerrainGenerator terrain;
    private @Nullable NodeEnvironment environment;
    private @Nullable NodeIdentity identity;
    private int puzzleBits = IdPuzzle.DEFAULT_BITS;

    VoxelNodeBuilder() {}

    /** The UDP port, 1..65534; the game port (TCP) is one higher. 0 takes any free pair. Default 4000. */
    public VoxelNodeBuilder port(int port) {
        if (port < 0 || port > 65_534) {
            throw new IllegalArgumentException(
                    "port is " + port + ", allowed is 1..65534 (the game port is one higher), or 0 for any free pair");
        }
        this.port = port;
        return this;
    }

    /** The address to listen on. Default 127.0.0.1, which only this machine reaches; 0.0.0.0 listens on all. */
    public VoxelNodeBuilder host(String host) {
        this.host = host;
        return this;
    }

    /** The host under which other nodes and clients reach this one. Default: the address it listens on. */
    public VoxelNodeBuilder advertise(String host) {
        this.advertise = host;
        return this;
    }

    /** The folder of the default store and of the node's key. Default {@code voxelpopuli-data} in the working folder. */
    public VoxelNodeBuilder data(Path folder) {
        this.data = folder;
        return this;
    }

    /** The store, which stays the caller's to close. Default: SQLite in the {@link #data} folder. */
    public VoxelNodeBuilder store(WorldStore store) {
        this.store = store;
        return this;
    }

    /** Keeps the world in a PostgreSQL database, in a schema of this node's own, which its key in the {@link #data} folder leads to. Default: no. */
    public VoxelNodeBuilder database(DatabaseSettings database) {
        this.database = database;
        return this;
    }

    /**
     * The key pair of the node, whose id names it. Default: the one in the {@link #data} folder, made at the first start; with a {@link #store} of your own, a new one
     * at each start, unless you keep it with {@link KeyFile}.
     */
    public VoxelNodeBuilder identity(NodeIdentity identity) {
        this.identity = identity;
        return this;
    }

    /**
     * How much work the id of a new identity costs, see {@link IdPuzzle}. All nodes of a network ask for the same.
     *
     * @param bits 0..{@value IdPuzzle#MAX_BITS}. Default {@value IdPuzzle#DEFAULT_BITS}
     */
    public VoxelNodeBuilder puzzleBits(int bits) {
        this.puzzleBits = IdPuzzle.requireBits(bits);
        return this;
    }

    /** What world this node is part of. Default {@link WorldSpec#DEFAULT}. */
    public VoxelNodeBuilder world(WorldSpec world) {
        this.world = world;
        return this;
    }

    /** The terrain. Default: hills, from the world's seed. */
    public VoxelNodeBuilder terrain(TerrainGenerator terrain) {
        this.terrain = terrain;
        return this;
    }

    /** The block types that players may place. Default {@link BlockTypes#standard()}. */
    public VoxelNodeBuilder blockTypes(BlockTypes blockTypes) {
        this.blockTypes = blockTypes;
        return this;
    }

    /** What finds chunks on other nodes. Default: a node alone. */
    public VoxelNodeBuilder directory(DirectoryProvider directory) {
        this.directory = directory;
        return this;
    }

    /** How copies of this node's chunks are kept on other nodes. Default {@link ReplicationSettings#DEFAULT}. */
    public VoxelNodeBuilder replication(ReplicationSettings replication) {
        this.replication = replication;
        return this;
    }

    /** Limits and rates of the game server. Default {@link ServerSettings#DEFAULT}. */
    public VoxelNodeBuilder server(ServerSettings server) {
        this.server = server;
        return this;
    }

    /** Told what the game server does. Default: nobody. */
    public VoxelNodeBuilder observer(ServerObserver observer) {
        this.observer = observer;
        return this;
    }

    /** Clock, randomness, threads and sockets, which stay the caller's to close. Default: the machine's own. */
    public VoxelNodeBuilder environment(NodeEnvironment environment) {
        this.environment = environment;
        return this;
    }

    /**
     * Starts the node. Opening the default store and resolving host names block the caller for a moment.
     *
     * @return completes when the ports are bound; the node then joins its network, see {@link VoxelNode#ready()}. Fails with
     *     {@link java.net.BindException} if a port cannot be bound, {@link org.voxelpopuli.store.StoreException} if the store cannot
     *     be opened or read
     * @throws IllegalArgumentException if a setting is wrong; the message names it, its value and what is allowed
     */
    public CompletableFuture<VoxelNode> start() {
        InetAddress bindAddress = resolve(host);
        String advertised = advertisedHost(bindAddress);
        WorldStore openStore = openStore();
        NodeResources resources = new NodeResources(
                environment == null ? NettyEnvironment.create() : environment,
                environment == null,
                openStore,
                store == null);
        NodeIdentity key = identity(resources);
        CompletableFuture<VoxelNode> started =
                bind(resources, key, bindAddress, advertised, port == 0 ? ATTEMPTS_TO_FIND_PORTS : 1);
        CompletableFuture<VoxelNode> result = new CompletableFuture<>();
        var unused = started.whenComplete((node, failure) -> {
            if (node != null) {
                result.complete(node);
                return;
            }
            // Complete first: closing the environment may end the thread that we are on.
            result.completeExceptionally(cause(failure));
            resources.closeStore();
            resources.closeEnvironment();
        });
        return result;
    }

    private WorldStore openStore() {
        if (database != null) {
            if (store != null) {
                throw new IllegalArgumentException("store and database are both set, allowed is one of them");
            }
            // Before the store, since it is the node's id that tells its schema.
            identity = identity == null ? KeyFile.loadOrCreate(data, puzzleBits) : identity;
            return PostgresWorldStore.open(database, WriterId.of(identity.id()));
        }
        return store == null ? SqliteWorldStore.open(data) : store;
    }

    private static InetAddress resolve(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "host is '" + host + "', which is no address of this machine and no name that resolves", e);
        }
    }

    private String advertisedHost(InetAddress bound) {
        if (advertise != null) {
            return advertise;
        }
        if (bound.isAnyLocalAddress()) {
            throw new IllegalArgumentException("host is '" + host
                    + "', all addresses of this machine: set advertise to the one under which others reach it");
        }
        return bound.getHostAddress();
    }

    private NodeIdentity identity(NodeResources resources) {
        if (identity != null) {
            return identity;
        }
        if (store != null) {
            return resources.environment().newIdentity(puzzleBits);
        }
        try {
            return KeyFile.loadOrCreate(data, puzzleBits);
        } catch (RuntimeException e) {
            resources.closeStore();
            resources.closeEnvironment();
            throw e;
        }
    }

    private CompletableFuture<VoxelNode> bind(
            NodeResources resources, NodeIdentity key, InetAddress address, String advertised, int attempts) {
        int udp = port != 0 ? port : resources.environment().random().nextInt(10_000, 60_000);
        NodeContext context = new NodeContext(
                resources.environment(),
                resources.store().records(),
                key,
                new InetSocketAddress(address, udp),
                advertised,
                world);
        return directory
                .open(context)
                .thenCompose(opened -> serve(resources, context, opened))
                .exceptionallyCompose(failure -> attempts > 1 && cause(failure) instanceof BindException
                        ? bind(resources, key, address, advertised, attempts - 1)
                        : CompletableFuture.failedFuture(cause(failure)));
    }

    private CompletableFuture<VoxelNode> serve(NodeResources resources, NodeContext node, Directory opened) {
        InetSocketAddress game =
                new InetSocketAddress(node.bind().getAddress(), node.bind().getPort() + 1);
        ServerAddress address = new ServerAddress(node.advertisedHost(), game.getPort());
        TerrainGenerator generator = terrain == null ? new HeightMapTerrain(world.seed()) : terrain;
        return resources
                .store()
                .residentChunks()
                .thenCompose(stored -> Replication.open(
                        node.environment(),
                        replication,
                        resources.store(),
                        stored,
                        opened,
                        node.identity(),
                        address,
                        world.identity(generator.id(), generator.version()),
                        new CborFrameCodec(),
                        server.limits().frameBetweenNodes()))
                .thenCompose(replicated -> serve(resources, node, opened, generator, replicated, game, address))
                .exceptionallyCompose(failure -> opened.close()
                        .exceptionally(ignored -> null)
                        .thenCompose(done -> CompletableFuture.failedFuture(cause(failure))));
    }

    private CompletableFuture<VoxelNode> serve(
            NodeResources resources,
            NodeContext node,
            Directory opened,
            TerrainGenerator generator,
            Replication replicated,
            InetSocketAddress game,
            ServerAddress address) {
        ServerContext context = new ServerContext(
                node.environment(),
                server,
                world,
                blockTypes,
                generator,
                resources.store(),
                opened,
                WriterId.of(node.identity().id()),
                new SeedJsonCodec(),
                new CborFrameCodec(),
                observer,
                replicated);
        return ChunkServer.open(context, game, address)
                .thenApply(listening -> {
                    CompletableFuture<Void> ready = opened.start(listening)
                            .exceptionally(failure -> {
                                log.warn("The node could not join its network at first: {}", failure.getMessage());
                                return null;
                            })
                            .thenRun(listening::startServing);
                    PendingFutures pending = new PendingFutures("the node is stopped");
                    NodeWorld reached =
                            new NodeWorld(world, blockTypes, listening, opened, node.environment(), pending);
                    return new VoxelNode(resources, node, opened, listening, replicated, reached, pending, ready);
                })
                .exceptionallyCompose(failure -> {
                    replicated.close();
                    return CompletableFuture.failedFuture(cause(failure));
                });
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
