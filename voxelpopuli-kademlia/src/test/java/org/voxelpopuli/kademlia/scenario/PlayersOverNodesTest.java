package org.voxelpopuli.kademlia.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.client.WorldClient;
import org.voxelpopuli.client.WorldClientListener;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;
import org.voxelpopuli.world.Position;

@DisplayName("Players in a world of several nodes")
final class PlayersOverNodesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final PlayerName ANNA = new PlayerName("anna");

    private final Simulation simulation = new Simulation(9);
    private final List<SimulatedHost> hosts = new ArrayList<>();
    private final List<VoxelNode> nodes = new ArrayList<>();
    private int clients;

    private void start(int count) {
        for (int i = 0; i < count; i++) {
            SimulatedHost host = simulation.newHost("node-" + i);
            KademliaSettings.Builder settings = KademliaSettings.builder();
            if (i > 0) {
                settings.bootstrap(hosts.get(0).address().getHostAddress() + ":4000");
            }
            hosts.add(host);
            VoxelNode node = await(VoxelNode.builder()
                    .port(4000)
                    .host(host.address().getHostAddress())
                    .environment(host)
                    .store(new MemoryWorldStore())
                    .directory(KademliaDirectory.provider(settings.build()))
                    .start());
            await(node.ready());
            nodes.add(node);
        }
    }

    private <T> T await(CompletableFuture<T> future) {
        return simulation.await(future, LIMIT);
    }

    private WorldClient enter(Position at, AtomicInteger displaced) {
        SimulatedHost host = simulation.newHost("client-" + ++clients);
        return await(WorldClient.builder(host)
                .steppingStone(hosts.get(0).address().getHostAddress(), 4000)
                .player(ANNA)
                .radius(0, 0)
                .startAt(at)
                .listener(new WorldClientListener() {
                    @Override
                    public void displaced(String reason) {
                        assertThat(reason).startsWith("player anna is played by a newer session, at ");
                        displaced.incrementAndGet();
                    }
                })
                .build()
                .connect());
    }

    private static Position in(ChunkPos chunk) {
        return new Position(chunk.x() * 32 + 16, 40, chunk.z() * 32 + 16);
    }

    private int ownerOf(ChunkPos chunk) {
        for (int i = 0; i < nodes.size(); i++) {
            if (hosts.get(i).isRunning() && await(nodes.get(i).chunk(chunk)).isPresent()) {
                return i;
            }
        }
        return -1;
    }

    /** Chunks that two different nodes serve, the first not the one that clients begin with. */
    private List<ChunkPos> chunksOfTwoNodes() {
        ChunkPos first = null;
        for (int x = 0; x < 40; x++) {
            ChunkPos chunk = new ChunkPos(x, 1, 0);
            await(nodes.get(0).directory().locate(chunk));
            int owner = ownerOf(chunk);
            if (first == null && owner > 0) {
                first = chunk;
            } else if (first != null && owner != ownerOf(first)) {
                return List.of(first, chunk);
            }
        }
        throw new AssertionError("one node serves all");
    }

    @AfterEach
    void nothingWasThrown() {
        assertThat(simulation.failures()).isEmpty();
    }

    @Test
    @DisplayName("CASES the same player twice, on two nodes: the newer session wins, the older is told")
    void twoSessions() {
        start(5);
        List<ChunkPos> chunks = chunksOfTwoNodes();
        AtomicInteger older = new AtomicInteger();
        AtomicInteger newer = new AtomicInteger();
        enter(in(chunks.get(0)), older);
        simulation.run(Duration.ofSeconds(2));
        enter(in(chunks.get(1)), newer);
        simulation.run(Duration.ofSeconds(2));
        assertThat(older).hasValue(1);
        assertThat(newer).hasValue(0);
        assertThat(nodes.stream()
                        .flatMap(node -> await(node.players()).stream())
                        .map(player -> player.chunk()))
                .containsExactly(chunks.get(1));
    }

    @Test
    @DisplayName("V6.7 who leaves right after coming is found where it stood last, not where it came")
    void leavesAtOnce() {
        start(5);
        for (ChunkPos chunk : chunksOfTwoNodes()) {
            WorldClient anna = enter(in(chunk), new AtomicInteger());
            Position last = new Position(in(chunk).x() + 5, 41, in(chunk).z() - 5);
            anna.moveTo(last);
            await(anna.closeAsync());
            simulation.run(Duration.ofSeconds(5));
            assertThat(await(nodes.get(3).directory().findPlayer(ANNA)))
                    .hasValueSatisfying(found -> assertThat(found.position()).isEqualTo(last));
        }
    }

    @Test
    @DisplayName("one session that walks from a node's chunk to another node's is one session")
    void walking() {
        start(5);
        List<ChunkPos> chunks = chunksOfTwoNodes();
        AtomicInteger displaced = new AtomicInteger();
        WorldClient anna = enter(in(chunks.get(0)), displaced);
        for (int i = 0; i < 3; i++) {
            anna.moveTo(in(chunks.get(1)));
            simulation.run(Duration.ofSeconds(3));
            anna.moveTo(in(chunks.get(0)));
            simulation.run(Duration.ofSeconds(3));
        }
        assertThat(displaced).hasValue(0);
        assertThat(nodes.stream().flatMap(node -> await(node.players()).stream()))
                .hasSize(1);
    }

    @Test
    @DisplayName("V11.3 where a player stood is known after the death of its server, as of the last seconds")
    void serverDies() {
        start(5);
        List<ChunkPos> chunks = chunksOfTwoNodes();
        WorldClient anna = enter(in(chunks.get(0)), new AtomicInteger());
        Position stood = new Position(in(chunks.get(0)).x() + 3, 41, 20);
        anna.moveTo(stood);
        simulation.run(Duration.ofSeconds(8));
        hosts.get(ownerOf(chunks.get(0))).crash();
        Optional<PlayerRecord> found = await(nodes.get(0).directory().findPlayer(ANNA));
        assertThat(found.map(PlayerRecord::position).map(at -> List.of(at.x(), at.y(), at.z())))
                .contains(List.of(stood.x(), stood.y(), stood.z()));
    }
}
