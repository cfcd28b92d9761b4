package org.voxelpopuli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.ServerFrame.ChunkState;
import org.voxelpopuli.protocol.ServerFrame.EditAccepted;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.simulation.SeededRandom;
import org.voxelpopuli.terrain.HeightMapTerrain;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;
import org.voxelpopuli.world.WorldSpec;

@DisplayName("Protocol v2: a client and its server (DESIGN D3, D6, D13)")
class FrameDialogueTest {
    private static final ChunkPos HOME = SimulatedServer.HOME;
    private static final ChunkPos NEXT = new ChunkPos(1, 0, 0);
    private static final PlayerName ANNA = new PlayerName("anna");
    private static final int VOXEL = FrameClient.voxel(3, 31, 3);
    private static final int TICKS_OF_NOISE = 60;
    private static final String WORLD =
            WorldSpec.DEFAULT.identity(new HeightMapTerrain(0).id(), new HeightMapTerrain(0).version());

    private final RandomGenerator random = SeededRandom.of(5, "noise");
    private final StuckStore store = new StuckStore();
    private SimulatedServer server = new SimulatedServer(builder -> builder.store(store));

    private FrameClient dial() {
        return FrameClient.dial(server.simulation, "stranger", server.host.socketAddress(4001));
    }

    private FrameClient join(String name, long session) {
        return FrameClient.join(server, name, session);
    }

    private void generate(ChunkPos chunk) {
        server.simulation.await(server.directory.host.generate(chunk), SimulatedServer.SOON);
    }

    /** A client that sees the chunk at home. */
    private FrameClient joinHome(String name, long session) {
        generate(HOME);
        FrameClient client = join(name, session).send(new ClientFrame.Subscribe(HOME));
        client.next(ChunkState.class);
        return client;
    }

    @Test
    @DisplayName(
            "D13 who is welcomed hears which world it is; another world is refused in words that a user understands")
    void world() {
        FrameClient any = dial().send(new ClientFrame.Hello(2, 2, "", 1));
        assertThat(any.next()).isEqualTo(new ServerFrame.Welcome(2, WORLD));
        FrameClient same = FrameClient.dial(server.simulation, "same", server.host.socketAddress(4001))
                .send(new ClientFrame.Hello(2, 2, WORLD, 1));
        same.next(ServerFrame.Welcome.class);
        FrameClient other = FrameClient.dial(server.simulation, "other", server.host.socketAddress(4001))
                .send(new ClientFrame.Hello(2, 2, "0123", 1));
        assertThat(other.next(ServerFrame.Goodbye.class).reason())
                .startsWith("this is another world: the client asks for 0123, this server is part of " + WORLD)
                .contains("'voxelpopuli'");
        other.awaitClosed();
    }

    @Test
    @DisplayName("versions: the highest that both speak; none is refused in words that a user understands")
    void versions() {
        assertThat(dial().send(new ClientFrame.Hello(1, 9, "", 1))
                        .next(ServerFrame.Welcome.class)
                        .version())
                .isEqualTo(2);
        FrameClient newer = FrameClient.dial(server.simulation, "newer", server.host.socketAddress(4001))
                .send(new ClientFrame.Hello(3, 4, "", 1));
        assertThat(newer.next(ServerFrame.Goodbye.class).reason())
                .isEqualTo(
                        "the client speaks versions 3 to 4 of the protocol, this server 2 to 2: update whichever is older");
        newer.awaitClosed();
    }

    @Test
    @DisplayName("one connection shows many chunks, what happens in each, and the time once a second")
    void manyChunks() {
        generate(HOME);
        generate(NEXT);
        FrameClient client =
                join("anna", 1).send(new ClientFrame.Subscribe(HOME)).send(new ClientFrame.Subscribe(NEXT));
        ChunkState first = client.next(ChunkState.class);
        ChunkState second = client.next(ChunkState.class);
        assertThat(List.of(first.chunk(), second.chunk())).containsExactlyInAnyOrder(HOME, NEXT);
        assertThat(first.blocks().blocks())
                .containsExactly(new HeightMapTerrain(0).generate(first.chunk()).blocks());
        SeedClient bert = server.join(NEXT);
        bert.packet(1, "40,33,1", "bert").packet(3, "41,33,1,90", "bert");
        PlayerName name = new PlayerName("bert");
        assertThat(client.next())
                .isEqualTo(new ServerFrame.InChunk(
                        NEXT, new ServerPacket.PlayerRegistered(name, new Position(40, 33, 1))));
        assertThat(client.next())
                .isEqualTo(
                        new ServerFrame.InChunk(NEXT, new ServerPacket.PlayerMoved(name, new Position(41, 33, 1, 90))));
        client.player(HOME, new ClientPacket.RegisterPlayer(ANNA, new Position(1, 33, 1)));
        SeedClient watching = server.join(HOME);
        assertThat(watching.await(1)).contains("anna");
        server.run(Duration.ofSeconds(10));
        assertThat(client.times()).isBetween(18L, 22L);
    }

    @Test
    @DisplayName("a chunk that is not served here is gone, with the reason")
    void notResident() {
        FrameClient client = join("anna", 1).send(new ClientFrame.Subscribe(NEXT));
        assertThat(client.next())
                .isEqualTo(new ServerFrame.ChunkGone(NEXT, "chunk 1,0,0 is not resident on this node"));
        generate(NEXT);
        client.send(new ClientFrame.Subscribe(NEXT)).next(ChunkState.class);
    }

    @Test
    @DisplayName("D3 an edit is shown to all, and acknowledged to its author, when it is kept and not before")
    void acknowledgedMeansKept() {
        FrameClient anna = joinHome("anna", 1);
        FrameClient bert = joinHome("bert", 2);
        SeedClient carl = server.join();
        store.hold();
        anna.change(HOME, 1, VOXEL, 3);
        server.run(Duration.ofSeconds(3));
        assertThat(anna.drain()).isEmpty();
        assertThat(bert.drain()).isEmpty();
        assertThat(carl.drain(5)).isEmpty();
        assertThat(store.loadEdits(HOME).join().edits()).isEmpty();
        store.release();
        ChunkState seen = anna.next(ChunkState.class);
        assertThat(seen.blocks().get(VOXEL)).isEqualTo(3);
        assertThat(anna.next()).isEqualTo(new EditAccepted(HOME, 1));
        assertThat(store.loadEdits(HOME).join().edits()).hasSize(1);
        assertThat(bert.next(ChunkState.class).version()).isEqualTo(seen.version());
        assertThat(SeedClient.block(carl.await(5), 3, 31, 3)).isEqualTo(3);
        server.run(SimulatedServer.SOON);
        assertThat(bert.drain()).isEmpty();
    }

    @Test
    @DisplayName(
            "D6 what changed comes as such, many changes as the whole chunk; what looks as before is acknowledged alone")
    void changes() {
        FrameClient anna = joinHome("anna", 1)
                .change(HOME, 1, VOXEL, 3)
                .change(HOME, 2, VOXEL, 2)
                .change(HOME, 3, 7, 1);
        ChunkState seen = anna.next(ChunkState.class);
        assertThat(seen.blocks().get(VOXEL)).isEqualTo(2);
        assertThat(seen.blocks().get(7)).isEqualTo(1);
        assertThat(anna.deltas).isEqualTo(1);
        server.run(SimulatedServer.SOON);
        assertThat(anna.drain()).hasSize(3);
        anna.change(HOME, 4, VOXEL, 2);
        assertThat(anna.next()).isEqualTo(new EditAccepted(HOME, 4));
        for (int i = 0; i < 600; i++) {
            anna.change(HOME, 5 + i, 10_000 + i, 1 + i % 3);
        }
        assertThat(anna.next(ChunkState.class).blocks().get(10_001)).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "D3 an edit that is sent again is acknowledged again and applied once, also on its way to the disk and over another connection")
    void onceHoweverOften() {
        FrameClient anna = joinHome("anna", 7);
        store.hold();
        anna.change(HOME, 1, VOXEL, 3);
        server.run(SimulatedServer.SOON);
        FrameClient again = joinHome("again", 7).change(HOME, 1, VOXEL, 3).change(HOME, 2, VOXEL, 1);
        server.run(SimulatedServer.SOON);
        assertThat(again.drain()).isEmpty();
        store.release();
        server.run(SimulatedServer.SOON);
        assertThat(again.drain())
                .filteredOn(EditAccepted.class::isInstance)
                .containsExactly(new EditAccepted(HOME, 1), new EditAccepted(HOME, 2));
        Edit kept = store.loadEdits(HOME).join().edits().get(0);
        assertThat(kept.block()).isEqualTo(1);

        anna.drain();
        anna.change(HOME, 1, VOXEL, 3);
        assertThat(anna.next()).isEqualTo(new EditAccepted(HOME, 1));
        server.run(SimulatedServer.SOON);
        assertThat(anna.drain()).as("nothing changed").isEmpty();
        assertThat(store.loadEdits(HOME).join().edits()).containsExactly(kept);
        // The same number of another client is another edit.
        FrameClient other = joinHome("other", 8).change(HOME, 1, VOXEL, 2);
        assertThat(other.next(ChunkState.class).blocks().get(VOXEL)).isEqualTo(2);
        assertThat(other.next()).isEqualTo(new EditAccepted(HOME, 1));
    }

    @Test
    @DisplayName("D3 a chunk that was unloaded and loaded again remembers which edits it has")
    void onceAfterReload() {
        FrameClient anna = joinHome("anna", 7).change(HOME, 1, VOXEL, 3);
        anna.next(ChunkState.class);
        anna.next(EditAccepted.class);
        anna.hangUp();
        server.run(Duration.ofSeconds(2));
        FrameClient bert = joinHome("bert", 8).change(HOME, 1, VOXEL, 2);
        bert.next(ChunkState.class);
        bert.next(EditAccepted.class);
        FrameClient again = joinHome("again", 7).change(HOME, 1, VOXEL, 3);
        assertThat(again.next()).isEqualTo(new EditAccepted(HOME, 1));
        server.run(SimulatedServer.SOON);
        assertThat(bert.drain()).isEmpty();
    }

    @Test
    @DisplayName(
            "D3 an edit that was read from the own disk, and may be on no other, is acknowledged again when it is kept again")
    void acknowledgedAgainWhenKeptAgain() {
        FrameClient anna = joinHome("anna", 7).change(HOME, 1, VOXEL, 3);
        anna.next(ChunkState.class);
        anna.next(EditAccepted.class);
        anna.hangUp();
        server.run(Duration.ofSeconds(2));
        FrameClient again = joinHome("again", 7);
        store.hold();
        again.change(HOME, 1, VOXEL, 3);
        server.run(SimulatedServer.SOON);
        assertThat(again.drain()).isEmpty();
        store.release();
        assertThat(again.next()).isEqualTo(new EditAccepted(HOME, 1));
    }

    @Test
    @DisplayName(
            "D4 what a client sent to a server that stood still is not applied when it goes on: the client has asked another for it since, and built on")
    void stoodStill() {
        FrameClient anna = joinHome("anna", 7).change(HOME, 1, VOXEL, 3);
        anna.next(ChunkState.class);
        anna.next(EditAccepted.class);
        Edit kept = store.loadEdits(HOME).join().edits().get(0);
        server.host.stall();
        anna.change(HOME, 2, VOXEL, 1);
        server.run(Duration.ofSeconds(4));
        server.host.goOn();
        server.run(SimulatedServer.SOON);
        assertThat(anna.drain())
                .filteredOn(frame -> !FrameClient.isTime(frame))
                .containsExactly(new ServerFrame.ChunkGone(HOME, "this node stood still for 4 s"));
        anna.change(HOME, 3, VOXEL, 2);
        server.run(SimulatedServer.SOON);
        assertThat(anna.drain()).isEmpty();
        assertThat(store.loadEdits(HOME).join().edits()).containsExactly(kept);

        anna.send(new ClientFrame.Subscribe(HOME)).change(HOME, 2, VOXEL, 1);
        assertThat(anna.next(ChunkState.class).blocks().get(VOXEL)).isEqualTo(3);
        anna.next(ChunkState.class);
        assertThat(anna.next()).isEqualTo(new EditAccepted(HOME, 2));
    }

    @Test
    @DisplayName("V6.1 a block type that is not registered is refused to its author, with those that are allowed")
    void refusedType() {
        FrameClient anna = joinHome("anna", 1).change(HOME, 1, VOXEL, 999);
        ServerFrame.EditRefused refused = anna.next(ServerFrame.EditRefused.class);
        assertThat(refused.number()).isEqualTo(1);
        assertThat(refused.reason()).contains("999").contains("[0, 1, 2, 3]");
        assertThat(server.events.refused).containsEntry("ChangeBlock", 1);
    }

    @Test
    @DisplayName(
            "a full disk is told to clients; what they asked for before is kept and acknowledged when there is room")
    void fullDisk() {
        FrameClient anna = joinHome("anna", 1);
        store.hold();
        anna.change(HOME, 1, VOXEL, 3);
        server.run(SimulatedServer.SOON);
        store.error = Optional.of("the disk is full");
        anna.change(HOME, 2, VOXEL, 2);
        assertThat(anna.next())
                .isEqualTo(new ServerFrame.EditRefused(HOME, 2, "this node cannot keep edits now: the disk is full"));
        store.error = Optional.empty();
        store.release();
        assertThat(anna.next(ChunkState.class).blocks().get(VOXEL)).isEqualTo(3);
        assertThat(anna.next()).isEqualTo(new EditAccepted(HOME, 1));
    }

    @Test
    @DisplayName(
            "V6.7 who unsubscribes sees no more of the chunk, and its player leaves; who subscribes twice is shown the chunk again")
    void unsubscribe() {
        FrameClient anna = joinHome("anna", 1);
        FrameClient bert = joinHome("bert", 2);
        anna.player(HOME, new ClientPacket.RegisterPlayer(ANNA, new Position(1, 33, 1)));
        bert.next(ServerFrame.InChunk.class);
        anna.send(new ClientFrame.Subscribe(HOME));
        anna.next(ChunkState.class);
        anna.send(new ClientFrame.Unsubscribe(HOME)).change(HOME, 1, VOXEL, 3);
        assertThat(bert.next()).isEqualTo(new ServerFrame.InChunk(HOME, new ServerPacket.PlayerDeregistered(ANNA)));
        bert.change(HOME, 1, VOXEL, 2);
        bert.next(ChunkState.class);
        server.run(SimulatedServer.SOON);
        assertThat(anna.drain().stream().filter(ChunkState.class::isInstance)).isEmpty();
        assertThat(store.loadEdits(HOME).join().edits()).extracting(Edit::block).containsExactly(2);
    }

    @Test
    @DisplayName("D10 a client may see 1 024 chunks of a server over one connection")
    void tooManyChunks() {
        FrameClient client = join("greedy", 1);
        for (int x = 0; x < 1025; x++) {
            client.send(new ClientFrame.Subscribe(new ChunkPos(x, 0, 0)));
            generate(new ChunkPos(x, 0, 0));
        }
        server.run(Duration.ofSeconds(2));
        assertThat(client.drain().stream().filter(ServerFrame.ChunkGone.class::isInstance))
                .hasSizeLessThanOrEqualTo(1025)
                .last()
                .isEqualTo(new ServerFrame.ChunkGone(
                        new ChunkPos(1024, 0, 0), "more than 1024 chunks of this server over one connection"));
    }

    @Test
    @DisplayName("D10 who floods is cut off, who says nothing is, too, and who talks nonsense hears why")
    void badClients() {
        FrameClient flooding = joinHome("flood", 1);
        for (int i = 1; i <= 5000; i++) {
            flooding.change(HOME, i, VOXEL, i % 3);
        }
        flooding.awaitClosed();
        FrameClient silent = dial();
        server.run(Duration.ofSeconds(6));
        assertThat(silent.isClosed()).isTrue();
        FrameClient garbled = join("garbled", 1).sendBytes(FrameFraming.framed(new byte[] {1, 2, 3}));
        assertThat(garbled.next(ServerFrame.Goodbye.class).reason()).contains("allowed is an array");
        garbled.awaitClosed();
        FrameClient endless = join("long", 1).sendBytes(HexFormat.of().parseHex("00100000"));
        endless.awaitClosed();
        FrameClient other = FrameClient.dial(server.simulation, "other", server.host.socketAddress(4001))
                .send(new ClientFrame.Subscribe(HOME));
        assertThat(other.next(ServerFrame.Goodbye.class).reason()).contains("allowed are a client's hello");
        assertThat(server.events.closed)
                .containsExactly("flood", "handshake-timeout", "bad-frame", "frame-too-long", "bad-handshake");
    }

    @Test
    @DisplayName("frames that are not known are skipped: a newer client may say them")
    void unknownFrames() {
        FrameClient client = joinHome("anna", 1)
                // [7, "new"] and [4, [0, 0, 0], 1, 0, 3, "new"]
                .sendBytes(FrameFraming.framed(HexFormat.of().parseHex("8207636e6577")))
                .sendBytes(FrameFraming.framed(HexFormat.of().parseHex("86048300000001" + "00" + "03" + "636e6577")));
        client.next(ChunkState.class);
        assertThat(client.next()).isEqualTo(new EditAccepted(HOME, 1));
    }

    @Test
    @DisplayName("D6 a client that does not read is skipped forward to the latest blocks, and dropped after 10 s")
    void slowReader() {
        ServerSettings usual = ServerSettings.DEFAULT;
        server = new SimulatedServer(builder -> builder.server(new ServerSettings(
                usual.chunkWorkers(),
                usual.tick(),
                usual.handshakeTimeout(),
                usual.playerSilence(),
                256 << 10,
                usual.maxBacklogAge(),
                usual.maxQueuedPackets(),
                usual.maxSubscriptions(),
                usual.maxQueuedQueries(),
                usual.maxConnections(),
                usual.maxConnectionsPerAddress(),
                usual.maxResidentChunks(),
                usual.limits())));
        FrameClient slow = joinHome("slow", 1);
        FrameClient brisk = joinHome("brisk", 2);
        slow.host.pauseReading();
        int number = makeNoise(brisk, 0);
        slow.host.resumeReading();
        server.run(SimulatedServer.SOON);
        List<Frame> seen = slow.drain();
        List<Frame> all = brisk.drain();
        ChunkState last = (ChunkState) seen.get(seen.size() - 1);
        ChunkState truth = (ChunkState) all.stream()
                .filter(ChunkState.class::isInstance)
                .reduce((before, after) -> after)
                .orElseThrow();
        assertThat(last.version()).isEqualTo(truth.version());
        assertThat(seen.size()).as("some were passed over").isLessThan(TICKS_OF_NOISE - 5);
        assertThat(last.blocks().blocks()).containsExactly(truth.blocks().blocks());
        assertThat(slow.isClosed()).isFalse();
        slow.host.pauseReading();
        makeNoise(brisk, number);
        server.run(Duration.ofSeconds(12));
        assertThat(server.events.closed).containsExactly("too-slow");
    }

    /** Each tick so many changes that the whole chunk is sent, which does not deflate: 8 KiB. */
    private int makeNoise(FrameClient client, int lastNumber) {
        int number = lastNumber;
        for (int tick = 0; tick < TICKS_OF_NOISE; tick++) {
            for (int i = 0; i < 800; i++) {
                number++;
                client.change(HOME, number, random.nextInt(ChunkPos.VOLUME), random.nextInt(4));
            }
            server.run(SimulatedServer.TICK);
        }
        return number;
    }

    @Test
    @DisplayName("a node that stops keeps what it was sent, acknowledges it, and says that the chunk is gone")
    void stop() {
        FrameClient anna = joinHome("anna", 1).change(HOME, 1, VOXEL, 3);
        server.run(Duration.ofMillis(20));
        var unused = server.node.stop();
        anna.next(ChunkState.class);
        assertThat(anna.next()).isEqualTo(new EditAccepted(HOME, 1));
        assertThat(anna.next()).isEqualTo(new ServerFrame.ChunkGone(HOME, "this node is shutting down"));
        anna.awaitClosed();
    }

    @Test
    @DisplayName(
            "D13 a node of another world is told farewell and why; one of this world is greeted, and must prove who it is")
    void greeting() {
        FrameClient stranger = greet("another world");
        assertThat(stranger.next(PeerFrame.Farewell.class).reason()).contains("another world");
        stranger.awaitClosed();

        FrameClient node = greet(WORLD);
        assertThat(node.next(PeerFrame.Greeting.class).world()).isEqualTo(WORLD);
        assertThat(node.next()).isInstanceOf(PeerFrame.Proof.class);
        node.send(new PeerFrame.Proof("44".repeat(64)));
        assertThat(node.next(PeerFrame.Farewell.class).reason()).contains("signature");
        node.awaitClosed();
    }

    private FrameClient greet(String world) {
        String host = "node of " + world.substring(0, 7);
        return FrameClient.dial(server.simulation, host, server.host.socketAddress(4001))
                .send(new PeerFrame.Greeting(
                        2, 2, world, new ServerAddress("10.0.0.7", 4001), "22".repeat(32), "33".repeat(16)));
    }
}
