package org.voxelpopuli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.world.ChunkPos;

class HandshakeTest {
    private final SimulatedServer server = new SimulatedServer();

    @Test
    @DisplayName("V6.2 ping is answered with pong and the end")
    void ping() {
        SeedClient client = server.dial().say("{\"type\":\"ping\"}");
        client.expect("pong");
        client.awaitClosed(SimulatedServer.SOON);
    }

    @Test
    @DisplayName("V6.2 a handshake may come byte by byte and without a newline")
    void byteByByte() {
        SeedClient client = server.dial();
        for (byte b : "{\"type\":\"ping\"}".getBytes(StandardCharsets.UTF_8)) {
            client.say(new byte[] {b});
            server.run(Duration.ofMillis(20));
        }
        client.expect("pong");
    }

    @Test
    @DisplayName("V6.2 connect to a chunk that is not resident fails and ends")
    void connectToNowhere() {
        SeedClient client = server.dial().say("{\"type\":\"connect\",\"chunk\":[7,0,7]}\n");
        client.expect("{\"ok\":false,\"error\":\"chunk 7,0,7 is not resident on this node\"}");
        client.awaitClosed(SimulatedServer.SOON);
    }

    @Test
    @DisplayName("V6.2 generate keeps the chunk, does not load it, and ends; [x,z] means y = 0 (V8.3)")
    void generate() {
        SeedClient client = server.dial().say("{\"type\":\"generate\",\"chunk\":[3,-4]}\n");
        client.expect("{\"ok\":true}");
        client.awaitClosed(SimulatedServer.SOON);
        ChunkInfo info = server.simulation
                .await(server.node.chunk(new ChunkPos(3, 0, -4)), SimulatedServer.SOON)
                .orElseThrow();
        assertThat(info.loaded()).isFalse();
        assertThat(server.store.residentChunks().join()).contains(new ChunkPos(3, 0, -4));
    }

    @Test
    @DisplayName("V5.3 generate is refused when another node should, and that node is named; a resident chunk is ok")
    void generateElsewhere() {
        server.directory.better = Optional.of(new ServerAddress("10.0.0.9", 4101));
        SeedClient refused = server.dial().say("{\"type\":\"generate\",\"chunk\":[1,1]}");
        refused.expect("{\"ok\":false,\"error\":\"served better by 10.0.0.9:4101\"}");
        server.simulation.await(server.directory.host.generate(SimulatedServer.HOME), SimulatedServer.SOON);
        SeedClient resident = server.dial().say("{\"type\":\"generate\",\"chunk\":[0,0]}");
        resident.expect("{\"ok\":true}");
    }

    @Test
    @DisplayName("V6.2 a connection that says nothing is cut off after 5 s")
    void silence() {
        SeedClient client = server.dial();
        server.run(Duration.ofMillis(4900));
        assertThat(client.isClosed()).isFalse();
        client.awaitClosed(Duration.ofMillis(300));
        assertThat(server.events.closed).containsExactly("handshake-timeout");
    }

    @Test
    @DisplayName("V6.2 a handshake that trickles in one byte a second is cut off after 5 s, too")
    void trickle() {
        SeedClient client = server.dial();
        for (int second = 0; second < 6; second++) {
            client.say("{");
            server.run(Duration.ofSeconds(1));
        }
        assertThat(client.isClosed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello\n",
                "[]\n",
                "{}\n",
                "{\"type\":5}\n",
                "{\"type\":\"conect\",\"chunk\":[0,0]}\n",
                "{\"type\":\"connect\"}\n",
                "{\"type\":\"connect\",\"chunk\":[0]}\n",
                "{\"type\":\"connect\",\"chunk\":[0,0,0,0]}\n",
                "{\"type\":\"connect\",\"chunk\":[0.5,0]}\n",
                "{\"type\":\"connect\",\"chunk\":[99999999,0]}\n",
                "{\"type\":\"connect\",\"chunk\":[1e308,0]}\n",
                "{\"type\":\"connect\",\"chunk\":\"0,0\"}\n",
                "{\"type\":\"generate\",\"chunk\":[NaN,0]}\n",
                "\u0000\u0001\u0002\n"
            })
    @DisplayName("V6.5 a bad handshake is answered with a reason and ends; the next good one is served")
    void badHandshake(String handshake) {
        SeedClient client = server.dial().say(handshake);
        assertThat(client.line()).startsWith("{\"ok\":false,\"error\":\"").endsWith("\"}");
        client.awaitClosed(SimulatedServer.SOON);
        ping();
    }

    @Test
    @DisplayName("V6.5 ten thousand nested lists are refused, not followed")
    void deepNesting() {
        SeedClient client = server.dial().say("{\"type\":" + "[".repeat(5_000) + "\n");
        assertThat(client.line()).startsWith("{\"ok\":false");
        client.awaitClosed(SimulatedServer.SOON);
        ping();
    }

    @Test
    @DisplayName("V6.5 a line of more than 8 KiB is cut off")
    void endlessLine() {
        SeedClient client = server.dial().say("x".repeat(64 << 10));
        client.awaitClosed(SimulatedServer.SOON);
        assertThat(server.events.closed).containsExactly("line-too-long");
        ping();
    }

    @Test
    @DisplayName("V6.2 pong is answered only when the first try to join is over")
    void pongWaitsForTheNetwork() {
        SimulatedServer.ScriptedDirectory joining = new SimulatedServer.ScriptedDirectory();
        SimulatedServer late = new SimulatedServer(builder -> {
            // Joins by itself three seconds after the start.
            return builder.directory(context -> {
                context.environment()
                        .worker("join")
                        .schedule(Duration.ofMillis(300), () -> joining.started.complete(null));
                return java.util.concurrent.CompletableFuture.completedFuture(joining);
            });
        });
        assertThat(late.simulation.elapsed()).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        late.dial().say("{\"type\":\"ping\"}").expect("pong");
    }

    @Test
    @DisplayName("D10 connections of one address are limited, and those that end make room")
    void tooManyConnections() {
        SimulatedServer small = new SimulatedServer(builder -> builder.server(new ServerSettings(
                1,
                SimulatedServer.TICK,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                4 << 20,
                Duration.ofSeconds(10),
                4096,
                1024,
                16,
                2,
                2,
                1000,
                org.voxelpopuli.protocol.Limits.DEFAULT)));
        SeedClient first = small.dial();
        SeedClient second = small.dial();
        SeedClient third = small.dial();
        third.awaitClosed(SimulatedServer.SOON);
        assertThat(first.isClosed()).isFalse();
        second.hangUp();
        small.run(SimulatedServer.SOON);
        small.dial().say("{\"type\":\"ping\"}").expect("pong");
    }
}
