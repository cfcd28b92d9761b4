package org.voxelpopuli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

@DisplayName("A client of the seed's dialect")
class WorldClientTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final ChunkPos HOME = new ChunkPos(0, 1, 0);
    private static final BlockPos BLOCK = new BlockPos(5, 40, 6);

    private final Simulation simulation = new Simulation(21);
    private final SimulatedHost hostA = simulation.newHost("server-a");
    private final SimulatedHost hostB = simulation.newHost("server-b");
    private final SimulatedHost clientHost = simulation.newHost("client");
    private final FakeWorld world = new FakeWorld();
    private final FakeServer a = world.start(hostA, 4001);
    private final FakeServer b = world.start(hostB, 4001);
    private final RecordingListener heard = new RecordingListener();

    @AfterEach
    void nothingFailed() {
        assertThat(simulation.failures()).isEmpty();
    }

    private WorldClientBuilder builder(String name) {
        return WorldClient.builder(clientHost)
                .dialect(Dialect.SEED)
                .steppingStone(a.address.host(), 4001)
                .player(name);
    }

    private WorldClient anna() {
        return enter(builder("anna").radius(1, 0).listener(heard));
    }

    private WorldClient enter(WorldClientBuilder builder) {
        return simulation.await(builder.build().connect(), LONG);
    }

    @Test
    @DisplayName("V9.1 all chunks around the player are found through the stepping stone, nearest first")
    void theAreaIsLoaded() {
        WorldClient client = anna();
        assertThat(client.position()).isEqualTo(Position.SPAWN);
        assertThat(heard.loaded).contains(HOME);
        simulation.runUntil(() -> client.view().chunks().size() == 9, LONG);
        assertThat(heard.loaded).doesNotHaveDuplicates().hasSize(9);
        assertThat(world.located).first().isEqualTo(HOME);
        assertThat(List.copyOf(world.located).subList(1, 5)).allMatch(c -> Math.abs(c.x()) + Math.abs(c.z()) == 1);
        assertThat(client.block(new BlockPos(0, 32, 0))).hasValue(0);
        assertThat(client.block(new BlockPos(0, 64, 0))).isEmpty();
        assertThat(client.stats().loadedChunks()).isEqualTo(9);
        assertThat(client.stats().connections()).isEqualTo(10);
        assertThat(client.view().minutesOfDay()).hasValue(720);
        assertThat(heard.times).isPositive();
    }

    @Test
    @DisplayName("V9.1 the stepping stone's port may be that of its DHT")
    void theDhtsPortWillDo() {
        enter(WorldClient.builder(clientHost)
                .dialect(Dialect.SEED)
                .steppingStone(a.address.host(), 4000)
                .player("anna")
                .radius(0, 0));
    }

    @Test
    void aDeadSteppingStoneIsPassedOver() {
        SimulatedHost dead = simulation.newHost("dead");
        dead.crash();
        WorldClient client = enter(WorldClient.builder(clientHost)
                .dialect(Dialect.SEED)
                .steppingStone(dead.socketAddress(4000))
                .steppingStone(b.address.host(), 4001)
                .player("anna")
                .radius(0, 0));
        assertThat(client.view().chunks()).containsExactly(HOME);
    }

    @Test
    void withoutAnySteppingStoneConnectFailsWithTheReasonAndTheClientCloses() {
        CompletableFuture<WorldClient> connecting = WorldClient.builder(clientHost)
                .dialect(Dialect.SEED)
                .steppingStone(hostA.socketAddress(5000))
                .player("anna")
                .connectTimeout(Duration.ofSeconds(10))
                .build()
                .connect();
        simulation.runUntil(connecting::isDone, Duration.ofSeconds(11));
        assertThatThrownBy(connecting::join)
                .hasCauseInstanceOf(HandshakeException.class)
                .hasMessageContaining("no way into the world within 10000 ms")
                .hasMessageContaining("cannot be reached");
        long fingerprint = a.handshakes.size();
        simulation.run(LONG);
        assertThat(a.handshakes).hasSize((int) fingerprint);
    }

    @Test
    void theBuilderSaysWhatIsMissingOrWrong() {
        assertThatThrownBy(() -> WorldClient.builder(clientHost).player("anna").build())
                .hasMessageContaining("stepping stone");
        assertThatThrownBy(() ->
                        WorldClient.builder(clientHost).steppingStone("h", 1).build())
                .hasMessageContaining("player");
        assertThatThrownBy(() -> builder("anna").radius(17, 0)).hasMessageContaining("0..16");
        assertThatThrownBy(() -> builder("a b")).hasMessageContaining("player name refused");
        assertThatThrownBy(() -> builder("anna").steppingStone("h", 0)).hasMessageContaining("1..65535");
        assertThatThrownBy(() -> builder("anna").connectTimeout(Duration.ZERO)).hasMessageContaining("more than zero");
    }

    @Test
    @DisplayName("V9.6 a player who comes back stands where they left")
    void thePlayerComesBack() {
        WorldClient client = anna();
        client.moveTo(new Position(40, 33, 3, 90));
        simulation.run(Duration.ofSeconds(2));
        simulation.await(client.closeAsync(), LONG);
        simulation.run(Duration.ofSeconds(1));
        assertThat(a.sessions).isEmpty();
        WorldClient again = enter(builder("anna").radius(0, 0));
        assertThat(again.position()).isEqualTo(new Position(40, 33, 3));
        assertThat(again.view().chunks()).contains(new ChunkPos(1, 1, 0));
    }

    @Test
    @DisplayName("V6.6 crossing a border registers in the new chunk, then deregisters from the old")
    void residenceMovesWithThePlayer() {
        world.owners.put(new ChunkPos(1, 1, 0), b);
        WorldClient client = anna();
        simulation.runUntil(() -> client.view().chunks().size() == 9, LONG);
        client.moveTo(new Position(32, 33, 0));
        simulation.run(Duration.ofSeconds(1));
        assertThat(a.events).containsExactly("register anna 0,1,0", "deregister anna 0,1,0");
        assertThat(b.events).containsExactly("register anna 1,1,0");
    }

    @Test
    @DisplayName("a player who trembles around a border changes once, and no connection flaps")
    void tremblingDoesNotFlap() {
        WorldClient client = anna();
        simulation.runUntil(() -> client.view().chunks().size() == 9, LONG);
        client.moveTo(new Position(31.999, 33, 16));
        simulation.run(Duration.ofSeconds(1));
        int before = a.handshakes.size();
        for (int i = 0; i < 100; i++) {
            client.moveTo(new Position(i % 2 == 0 ? 32.0 : 31.999, 33, 16));
            simulation.run(Duration.ofMillis(200));
        }
        assertThat(a.events)
                .containsExactlyInAnyOrder("register anna 0,1,0", "register anna 1,1,0", "deregister anna 0,1,0");
        // The column beyond was loaded once, nothing was unloaded.
        assertThat(a.handshakes).hasSize(before + 3);
        assertThat(heard.unloaded).isEmpty();
    }

    @Test
    @DisplayName("V9.2 walking loads what comes and unloads what is left behind")
    void walkingLoadsAndUnloads() {
        WorldClient client = anna();
        for (int step = 0; step < 200; step++) {
            client.moveTo(new Position(step * 2, 33, 5));
            simulation.run(Duration.ofMillis(100));
            ChunkPos here = client.position().chunk();
            assertThat(client.view().chunks()).as("step %d", step).contains(here);
        }
        simulation.run(Duration.ofSeconds(2));
        ChunkPos here = client.position().chunk();
        assertThat(client.view().chunks()).hasSizeBetween(9, 12).allMatch(c -> Math.abs(c.x() - here.x()) <= 2);
        assertThat(a.sessions).hasSize(client.view().chunks().size() + 1);
        assertThat(heard.loaded).doesNotHaveDuplicates();
        assertThat(heard.unloaded)
                .hasSize(heard.loaded.size() - client.view().chunks().size());
        assertThat(heard.disconnected).isEmpty();
    }

    @Test
    void teleportingFarAwayMovesEverything() {
        WorldClient client = anna();
        simulation.run(Duration.ofSeconds(1));
        client.moveTo(new Position(-100_000.5, -200, 1e6));
        ChunkPos there = client.position().chunk();
        simulation.runUntil(
                () -> client.view().chunks().size() == 9
                        && client.view().chunks().contains(there),
                LONG);
        simulation.run(Duration.ofSeconds(1));
        // Over two connections, so the two last may overtake each other.
        assertThat(a.events)
                .containsExactlyInAnyOrder("register anna 0,1,0", "register anna " + there, "deregister anna 0,1,0");
        assertThat(a.connectedChunks()).isEqualTo(client.view().chunks());
    }

    @Test
    @DisplayName("at the edge of the world there are neighbours on one side only")
    void theEdgeOfTheWorld() {
        double edge = (double) ChunkPos.MAX * 32 + 31;
        WorldClient client = enter(builder("anna").radius(1, 1).startAt(new Position(edge, edge, edge)));
        simulation.run(Duration.ofSeconds(3));
        assertThat(client.view().chunks()).hasSize(8);
    }

    @Test
    @DisplayName("V9.7 an own edit shows at once, is confirmed by the server, and is reported once")
    void anEditIsShownAndConfirmed() {
        WorldClient client = anna();
        CompletableFuture<Integer> edit = client.setBlock(BLOCK, 3);
        simulation.run(Duration.ofNanos(1));
        assertThat(client.block(BLOCK)).hasValue(3);
        assertThat(edit).isNotDone();
        assertThat(simulation.await(edit, Duration.ofSeconds(1))).isEqualTo(3);
        simulation.run(Duration.ofSeconds(3));
        assertThat(heard.blocks).containsExactly("5,40,6: 0 -> 3");
        assertThat(world.chunk(HOME).get(BLOCK.voxel())).isEqualTo(3);
    }

    @Test
    @DisplayName("V9.7 an edit that the server refuses is taken back")
    void aRefusedEditIsCorrected() {
        world.refusedBlocks.add(9);
        WorldClient client = anna();
        CompletableFuture<Integer> edit = client.setBlock(BLOCK, 9);
        simulation.runUntil(edit::isDone, Duration.ofSeconds(6));
        assertThatThrownBy(edit::join).hasCauseInstanceOf(TimeoutException.class);
        assertThat(client.block(BLOCK)).hasValue(0);
        assertThat(heard.blocks).containsExactly("5,40,6: 0 -> 9", "5,40,6: 9 -> 0");
    }

    @Test
    void anEditThatAnotherPlayerOverwritesCompletesWithTheirBlock() {
        world.refusedBlocks.add(9);
        WorldClient client = anna();
        CompletableFuture<Integer> edit = client.setBlock(BLOCK, 9);
        simulation.run(Duration.ofMillis(200));
        a.change(BLOCK, 2);
        assertThat(simulation.await(edit, Duration.ofSeconds(3))).isEqualTo(2);
        assertThat(heard.blocks).containsExactly("5,40,6: 0 -> 9", "5,40,6: 9 -> 2");
    }

    @Test
    void quickEditsOfOneVoxelEndInTheLast() {
        WorldClient client = anna();
        List<CompletableFuture<Integer>> edits =
                List.of(client.setBlock(BLOCK, 1), client.setBlock(BLOCK, 2), client.setBlock(BLOCK, 0));
        for (CompletableFuture<Integer> edit : edits) {
            assertThat(simulation.await(edit, Duration.ofSeconds(3))).isZero();
        }
        assertThat(client.block(BLOCK)).hasValue(0);
        assertThat(heard.blocks).containsExactly("5,40,6: 0 -> 1", "5,40,6: 1 -> 2", "5,40,6: 2 -> 0");
    }

    @Test
    void settingABlockOutsideTheLoadedChunksFailsClearly() {
        WorldClient client = anna();
        assertThatThrownBy(() -> simulation.await(client.setBlock(new BlockPos(999, 0, 0), 1), LONG))
                .hasMessageContaining("chunk 31,0,0, which is not loaded");
        assertThatThrownBy(() -> client.setBlock(BLOCK, 65_536)).hasMessageContaining("0..65535");
        assertThat(client.stats().disconnects()).isZero();
    }

    @Test
    void anEditAskedOfAClosedClientFailsClearly() {
        WorldClient client = anna();
        CompletableFuture<Integer> before = client.setBlock(BLOCK, 1);
        CompletableFuture<Void> closing = client.closeAsync();
        CompletableFuture<Integer> during = client.setBlock(BLOCK, 2);
        simulation.await(closing, LONG);
        assertThat(before).isDone();
        assertThat(during).isDone();
        assertThatThrownBy(() -> client.setBlock(BLOCK, 3).join()).hasMessageContaining("the client is closed");
    }

    @Test
    @DisplayName("a connection that breaks is made again, and what was missed is reported once")
    void reconnects() {
        WorldClient client = anna();
        simulation.runUntil(() -> client.view().chunks().size() == 9, LONG);
        a.abortAll();
        a.change(BLOCK, 2);
        simulation.run(Duration.ofSeconds(5));
        assertThat(heard.disconnected).hasSize(9);
        assertThat(heard.reconnected).hasSize(9).containsExactlyInAnyOrderElementsOf(new HashSet<>(heard.loaded));
        assertThat(heard.blocks).containsExactly("5,40,6: 0 -> 2");
        assertThat(heard.loaded).hasSize(9);
        assertThat(heard.unloaded).isEmpty();
        assertThat(a.events).endsWith("register anna 0,1,0");
        assertThat(client.stats().disconnects()).isEqualTo(9);
        assertThat(simulation.await(client.setBlock(BLOCK, 1), LONG)).isEqualTo(1);
    }

    @Test
    void anEditInFlightWhenTheConnectionBreaksFailsAndTheTruthIsShownOnce() {
        WorldClient client = anna();
        a.dropEdits = true;
        CompletableFuture<Integer> lost = client.setBlock(BLOCK, 3);
        BlockPos second = new BlockPos(6, 40, 6);
        CompletableFuture<Integer> applied = client.setBlock(second, 3);
        simulation.run(Duration.ofMillis(100));
        a.abortAll();
        a.change(second, 3);
        simulation.runUntil(() -> lost.isDone() && applied.isDone(), LONG);
        assertThatThrownBy(lost::join).hasCauseInstanceOf(HandshakeException.class);
        assertThat(applied).isCompletedExceptionally();
        simulation.run(Duration.ofSeconds(5));
        assertThat(client.block(BLOCK)).hasValue(0);
        assertThat(client.block(second)).hasValue(3);
        assertThat(heard.blocks).containsExactly("5,40,6: 0 -> 3", "6,40,6: 0 -> 3", "5,40,6: 3 -> 0");
    }

    @Test
    @DisplayName("a chunk that moved to another server is found there")
    void failsOverToAnotherServer() {
        WorldClient client = anna();
        simulation.runUntil(() -> client.view().chunks().size() == 9, LONG);
        world.byDefault = b;
        a.stopListening();
        a.abortAll();
        client.addListener(heard);
        simulation.run(Duration.ofSeconds(1));
        // The directory's node is gone too, and no other is known: nothing can be found.
        assertThat(b.sessions).isEmpty();
        FakeServer back = new FakeServer(world, hostA, 4001);
        simulation.run(Duration.ofSeconds(30));
        assertThat(b.connectedChunks()).hasSize(9);
        assertThat(b.events).containsExactly("register anna 0,1,0");
        assertThat(back.connectedChunks()).isEmpty();
    }

    @Test
    @DisplayName("servers met on the way stand in for a stepping stone that is gone")
    void learnedServersAreAsked() {
        world.byDefault = b;
        WorldClient client = anna();
        simulation.runUntil(() -> client.view().chunks().size() == 9, LONG);
        hostA.crash();
        client.moveTo(new Position(500, 33, 0));
        simulation.runUntil(() -> client.view().chunks().contains(new ChunkPos(15, 1, 0)), LONG);
        assertThat(b.handshakes).hasAtLeastOneElementOfType(Handshake.Dht.class);
    }

    @Test
    void aServerThatRefusesIsTriedAgainWithGrowingPausesAndReported() {
        a.refuseConnects = true;
        CompletableFuture<WorldClient> connecting =
                builder("anna").radius(0, 0).listener(heard).build().connect();
        simulation.run(Duration.ofSeconds(20));
        assertThat(heard.refused).hasSizeBetween(4, 12).allMatch(r -> r.endsWith("refused: not resident"));
        a.refuseConnects = false;
        simulation.await(connecting, Duration.ofSeconds(10));
    }

    @Test
    @DisplayName("a server that falls silent is left within 10 s and called again")
    void aSilentServerIsLeft() {
        WorldClient client = anna();
        simulation.runUntil(() -> client.view().chunks().size() == 9, LONG);
        a.silent = true;
        simulation.run(Duration.ofSeconds(11));
        assertThat(heard.disconnected).hasSize(9);
        a.silent = false;
        simulation.run(Duration.ofSeconds(30));
        assertThat(new HashSet<>(heard.reconnected)).hasSize(9);
    }

    @Test
    void aDeadServersHostIsLeftToo() {
        world.byDefault = b;
        anna();
        hostB.crash();
        simulation.run(Duration.ofSeconds(11));
        assertThat(heard.disconnected).contains(HOME);
    }

    @Test
    @DisplayName("endless lines, junk and floods cost a server its connection, and the client goes on")
    void hostileServers() {
        WorldClient client = anna();
        simulation.runUntil(() -> client.view().chunks().size() == 9, LONG);
        FakeServer.Session endless = a.clients(new ChunkPos(1, 1, 0)).get(0);
        FakeServer.Session junk = a.clients(new ChunkPos(0, 1, 1)).get(0);
        FakeServer.Session strange = a.clients(new ChunkPos(-1, 1, 0)).get(0);
        endless.say("x".repeat(3 << 20));
        junk.say("{\"type\":99}\n{\"type\":3,\"args\":[1e999]}\nnonsense\n\0\n".repeat(50));
        strange.say("{\"type\":5,\"args\":[1,2,3],\"player\":\"\"}\n{\"type\":6,\"args\":[9999],\"player\":\"\"}\n");
        simulation.run(Duration.ofSeconds(5));
        assertThat(heard.disconnected).containsExactlyInAnyOrder(new ChunkPos(1, 1, 0), new ChunkPos(0, 1, 1));
        assertThat(heard.reconnected).hasSize(2);
        assertThat(client.stats().rejectedPackets()).isBetween(102L, 110L);
        assertThat(heard.blocks).isEmpty();
        assertThat(simulation.await(client.setBlock(BLOCK, 1), LONG)).isEqualTo(1);
    }

    @Test
    void aServerThatNamesAThousandPlayersFillsNoMemory() {
        WorldClient client = anna();
        FakeServer.Session session = a.clients(HOME).get(0);
        for (int i = 0; i < 3_000; i++) {
            session.say("{\"type\":1,\"args\":[0,33,0],\"player\":\"p" + i + "\"}\n");
            if (i % 500 == 0) {
                simulation.run(Duration.ofMillis(50));
            }
        }
        simulation.run(Duration.ofSeconds(1));
        assertThat(client.view().players()).hasSize(1_000);
    }

    @Test
    @DisplayName("V6.7 two players see each other appear, move, cross a border and leave")
    void twoClientsSeeEachOther() {
        world.owners.put(new ChunkPos(1, 1, 0), b);
        WorldClient anna = anna();
        SimulatedHost otherHost = simulation.newHost("other");
        RecordingListener berta = new RecordingListener();
        WorldClient other = enter(WorldClient.builder(otherHost)
                .dialect(Dialect.SEED)
                .steppingStone(b.address.host(), 4000)
                .player("berta")
                .radius(1, 0)
                .listener(berta));
        simulation.run(Duration.ofSeconds(1));
        PlayerName annaName = new PlayerName("anna");
        assertThat(other.view().players()).containsOnlyKeys(annaName);
        assertThat(anna.view().players()).containsOnlyKeys(new PlayerName("berta"));
        for (int i = 0; i <= 20; i++) {
            anna.moveTo(new Position(26 + i, 33, 5, 90));
            simulation.run(Duration.ofMillis(100));
        }
        simulation.run(Duration.ofSeconds(1));
        assertThat(other.view().players().get(annaName).position()).isEqualTo(new Position(46, 33, 5, 90));
        assertThat(berta.players.stream().filter("anna moved"::equals)).hasSizeGreaterThan(15);
        assertThat(berta.players).doesNotContain("anna left").containsOnlyOnce("anna appeared");
        simulation.await(anna.closeAsync(), LONG);
        simulation.run(Duration.ofSeconds(1));
        assertThat(berta.players).endsWith("anna left");
        assertThat(other.view().players()).isEmpty();
    }

    @Test
    @DisplayName("V7.1 a player who stands still says so every 3 s")
    void standingStillIsRepeated() {
        anna();
        FakeServer.Session session = a.clients(HOME).get(0);
        SimulatedHost watcher = simulation.newHost("watcher");
        RecordingListener seen = new RecordingListener();
        WorldClient other = enter(WorldClient.builder(watcher)
                .dialect(Dialect.SEED)
                .steppingStone(a.address.host(), 4001)
                .player("berta")
                .radius(0, 0)
                .listener(seen));
        long bytes = other.stats().bytesIn();
        session.players.clear();
        simulation.run(Duration.ofSeconds(4));
        assertThat(session.players).containsOnlyKeys(new PlayerName("anna"));
        assertThat(other.stats().bytesIn()).isGreaterThan(bytes);
    }

    @Test
    @DisplayName("V6.8 a player taken over by another session is not taken back")
    void displaced() {
        WorldClient client = anna();
        a.clients(HOME).get(0).say("{\"type\":2,\"args\":[],\"player\":\"anna\"}\n");
        simulation.run(Duration.ofSeconds(10));
        assertThat(heard.displaced).isEqualTo(1);
        assertThat(a.events).containsExactly("register anna 0,1,0");
        client.moveTo(new Position(100, 33, 0));
        simulation.run(Duration.ofSeconds(2));
        assertThat(a.events.stream().filter(event -> event.startsWith("register")))
                .hasSize(1);
        assertThat(client.view().chunks()).contains(new ChunkPos(3, 1, 0));
    }

    @Test
    void closingDeregistersAndClosesEveryConnection() {
        WorldClient client = anna();
        simulation.run(Duration.ofSeconds(1));
        simulation.await(client.closeAsync(), Duration.ofSeconds(5));
        simulation.run(Duration.ofSeconds(1));
        assertThat(a.sessions).isEmpty();
        assertThat(a.events).containsExactly("register anna 0,1,0", "deregister anna 0,1,0");
        assertThat(client.closeAsync()).isDone();
    }

    @Test
    void aClientMayBeClosedBeforeItConnects() {
        WorldClient client = builder("anna").build();
        CompletableFuture<WorldClient> connecting = client.connect();
        simulation.await(client.closeAsync(), LONG);
        assertThat(connecting).isCompletedExceptionally();
    }

    @Test
    void aListenerThatThrowsDisturbsNobody() {
        WorldClient client = enter(builder("anna")
                .radius(0, 0)
                .listener(new WorldClientListener() {
                    @Override
                    public void chunkLoaded(ChunkPos chunk) {
                        throw new IllegalStateException("on purpose");
                    }
                })
                .listener(heard));
        assertThat(heard.loaded).containsExactly(HOME);
        assertThat(simulation.await(client.setBlock(BLOCK, 1), LONG)).isEqualTo(1);
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        assertThat(run(5)).isEqualTo(run(5));
    }

    private static long run(long seed) {
        Simulation simulation = new Simulation(seed);
        FakeWorld world = new FakeWorld();
        SimulatedHost host = simulation.newHost("server");
        world.start(host, 4001);
        WorldClient client = simulation.await(
                WorldClient.builder(simulation.newHost("client"))
                        .dialect(Dialect.SEED)
                        .steppingStone(host.socketAddress(4000))
                        .player("anna")
                        .build()
                        .connect(),
                LONG);
        client.moveTo(new Position(70, 40, -3));
        simulation.run(Duration.ofSeconds(3));
        return simulation.fingerprint();
    }
}
