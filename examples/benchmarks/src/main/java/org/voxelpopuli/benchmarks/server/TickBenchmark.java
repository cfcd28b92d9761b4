package org.voxelpopuli.benchmarks.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.LocalDirectory;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.protocol.FrameCodec;
import org.voxelpopuli.protocol.cbor.CborFrameCodec;
import org.voxelpopuli.protocol.json.SeedJsonCodec;
import org.voxelpopuli.replication.Replication;
import org.voxelpopuli.replication.ReplicationSettings;
import org.voxelpopuli.server.ChunkServer;
import org.voxelpopuli.server.ServerContext;
import org.voxelpopuli.server.ServerObserver;
import org.voxelpopuli.server.ServerSettings;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.terrain.HeightMapTerrain;
import org.voxelpopuli.world.BlockTypes;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.WorldSpec;

/** One tick of a chunk with 20 clients, from the bytes that came in to the bytes that go out, without the sockets. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TickBenchmark {
    private static final int CLIENTS = 20;
    private static final Duration TICK = ServerSettings.DEFAULT.tick();

    private final ManualEnvironment environment = new ManualEnvironment();
    private final List<ManualConnection> clients = new ArrayList<>();
    private final String[][] moves = new String[CLIENTS][2];
    private int step;

    @Setup
    public void enter() {
        MemoryWorldStore store = new MemoryWorldStore();
        Directory directory = new LocalDirectory();
        ServerAddress address = new ServerAddress("localhost", 4_001);
        NodeIdentity identity = Ed25519.generate(0);
        FrameCodec frames = new CborFrameCodec();
        Replication replication = await(Replication.open(
                environment,
                ReplicationSettings.DEFAULT,
                store,
                Set.of(),
                directory,
                identity,
                address,
                "benchmark",
                frames,
                ServerSettings.DEFAULT.limits().frameBetweenNodes()));
        ServerContext context = new ServerContext(
                environment,
                ServerSettings.DEFAULT,
                WorldSpec.DEFAULT,
                BlockTypes.standard(),
                new HeightMapTerrain(0),
                store,
                directory,
                WriterId.of(identity.id()),
                new SeedJsonCodec(),
                frames,
                ServerObserver.NONE,
                replication);
        ChunkServer server =
                await(ChunkServer.open(context, InetSocketAddress.createUnresolved("localhost", 4_001), address));
        server.startServing();
        await(server.generate(new ChunkPos(0, 0, 0)));
        for (int i = 0; i < CLIENTS; i++) {
            ManualConnection client = environment.connect();
            clients.add(client);
            client.receive("{\"type\":\"connect\",\"chunk\":[0,0,0]}\n");
            environment.advance(TICK);
            client.receive("{\"type\":1,\"args\":[1.5,20,1.5],\"player\":\"p" + i + "\"}\n");
            for (int at = 0; at < 2; at++) {
                moves[i][at] =
                        "{\"type\":3,\"args\":[" + (at + 1.5) + ",20," + i + ".25,90],\"player\":\"p" + i + "\"}\n";
            }
        }
        require("entering", this::nobodyMoves, 0);
        require("moving", this::all20Move, (CLIENTS - 1) * 40L);
        require("building", this::all20MoveAndOneBuilds, 65_000);
    }

    /** Nothing happens here by itself: time must pass. */
    private <T> T await(CompletableFuture<T> future) {
        for (int i = 0; i < 100 && !future.isDone(); i++) {
            environment.advance(TICK);
        }
        if (!future.isDone()) {
            throw new IllegalStateException("it is not done after 100 ticks");
        }
        return future.join();
    }

    /** A benchmark of a server that refuses everything would be fast. */
    private void require(String what, Runnable action, long least) {
        ManualConnection last = clients.get(CLIENTS - 1);
        long before = last.bytes();
        action.run();
        long sent = last.bytes() - before;
        if (sent < least || last.bytes() < 65_000) {
            throw new IllegalStateException(what + " sent " + sent + " bytes, at least " + least + " were expected");
        }
    }

    /** Each client moves, and each is told of all others. */
    @Benchmark
    public void all20Move() {
        step ^= 1;
        for (int i = 0; i < CLIENTS; i++) {
            clients.get(i).receive(moves[i][step]);
        }
        environment.advance(TICK);
    }

    /** As above, and one of them changes a block. */
    @Benchmark
    public void all20MoveAndOneBuilds() {
        clients.get(0).receive("{\"type\":7,\"args\":[5,25,5," + (step & 1) + "],\"player\":\"\"}\n");
        all20Move();
    }

    /** Only the time is sent. */
    @Benchmark
    public void nobodyMoves() {
        environment.advance(TICK);
    }
}
