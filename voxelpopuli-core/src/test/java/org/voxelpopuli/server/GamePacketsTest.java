package org.voxelpopuli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.world.BlockType;
import org.voxelpopuli.world.BlockTypes;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;
import org.voxelpopuli.world.Position;

class GamePacketsTest {
    private final SimulatedServer server = new SimulatedServer();

    private void settle() {
        server.run(SimulatedServer.SOON);
    }

    @Test
    @DisplayName(
            "V6.3 BLOCK_CHANGE needs no REGISTER; CHUNK_DATA goes to all clients including the author, once a tick")
    void blockChange() {
        SeedClient author = server.join();
        SeedClient other = server.join();
        settle();
        author.drainButTime();
        other.drainButTime();
        author.packet(7, "1,30,2,1", "").packet(7, "1,31,2,3", "");
        settle();
        List<String> seen = author.drain(5);
        assertThat(seen).hasSize(1);
        assertThat(SeedClient.block(seen.get(0), 1, 30, 2)).isEqualTo(1);
        assertThat(SeedClient.block(seen.get(0), 1, 31, 2)).isEqualTo(3);
        assertThat(other.drain(5)).isEqualTo(seen);
    }

    @Test
    @DisplayName("V6.3 CHUNK_DATA also follows a change to the type that the block already has")
    void changeToTheSame() {
        SeedClient author = server.join();
        settle();
        author.drainButTime();
        author.packet(7, "1,31,2,0", "");
        settle();
        assertThat(author.drain(5)).hasSize(1);
    }

    @Test
    @DisplayName("V6.3 two players place into the same voxel in the same tick: both end up seeing the same block")
    void sameVoxel() {
        SeedClient one = server.join();
        SeedClient two = server.join();
        one.packet(7, "5,31,5,1", "");
        two.packet(7, "5,31,5,3", "");
        settle();
        String seen = one.drain(5).get(0);
        assertThat(two.drain(5).get(0)).isEqualTo(seen);
        assertThat(SeedClient.block(seen, 5, 31, 5)).isIn(1, 3);
    }

    @Test
    @DisplayName(
            "V6.3, V6.7 REGISTER, MOVE and DEREGISTER are relayed to the others, arguments unchanged; who connects is shown the residents")
    void relay() {
        SeedClient alice = server.join();
        SeedClient bob = server.join();
        settle();
        alice.drainButTime();
        bob.drainButTime();
        alice.packet(1, "1.5,33,2.25", "alice");
        bob.await(1);
        alice.packet(3, "2.5,33,2.25,90.5", "alice");
        assertThat(bob.await(3)).isEqualTo("{\"type\":3,\"args\":[2.5,33,2.25,90.5],\"player\":\"alice\"}");
        SeedClient carol = server.join();
        carol.packet(7, "0,0,0,1", "");
        settle();
        SeedClient dave = server.dial().say("{\"type\":\"connect\",\"chunk\":[0,0]}");
        dave.expect("{\"ok\":true}");
        assertThat(dave.await(1)).isEqualTo("{\"type\":1,\"args\":[2.5,33,2.25],\"player\":\"alice\"}");
        alice.packet(2, "", "alice");
        assertThat(bob.await(2)).isEqualTo("{\"type\":2,\"args\":[],\"player\":\"alice\"}");
        settle();
        assertThat(alice.drain(1)).isEmpty();
        assertThat(alice.drain(3)).isEmpty();
        assertThat(server.directory.saved)
                .containsExactly(new PlayerRecord(new PlayerName("alice"), new Position(2.5, 33, 2.25, 90.5)));
    }

    @Test
    @DisplayName("V6.7 a player who walked on to another chunk of this node is saved where it went, not where it was")
    void walkingOn() {
        SeedClient here = server.join();
        SeedClient there = server.join(new ChunkPos(1, 0, 0));
        here.packet(1, "31,33,0", "alice");
        settle();
        there.packet(1, "32,33,0", "alice");
        settle();
        here.packet(2, "", "alice");
        settle();
        assertThat(server.directory.saved).isEmpty();
        there.packet(3, "33,33,0,0", "alice").packet(2, "", "alice");
        settle();
        assertThat(server.directory.saved)
                .containsExactly(new PlayerRecord(new PlayerName("alice"), new Position(33, 33, 0, 0)));
    }

    @Test
    @DisplayName("V6.8 only the connection that registered a player may MOVE or DEREGISTER it")
    void strangers() {
        SeedClient alice = server.join();
        SeedClient mallory = server.join();
        alice.packet(1, "1,33,1", "alice");
        settle();
        alice.drainButTime();
        mallory.drainButTime();
        mallory.packet(3, "9,33,9,0", "alice").packet(2, "", "alice").packet(3, "9,33,9,0", "nobody");
        settle();
        assertThat(alice.drainButTime()).isEmpty();
        assertThat(mallory.drainButTime()).isEmpty();
        assertThat(server.events.refused).containsEntry("MovePlayer", 2).containsEntry("DeregisterPlayer", 1);
        assertThat(server.simulation.await(server.node.players(), SimulatedServer.SOON))
                .singleElement()
                .satisfies(player -> assertThat(player.position()).isEqualTo(new Position(1, 33, 1)));
    }

    @Test
    @DisplayName(
            "V6.8 REGISTER again on the same connection is a MOVE; on another the newer wins and the older is told")
    void registerTwice() {
        SeedClient alice = server.join();
        SeedClient watcher = server.join();
        alice.packet(1, "1,33,1", "alice");
        settle();
        watcher.drainButTime();
        alice.packet(1, "2,33,2", "alice");
        settle();
        assertThat(watcher.drainButTime()).containsExactly("{\"type\":3,\"args\":[2,33,2,0],\"player\":\"alice\"}");
        alice.drainButTime();
        SeedClient again = server.join();
        again.packet(1, "5,33,5", "alice");
        settle();
        assertThat(alice.drainButTime()).contains("{\"type\":2,\"args\":[],\"player\":\"alice\"}");
        watcher.drainButTime();
        alice.packet(3, "9,33,9,0", "alice");
        alice.hangUp();
        settle();
        assertThat(watcher.drainButTime()).isEmpty();
        again.packet(3, "6,33,6,0", "alice");
        settle();
        assertThat(watcher.drain(3)).hasSize(1);
    }

    @Test
    @DisplayName("V6.8 closing a connection deregisters only its own player")
    void hangUp() {
        SeedClient alice = server.join();
        SeedClient bob = server.join();
        alice.packet(1, "1,33,1", "alice");
        bob.packet(1, "2,33,2", "bob");
        settle();
        bob.drainButTime();
        alice.hangUp();
        settle();
        assertThat(bob.drainButTime()).containsExactly("{\"type\":2,\"args\":[],\"player\":\"alice\"}");
        assertThat(server.directory.saved)
                .extracting(player -> player.name().text())
                .containsExactly("alice");
    }

    @Test
    @DisplayName(
            "V7.1 a player silent for 10 s is removed, saved, relayed; its connection stays and its next MOVE registers it again")
    void silentPlayer() {
        SeedClient alice = server.join();
        SeedClient listener = server.join();
        alice.packet(1, "1,33,1", "alice");
        server.run(Duration.ofSeconds(9));
        assertThat(listener.drain(2)).isEmpty();
        server.run(Duration.ofSeconds(2));
        assertThat(listener.drain(2)).containsExactly("{\"type\":2,\"args\":[],\"player\":\"alice\"}");
        // Once while she was here, once when she was removed.
        assertThat(server.directory.saved).hasSize(2).allSatisfy(player -> assertThat(player.position())
                .isEqualTo(new Position(1, 33, 1)));
        server.run(Duration.ofSeconds(60));
        assertThat(alice.isClosed()).isFalse();
        assertThat(listener.isClosed()).isFalse();
        alice.packet(3, "4,33,4,0", "alice");
        settle();
        assertThat(listener.drain(1)).containsExactly("{\"type\":1,\"args\":[4,33,4],\"player\":\"alice\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":7,\"args\":[32,0,0,1],\"player\":\"\"}",
                "{\"type\":7,\"args\":[-1,0,0,1],\"player\":\"\"}",
                "{\"type\":7,\"args\":[1.5,0,0,1],\"player\":\"\"}",
                "{\"type\":7,\"args\":[0,0,0,-1],\"player\":\"\"}",
                "{\"type\":7,\"args\":[0,0,0,4],\"player\":\"\"}",
                "{\"type\":7,\"args\":[0,0,0,1e9],\"player\":\"\"}",
                "{\"type\":7,\"args\":[0,0,0],\"player\":\"\"}",
                "{\"type\":3,\"args\":[NaN,0,0,0],\"player\":\"alice\"}",
                "{\"type\":3,\"args\":[1e999,0,0,0],\"player\":\"alice\"}",
                "{\"type\":3,\"args\":[1e308,0,0,0],\"player\":\"alice\"}",
                "{\"type\":3,\"args\":[0,33,0],\"player\":\"alice\"}",
                "{\"type\":3,\"args\":[0,33,0,0,1,2,3,4,5,6,7,8,9,10],\"player\":\"alice\"}",
                "{\"type\":3,\"args\":[0,33,0,0],\"player\":\"alice\"}",
                "{\"type\":2,\"args\":[],\"player\":\"alice\"}",
                "{\"type\":1,\"args\":[0,33,0],\"player\":\"\"}",
                "{\"type\":1,\"args\":[0,33,0],\"player\":\"a b\"}",
                "{\"type\":1,\"args\":[0,33,0],\"player\":\"../../etc\"}",
                "{\"type\":1,\"args\":[0,33,0],\"player\":\"<script>\"}",
                "{\"type\":1,\"args\":[0,33,0],\"player\":\"a\\u0000b\"}",
                "{\"type\":5,\"args\":[0],\"player\":\"\"}",
                "{\"type\":99,\"args\":[],\"player\":\"\"}",
                "{\"type\":\"7\",\"args\":[],\"player\":\"\"}",
                "{\"args\":[]}",
                "not json at all",
                "{\"type\":7,\"args\":[0,0,0,1],\"player\":\"\"",
                "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
            })
    @DisplayName("V6.5 a bad packet is refused and counted; the connection lives and the next good packet works")
    void badPacket(String packet) {
        SeedClient client = server.join();
        settle();
        client.drainButTime();
        client.say(packet + "\n");
        settle();
        assertThat(client.drainButTime()).isEmpty();
        assertThat(server.events.refused.values().stream()
                        .mapToInt(count -> count)
                        .sum())
                .isEqualTo(1);
        client.packet(7, "0,31,0,1", "");
        settle();
        assertThat(client.drain(5)).hasSize(1);
    }

    @Test
    @DisplayName("V6.8 a name in another normal form is the same player")
    void normalForms() {
        SeedClient client = server.join();
        client.packet(1, "0,33,0", "Jose\u0301");
        settle();
        client.packet(3, "1,33,0,0", "Jos\u00e9");
        settle();
        assertThat(server.events.accepted).containsEntry("MovePlayer", 1);
    }

    @Test
    @DisplayName("D8 a seed client in chunk [0,0] may stand at y = 33")
    void standsAboveItsChunk() {
        SeedClient client = server.join();
        client.packet(1, "0,33,0", "alice");
        settle();
        assertThat(server.simulation.await(server.node.players(), SimulatedServer.SOON))
                .singleElement()
                .satisfies(player -> assertThat(player.chunk()).isEqualTo(SimulatedServer.HOME));
    }

    @Test
    @DisplayName("V6.1 a registered block type of a game's own can be placed")
    void ownBlockType() {
        SimulatedServer own = new SimulatedServer(
                builder -> builder.blockTypes(BlockTypes.standard().with(new BlockType(700, "glass", true))));
        SeedClient client = own.join();
        client.packet(7, "0,31,0,700", "");
        own.run(SimulatedServer.SOON);
        assertThat(SeedClient.block(client.drain(5).get(0), 0, 31, 0)).isEqualTo(700);
    }

    @Test
    @DisplayName("V6.3, D7 TIME comes every tick, in minutes from midnight, and follows the wall clock")
    void time() {
        SeedClient client = server.join();
        settle();
        client.drain(6);
        server.run(Duration.ofSeconds(10));
        assertThat(client.drain(6)).hasSizeBetween(199, 201);
    }
}
