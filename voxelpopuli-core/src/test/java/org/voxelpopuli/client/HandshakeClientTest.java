package org.voxelpopuli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.world.ChunkPos;

class HandshakeClientTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final Simulation simulation = new Simulation(11);
    private final SimulatedHost server = simulation.newHost("server");
    private final SimulatedHost asker = simulation.newHost("asker");
    private final HandshakeClient client = new HandshakeClient(asker);

    @AfterEach
    void nothingFailed() {
        assertThat(simulation.failures()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pong\n", "pong", "pong\r\n"})
    @DisplayName("V6.2 pong is understood with and without a newline")
    void pong(String answer) {
        ScriptedServer scripted = new ScriptedServer(simulation, server, 4001, (peer, frame) -> peer.say(answer));
        simulation.await(client.ping(server.socketAddress(4001), TIMEOUT), TIMEOUT);
        assertThat(scripted.peers.get(0).frames).containsExactly("{\"type\":\"ping\"}");
        simulation.run(TIMEOUT);
        assertThat(scripted.peers.get(0).closed).isTrue();
    }

    @Test
    void somethingElseThanPongFails() {
        new ScriptedServer(simulation, server, 4001, (peer, frame) -> peer.say("HTTP/1.1 400\r\n"));
        HandshakeException failure = failure(client.ping(server.socketAddress(4001), TIMEOUT));
        assertThat(failure.kind()).isEqualTo(HandshakeException.Kind.BROKEN);
    }

    @Test
    @DisplayName("V6.2 generate completes at the acknowledgement")
    void generate() {
        ScriptedServer scripted =
                new ScriptedServer(simulation, server, 4001, (peer, frame) -> peer.say("{\"ok\":true}\n"));
        simulation.await(client.generate(server.socketAddress(4001), new ChunkPos(1, 2, -3), TIMEOUT), TIMEOUT);
        assertThat(scripted.peers.get(0).frames).containsExactly("{\"type\":\"generate\",\"chunk\":[1,2,-3]}");
        simulation.run(TIMEOUT);
        assertThat(scripted.peers.get(0).closed).isTrue();
    }

    @Test
    void aRefusalCarriesTheServersReason() {
        new ScriptedServer(
                simulation,
                server,
                4001,
                (peer, frame) -> peer.say("{\"ok\":false,\"error\":\"served better by 10.0.0.9:4001\"}\n"));
        HandshakeException failure = failure(generateAt(4001));
        assertThat(failure.kind()).isEqualTo(HandshakeException.Kind.REFUSED);
        assertThat(failure).hasMessageEndingWith(":4001 refused: served better by 10.0.0.9:4001");
        assertThat(failure.redirect()).hasValue(new ServerAddress("10.0.0.9", 4001));
    }

    @Test
    void aClosedPortIsUnreachable() {
        HandshakeException failure = failure(generateAt(4001));
        assertThat(failure.kind()).isEqualTo(HandshakeException.Kind.UNREACHABLE);
        assertThat(failure).hasMessageContaining("4001");
        assertThat(failure(client.ping(server.socketAddress(4001), TIMEOUT)).kind())
                .isEqualTo(HandshakeException.Kind.UNREACHABLE);
    }

    @Test
    void aDeadHostIsUnreachableWithinTheTimeout() {
        server.crash();
        assertThat(failure(generateAt(4001)).kind()).isEqualTo(HandshakeException.Kind.UNREACHABLE);
        assertThat(simulation.elapsed()).isLessThanOrEqualTo(TIMEOUT.plusMillis(100));
    }

    @Test
    void aServerThatSaysNothingIsSilent() {
        ScriptedServer scripted = new ScriptedServer(simulation, server, 4001, (peer, frame) -> {});
        assertThat(failure(generateAt(4001)).kind()).isEqualTo(HandshakeException.Kind.SILENT);
        assertThat(failure(client.ping(server.socketAddress(4001), TIMEOUT)).kind())
                .isEqualTo(HandshakeException.Kind.SILENT);
        simulation.run(TIMEOUT);
        assertThat(scripted.peers).allMatch(peer -> peer.closed);
    }

    @Test
    void aServerThatClosesOrTalksNonsenseBreaks() {
        new ScriptedServer(simulation, server, 4001, (peer, frame) -> peer.connection.close());
        new ScriptedServer(simulation, server, 4002, (peer, frame) -> peer.say("welcome\n"));
        new ScriptedServer(simulation, server, 4003, (peer, frame) -> peer.say("x".repeat(3 << 20)));
        for (int port = 4001; port <= 4003; port++) {
            assertThat(failure(generateAt(port)).kind()).isEqualTo(HandshakeException.Kind.BROKEN);
        }
        assertThat(failure(client.ping(server.socketAddress(4001), TIMEOUT)).kind())
                .isEqualTo(HandshakeException.Kind.BROKEN);
    }

    private CompletableFuture<Void> generateAt(int port) {
        return client.generate(server.socketAddress(port), new ChunkPos(0, 0, 0), TIMEOUT);
    }

    private HandshakeException failure(CompletableFuture<?> future) {
        simulation.runUntil(future::isDone, TIMEOUT.plusSeconds(1));
        try {
            future.join();
        } catch (CompletionException e) {
            return (HandshakeException) e.getCause();
        }
        throw new AssertionError("did not fail");
    }
}
