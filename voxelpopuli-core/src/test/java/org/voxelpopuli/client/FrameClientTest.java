package org.voxelpopuli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.Position;

@DisplayName("A client of protocol v2")
class FrameClientTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final ChunkPos HOME = new ChunkPos(0, 1, 0);
    private static final BlockPos BLOCK = new BlockPos(5, 40, 6);

    private final Simulation simulation = new Simulation(21);
    private final SimulatedHost hostA = simulation.newHost("server-a");
    private final SimulatedHost hostB = simulation.newHost("server-b");
    private final FakeWorld world = new FakeWorld();
    private final FakeServer a = world.start(hostA, 4001);
    private final FakeServer b = world.start(hostB, 4001);
    private final FakeServer directory = world.start(simulation.newHost("directory"), 4001);
    private final RecordingListener heard = new RecordingListener();

    @AfterEach
    void nothingFailed() {
        assertThat(simulation.failures()).isEmpty();
    }

    private WorldClientBuilder builder() {
        return WorldClient.builder(simulation.newHost("client"))
                .steppingStone(directory.address.host(), 4001)
                .player("anna")
                .radius(1, 0)
                .listener(heard);
    }

    private WorldClient enter() {
        WorldClient client = simulation.await(builder().build().connect(), LONG);
        simulation.runUntil(() -> client.view().chunks().size() == 9, LONG);
        // A connection that held for a while is tried again at once when it is lost.
        simulation.run(Duration.ofSeconds(3));
        return client;
    }

    private List<Integer> numbers(FakeServer server) {
        return server.frames.get(0).asked.stream()
                .map(ClientFrame.ChangeBlock::number)
                .toList();
    }

    @Test
    @DisplayName("D6 one connection for each server carries all its chunks")
    void oneConnection() {
        world.owners.put(new ChunkPos(1, 1, 0), b);
        WorldClient client = enter();
        assertThat(a.frames).hasSize(1);
        assertThat(a.frames.get(0).chunks).hasSize(8);
        assertThat(b.frames).hasSize(1);
        assertThat(b.frames.get(0).hello.session())
                .isEqualTo(a.frames.get(0).hello.session());
        assertThat(heard.loaded).hasSize(9).doesNotHaveDuplicates();
        assertThat(client.view().minutesOfDay()).hasValue(720);
        assertThat(client.stats().connections()).isLessThanOrEqualTo(2 + 4);
        client.moveTo(new Position(2000, 33, 0));
        simulation.run(Duration.ofSeconds(12));
        assertThat(b.frames).as("a connection without a chunk is closed").isEmpty();
        assertThat(a.frames.get(0).chunks).isEqualTo(client.view().chunks());
        simulation.await(client.closeAsync(), LONG);
        simulation.run(Duration.ofSeconds(1));
        assertThat(a.sessions).isEmpty();
        assertThat(directory.sessions).isEmpty();
    }

    @Test
    @DisplayName("V9.7, D3 an own edit shows at once, completes when it is kept, and is reported once")
    void anEditIsAnswered() {
        WorldClient client = enter();
        CompletableFuture<Integer> edit = client.setBlock(BLOCK, 3);
        simulation.run(Duration.ofNanos(1));
        assertThat(client.block(BLOCK)).hasValue(3);
        assertThat(edit).isNotDone();
        assertThat(simulation.await(edit, Duration.ofSeconds(1))).isEqualTo(3);
        simulation.await(client.setBlock(BLOCK, 0), LONG);
        assertThat(heard.blocks).containsExactly("5,40,6: 0 -> 3", "5,40,6: 3 -> 0");
        assertThat(numbers(a)).containsExactly(1, 2);
    }

    @Test
    @DisplayName("D6 changes are laid over what was shown; if one was missed, the client asks for all")
    void changes() {
        WorldClient client = enter();
        FakeFrames session = a.frames.get(0);
        session.change(HOME, 1, BLOCK.voxel(), 3);
        simulation.run(Duration.ofMillis(100));
        assertThat(client.block(BLOCK)).hasValue(3);
        world.chunk(HOME).set(BLOCK.voxel(), 2);
        a.subscribed.clear();
        session.change(HOME, 3, BLOCK.voxel() + 1, 2);
        simulation.run(Duration.ofMillis(200));
        assertThat(client.block(BLOCK)).hasValue(2);
        assertThat(a.subscribed).containsExactly(HOME);
        assertThat(heard.blocks).containsExactly("5,40,6: 0 -> 3", "5,40,6: 3 -> 2");
    }

    @Test
    @DisplayName("D3 an edit that is refused fails with the server's reason, and the view goes back")
    void refused() {
        world.refusedBlocks.add(9);
        WorldClient client = enter();
        CompletableFuture<Integer> edit = client.setBlock(BLOCK, 9);
        simulation.runUntil(edit::isDone, LONG);
        assertThatThrownBy(edit::join)
                .hasCauseInstanceOf(EditRefusedException.class)
                .hasMessageContaining("no such block");
        assertThat(heard.blocks).containsExactly("5,40,6: 0 -> 9", "5,40,6: 9 -> 0");
    }

    @Test
    @DisplayName(
            "D3 edits under way when a connection breaks are sent again, under the same numbers and in order, and applied once")
    void aConnectionBreaks() {
        WorldClient client = enter();
        a.mute = true;
        List<CompletableFuture<Integer>> edits = new ArrayList<>(List.of(client.setBlock(BLOCK, 1)));
        simulation.run(Duration.ofMillis(200));
        a.dropEdits = true;
        edits.add(client.setBlock(BLOCK, 2));
        edits.add(client.setBlock(BLOCK, 3));
        simulation.run(Duration.ofMillis(200));
        a.abortAll();
        simulation.run(Duration.ofMillis(1));
        edits.add(client.setBlock(BLOCK, 0));
        a.mute = false;
        a.dropEdits = false;
        edits.forEach(edit -> simulation.await(edit, Duration.ofSeconds(1)));
        assertThat(numbers(a)).containsExactly(1, 2, 3, 4);
        assertThat(world.history).containsExactly("5,40,6 = 1", "5,40,6 = 2", "5,40,6 = 3", "5,40,6 = 0");
        assertThat(heard.disconnected).hasSize(9);
        assertThat(heard.blocks)
                .containsExactly("5,40,6: 0 -> 1", "5,40,6: 1 -> 2", "5,40,6: 2 -> 3", "5,40,6: 3 -> 0");
        assertThat(heard.unloaded).isEmpty();
        assertThat(a.events).endsWith("register 0,1,0");
    }

    @Test
    @DisplayName("D4 when a server dies the client finds the next, keeps its view, and its edits get there")
    void aServerDies() {
        WorldClient client = enter();
        a.mute = true;
        CompletableFuture<Integer> applied = client.setBlock(BLOCK, 1);
        simulation.run(Duration.ofMillis(200));
        hostA.crash();
        CompletableFuture<Integer> asked = client.setBlock(new BlockPos(6, 40, 6), 2);
        simulation.run(Duration.ofMillis(1500));
        assertThat(client.block(BLOCK)).hasValue(1);
        assertThat(client.view().chunks()).hasSize(9);
        world.byDefault = b;
        // A crashed host says nothing: 3 s of silence, then the directory.
        simulation.await(applied, Duration.ofMillis(2500));
        simulation.await(asked, Duration.ofMillis(500));
        assertThat(world.history).containsExactly("5,40,6 = 1", "6,40,6 = 2");
        simulation.run(Duration.ofSeconds(2));
        assertThat(b.frames.get(0).chunks).hasSize(9);
        assertThat(b.events).containsExactly("register 0,1,0");
    }

    @Test
    @DisplayName("D4 a killed process closes its connections: the next server is found within a second of serving")
    void aProcessIsKilled() {
        WorldClient client = enter();
        a.stopListening();
        a.abortAll();
        CompletableFuture<Integer> asked = client.setBlock(BLOCK, 2);
        simulation.run(Duration.ofSeconds(4));
        assertThat(asked).isNotDone();
        world.byDefault = b;
        simulation.await(asked, Duration.ofSeconds(1));
        assertThat(world.located.size()).isLessThan(400);
    }

    @Test
    @DisplayName("D4 a redirect is followed without asking the directory; what was not answered goes there")
    void redirected() {
        WorldClient client = enter();
        a.dropEdits = true;
        CompletableFuture<Integer> edit = client.setBlock(BLOCK, 2);
        simulation.run(Duration.ofMillis(100));
        int asked = directory.asked;
        FakeFrames session = a.frames.get(0);
        List.copyOf(session.chunks).forEach(chunk -> session.say(new ServerFrame.Redirect(chunk, b.address)));
        session.chunks.clear();
        simulation.await(edit, Duration.ofSeconds(1));
        simulation.run(Duration.ofMillis(500));
        assertThat(b.frames.get(0).chunks).hasSize(9);
        assertThat(directory.asked).isEqualTo(asked);
        assertThat(heard.blocks).containsExactly("5,40,6: 0 -> 2");
    }

    @Test
    @DisplayName("D4 two servers that send a client to each other are not called in a circle")
    void sentInCircles() {
        enter();
        a.redirects = Optional.of(b.address);
        b.redirects = Optional.of(a.address);
        a.subscribed.clear();
        a.abortAll();
        simulation.run(Duration.ofSeconds(60));
        assertThat(a.subscribed.size() + b.subscribed.size()).isBetween(50, 9 * 100);
        b.redirects = Optional.empty();
        simulation.run(Duration.ofSeconds(30));
        assertThat(b.frames.get(0).chunks).hasSize(9);
    }

    @Test
    @DisplayName("D3 the numbers of a chunk's edits go on when it is loaded again")
    void numbersGoOn() {
        WorldClient client = enter();
        simulation.await(client.setBlock(BLOCK, 1), LONG);
        simulation.await(client.setBlock(new BlockPos(40, 40, 6), 1), LONG);
        client.moveTo(new Position(2000, 33, 0));
        simulation.run(Duration.ofSeconds(3));
        assertThat(client.block(BLOCK)).isEmpty();
        client.moveTo(new Position(0, 33, 0));
        simulation.runUntil(() -> client.block(BLOCK).isPresent(), LONG);
        simulation.await(client.setBlock(BLOCK, 2), LONG);
        assertThat(numbers(a)).containsExactly(1, 1, 2);
        assertThat(world.chunk(HOME).get(BLOCK.voxel())).isEqualTo(2);
    }

    @Test
    @DisplayName("D3 a chunk that is left behind stays until its edits are answered")
    void leftBehind() {
        WorldClient client = enter();
        a.dropEdits = true;
        CompletableFuture<Integer> edit = client.setBlock(BLOCK, 1);
        client.moveTo(new Position(2000, 33, 0));
        simulation.run(Duration.ofSeconds(3));
        assertThat(edit).isNotDone();
        a.dropEdits = false;
        a.abortAll();
        simulation.await(edit, Duration.ofSeconds(2));
        simulation.run(Duration.ofSeconds(1));
        assertThat(client.block(BLOCK)).isEmpty();
    }

    @Test
    @DisplayName(
            "D3 after 30 s without an answer the client gives up, says that it does not know, and the view goes back")
    void patience() {
        WorldClient client = enter();
        a.dropEdits = true;
        CompletableFuture<Integer> edit = client.setBlock(BLOCK, 1);
        simulation.run(Duration.ofSeconds(29));
        assertThat(edit).isNotDone();
        simulation.run(Duration.ofMillis(1200));
        assertThatThrownBy(edit::join)
                .hasCauseInstanceOf(TimeoutException.class)
                .hasMessageContaining("no server has answered the edit within 30 s");
        assertThat(client.block(BLOCK)).hasValue(0);
        assertThatThrownBy(() -> WorldClient.builder(hostA).patience(Duration.ZERO))
                .hasMessageContaining("more than zero");
    }

    @Test
    @DisplayName("a server that falls silent is left after 3 s and called again")
    void silence() {
        enter();
        a.silent = true;
        simulation.run(Duration.ofSeconds(5));
        assertThat(heard.disconnected).hasSize(9);
        a.silent = false;
        simulation.run(Duration.ofSeconds(15));
        assertThat(heard.reconnected).hasSize(9);
    }

    @Test
    @DisplayName("D13 a server of another world is refused, in its words")
    void anotherWorld() {
        WorldClient client = enter();
        b.identity = "another";
        world.owners.put(new ChunkPos(-62, 1, 0), b);
        client.moveTo(new Position(-2000 + 16, 33, 16));
        simulation.run(Duration.ofSeconds(5));
        assertThat(heard.refused).isNotEmpty().allMatch(reason -> reason.endsWith("refused: this is another world"));
        assertThat(client.view().chunks()).doesNotContain(new ChunkPos(-62, 1, 0));
    }

    @Test
    @DisplayName("D13 servers of two worlds that are met at the same time: the first counts")
    void twoWorlds() {
        b.identity = "another";
        world.owners.put(new ChunkPos(1, 1, 0), b);
        WorldClient client = simulation.await(builder().build().connect(), LONG);
        simulation.run(Duration.ofSeconds(5));
        assertThat(client.view().chunks()).hasSize(8);
        assertThat(heard.refused).isNotEmpty();
        assertThat(b.frames.stream().filter(each -> !each.chunks.isEmpty())).isEmpty();
    }

    @Test
    @DisplayName("junk costs a server its connection, frames that are not known cost nothing, and the client goes on")
    void hostileServers() {
        WorldClient client = enter();
        FakeFrames session = a.frames.get(0);
        session.connection.send(FrameFraming.framed(HexFormat.of().parseHex("8207636e6577")));
        simulation.run(Duration.ofSeconds(1));
        assertThat(heard.disconnected).isEmpty();
        assertThat(client.stats().rejectedPackets()).isEqualTo(1);
        session.connection.send(FrameFraming.framed(HexFormat.of().parseHex("840a00")));
        simulation.run(Duration.ofSeconds(1));
        assertThat(heard.disconnected).hasSize(9);
        simulation.run(Duration.ofSeconds(3));
        a.frames.get(0).connection.send(HexFormat.of().parseHex("7fffffff"));
        simulation.run(Duration.ofSeconds(1));
        assertThat(heard.disconnected).hasSize(18);
        assertThat(simulation.await(client.setBlock(BLOCK, 1), LONG)).isEqualTo(1);
    }

    @Test
    void editsOfAClosedClientFailClearly() {
        WorldClient client = enter();
        a.dropEdits = true;
        CompletableFuture<Integer> before = client.setBlock(BLOCK, 1);
        simulation.await(client.closeAsync(), LONG);
        assertThat(before).isCompletedExceptionally();
        assertThatThrownBy(() -> client.setBlock(BLOCK, 3).join()).hasMessageContaining("the client is closed");
    }
}
