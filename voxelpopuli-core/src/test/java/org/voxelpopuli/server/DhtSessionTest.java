package org.voxelpopuli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;
import org.voxelpopuli.world.Position;

class DhtSessionTest {
    private final SimulatedServer server = new SimulatedServer();
    private SeedClient session;

    @BeforeEach
    void open() {
        session = server.dial().say("{\"type\":\"dht\"}");
        session.expect("{\"ok\":true}");
    }

    @Test
    @DisplayName("V8.1 byte 0 and a chunk: [ip, port] of its server; generated if it is nowhere")
    void locate() {
        session.say("\0[5,0,-5]\n");
        session.expect("[\"" + server.node.address().host() + "\",4001]");
        session.say("\0[5,-5]");
        session.expect("[\"" + server.node.address().host() + "\",4001]");
        assertThat(server.store.residentChunks().join()).hasSize(1);
    }

    @Test
    @DisplayName("V8.1 byte 1 and a name: where the player last stood, the spawn for one never seen")
    void findPlayer() {
        session.say("\1{\"name\":\"alice\"}\n");
        session.expect("[0,32,0]");
        server.directory.saved.add(new PlayerRecord(new PlayerName("alice"), new Position(1.5, 33, -2, 90)));
        session.say("\1{\"name\":\"alice\"}");
        session.expect("[1.5,33,-2]");
    }

    @Test
    @DisplayName("V8.2 queries sent together are answered one after the other, in order")
    void pipelined() {
        session.say("\1{\"name\":\"alice\"}\n\0[1,1]\n\1{\"name\":\"bob\"}\n");
        session.expect("[0,32,0]");
        session.expect("[\"" + server.node.address().host() + "\",4001]");
        session.expect("[0,32,0]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\2[0,0]\n",
                "x\n",
                "\0[0]\n",
                "\0[0,0,0,0]\n",
                "\0[1e9,0]\n",
                "\0{}\n",
                "\0[NaN,0]\n",
                "\1{\"name\":5}\n",
                "\1{}\n",
                "\1{\"name\":\"\"}\n",
                "\1{\"name\":\"a b\"}\n",
                "\1[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n"
            })
    @DisplayName("V8.1 a query that is wrong is answered with a reason; the session stays")
    void badQuery(String query) {
        session.say(query);
        assertThat(session.line()).startsWith("{\"ok\":false,\"error\":\"").endsWith("\"}");
        locate();
    }

    @Test
    @DisplayName("V8.1 a query that fails is answered with the reason; the session stays")
    void failure() {
        server.directory.failure = Optional.of("no node could generate the chunk");
        session.say("\0[0,0]\n");
        session.expect("{\"ok\":false,\"error\":\"no node could generate the chunk\"}");
        server.directory.failure = Optional.empty();
        locate();
    }

    @Test
    @DisplayName("D10 a session that asks for more than it reads is cut off")
    void tooMany() {
        session.say("\1{\"name\":\"alice\"}\n".repeat(10_000).getBytes(StandardCharsets.UTF_8));
        session.say("\1" + "x".repeat(20_000));
        session.awaitClosed(SimulatedServer.SOON);
        assertThat(server.events.closed).hasSize(1);
    }
}
