package org.voxelpopuli.kademlia.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.client.WorldClient;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.kademlia.directory.WorldKeys;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.SimulatedIdentity;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** What who builds notices of a hand-over: in virtual time, a block a tick. */
@DisplayName("While a chunk is handed over")
final class HandOverTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration TICK = Duration.ofMillis(50);
    private static final ChunkPos CHUNK = new ChunkPos(3, 1, 4);
    private static final int BASE = 32;

    private Simulation simulation = new Simulation(0);
    private final Map<VoxelNode, SimulatedHost> nodes = new LinkedHashMap<>();
    private final List<Duration> waited = new ArrayList<>();
    private int blocks;

    private VoxelNode startNode() {
        return startNode(identity(nodes.size()));
    }

    private NodeIdentity identity(int number) {
        return SimulatedIdentity.of(simulation.seed() + "-" + number, IdPuzzle.DEFAULT_BITS);
    }

    /** Of a node that is nearer to the chunk than another. */
    private NodeIdentity nearerThan(VoxelNode other) {
        NodeId key = WorldKeys.of(CHUNK);
        NodeId there = NodeId.of(other.id().bytes());
        return IntStream.iterate(100, i -> i + 1)
                .mapToObj(this::identity)
                .filter(identity -> key.compareDistance(NodeId.of(identity.id()), there) < 0)
                .findFirst()
                .orElseThrow();
    }

    private VoxelNode startNode(NodeIdentity identity) {
        SimulatedHost host = simulation.newHost("node-" + nodes.size());
        KademliaSettings.Builder settings = KademliaSettings.builder();
        if (!nodes.isEmpty()) {
            settings.bootstrap(address());
        }
        VoxelNode node = await(VoxelNode.builder()
                .port(4000)
                .host(host.address().getHostAddress())
                .environment(host)
                .identity(identity)
                .store(new MemoryWorldStore())
                .directory(KademliaDirectory.provider(settings.build()))
                .start());
        await(node.ready());
        nodes.put(node, host);
        return node;
    }

    private String address() {
        return nodes.values().iterator().next().address().getHostAddress() + ":4000";
    }

    private <T> T await(CompletableFuture<T> future) {
        return simulation.await(future, LIMIT);
    }

    private WorldClient builder() {
        WorldClient client = await(WorldClient.builder(simulation.newHost("client"))
                .steppingStone(nodes.values().iterator().next().address().getHostAddress(), 4000)
                .player(new PlayerName("anna"))
                .radius(0, 0)
                .startAt(new Position(CHUNK.x() * BASE + 16, CHUNK.y() * BASE + 8, CHUNK.z() * BASE + 16))
                .build()
                .connect());
        simulation.run(Duration.ofSeconds(3));
        return client;
    }

    /** A block every tick. */
    private void build(WorldClient client, Duration time) {
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(TICK)) {
            Duration sent = simulation.elapsed();
            int at = blocks++;
            BlockPos block = new BlockPos(
                    CHUNK.x() * BASE + at % BASE,
                    CHUNK.y() * BASE + 16 + at / 1024,
                    CHUNK.z() * BASE + at / BASE % BASE);
            var unused = client.setBlock(block, 1)
                    .thenRun(() -> waited.add(simulation.elapsed().minus(sent)));
            simulation.run(TICK);
        }
    }

    private Duration longest() {
        simulation.run(Duration.ofSeconds(3));
        assertThat(waited).as("blocks that were kept").hasSize(blocks);
        Duration longest = waited.stream().max(Duration::compareTo).orElseThrow();
        waited.clear();
        blocks = 0;
        return longest;
    }

    private VoxelNode owner() {
        return nodes.keySet().stream()
                .filter(node -> nodes.get(node).isRunning())
                .filter(node -> await(node.chunk(CHUNK)).isPresent())
                .findFirst()
                .orElseThrow();
    }

    @AfterEach
    void nothingWasThrown() {
        assertThat(simulation.failures()).isEmpty();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {21, 22, 23, 24})
    @DisplayName("D4 to a nearer newcomer, nobody waits two ticks longer than else")
    void toANewcomer(long seed) {
        simulation = new Simulation(seed);
        for (int i = 0; i < 4; i++) {
            startNode();
        }
        WorldClient client = builder();
        VoxelNode before = owner();
        build(client, Duration.ofSeconds(5));
        Duration usual = longest();
        VoxelNode nearer = startNode(nearerThan(before));
        build(client, Duration.ofSeconds(15));
        assertThat(owner()).isEqualTo(nearer);
        Duration interrupted = longest();
        assertThat(interrupted)
                .as("longest wait, %s usually", usual)
                .isLessThanOrEqualTo(usual.plus(TICK.multipliedBy(2)));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {21, 22, 23})
    @DisplayName("D4 before a node stops in good order, nobody waits longer than a second")
    void beforeAStop(long seed) {
        simulation = new Simulation(seed);
        for (int i = 0; i < 5; i++) {
            startNode();
        }
        WorldClient client = builder();
        VoxelNode before = owner();
        build(client, Duration.ofSeconds(5));
        longest();
        var stopped = before.stop();
        build(client, Duration.ofSeconds(5));
        await(stopped);
        assertThat(owner()).isNotEqualTo(before);
        Duration waitedMost = longest();
        assertThat(waitedMost).isLessThanOrEqualTo(Duration.ofSeconds(1));
    }
}
