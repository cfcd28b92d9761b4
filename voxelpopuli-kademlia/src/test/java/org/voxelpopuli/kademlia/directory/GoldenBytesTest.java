package org.voxelpopuli.kademlia.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.ChosenId;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.RawPeer;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;
import org.voxelpopuli.world.Position;

/** The datagrams of SPEC V4, written by hand. */
class GoldenBytesTest {
    private static final String OWN = "00000000000000000000000000000000000000aa";
    /** {@code printf '0,0,0' | sha1sum}. */
    private static final String CHUNK_KEY = "79612e4393d881028d706abb3dcfb841c898d7bf";
    /** {@code printf 'alice' | sha1sum}. */
    private static final String PLAYER_KEY = "522b276a356bdf39013dfabea2cd43e141ecc9e8";

    /** {@code printf 'route /a/b' | sha1sum}. */
    private static final String ROUTE_KEY = "bbfcb39b2b6d591781a335db212aa73a10b94c1d";

    private static final String ROUTE = "{\"prefix\":\"/a/b\",\"udp\":[[\"192.0.2.7\",6363,4102444800000]]}";

    private static final String ALICE = "{\"name\":\"alice\",\"position\":[1,32.5,-3]}";

    private record Golden(String args, String result) {}

    /** For each procedure the arguments of a request and the result that a node must give. */
    private static final Map<String, Golden> GOLDEN = new TreeMap<>(Map.of(
            "STORE_ROUTE", new Golden("[\"" + ROUTE_KEY + "\"," + ROUTE + "]", "true"),
            "FIND_ROUTE", new Golden("[\"" + ROUTE_KEY + "\"]", "{\"value\":" + ROUTE + "}"),
            "PING", new Golden("[]", "\"" + OWN + "\""),
            "FIND_NODE", new Golden("[\"" + CHUNK_KEY + "\"]", "[[\"10.0.0.2\",5000,\"PEER\"]]"),
            "STORE_CHUNK", new Golden("[\"" + CHUNK_KEY + "\",[\"192.0.2.7\",4001]]", "true"),
            "FIND_CHUNK", new Golden("[\"" + CHUNK_KEY + "\"]", "{\"value\":[\"192.0.2.7\",4001]}"),
            "STORE_PLAYER", new Golden("[\"" + PLAYER_KEY + "\"," + ALICE + "]", "true"),
            "FIND_PLAYER", new Golden("[\"" + PLAYER_KEY + "\"]", "{\"value\":" + ALICE + "}"),
            "STORE", new Golden("[\"" + PLAYER_KEY + "\",\"text\"]", "true"),
            "FIND_VALUE", new Golden("[\"" + PLAYER_KEY + "\"]", "{\"value\":\"text\"}")));

    private final Simulation simulation = new Simulation(44);
    private KademliaDirectory directory;
    private KademliaNode node;
    private RawPeer peer;

    @BeforeEach
    void start() {
        SimulatedHost host = simulation.newHost("node");
        InetSocketAddress address = host.socketAddress(4000);
        KademliaSettings settings = KademliaSettings.builder()
                .compatibility(Compatibility.SEED)
                .bind(address)
                .build();
        node = KademliaNode.builder(host)
                .settings(settings)
                .identity(new ChosenId(NodeId.parse(OWN)))
                .build();
        directory = new KademliaDirectory(node, host, new FakeGameServers(), settings);
        simulation.await(node.start(), Duration.ofSeconds(1));
        peer = new RawPeer(simulation, "peer", address);
        peer.answerHonestly();
        peer.exchange(peer.request(1, "PING", "[]"));
    }

    private String result(String rpc) {
        return GOLDEN.get(rpc).result().replace("PEER", peer.id().toString());
    }

    private static String reply(long id, String rpc, String result) {
        return "{\"id\":" + id + ",\"node\":\"" + OWN + "\",\"call\":false,\"rpc\":\"" + rpc + "\",\"ret\":" + result
                + "}";
    }

    @Test
    @DisplayName("V4.5 every registered procedure has its golden bytes here")
    void allAreHere() {
        assertThat(node.procedures()).isEqualTo(GOLDEN.keySet());
    }

    @Test
    @DisplayName("V4.1, V4.4 each request is answered with exactly these bytes")
    void answers() {
        for (String rpc : new String[] {
            "PING",
            "FIND_NODE",
            "STORE_CHUNK",
            "FIND_CHUNK",
            "STORE_PLAYER",
            "FIND_PLAYER",
            "STORE",
            "FIND_VALUE",
            "STORE_ROUTE",
            "FIND_ROUTE"
        }) {
            assertThat(peer.exchange(
                            peer.request(4294967295L, rpc, GOLDEN.get(rpc).args())))
                    .containsExactly(reply(4294967295L, rpc, result(rpc)));
        }
    }

    @ParameterizedTest
    @DisplayName("V4.4 a FIND that finds nothing returns the closest nodes")
    @ValueSource(strings = {"FIND_CHUNK", "FIND_PLAYER", "FIND_VALUE"})
    void nothingFound(String rpc) {
        assertThat(peer.exchange(peer.request(5, rpc, "[\"" + CHUNK_KEY + "\"]")))
                .containsExactly(reply(5, rpc, "{\"nodes\":[[\"10.0.0.2\",5000,\"" + peer.id() + "\"]]}"));
    }

    @Test
    @DisplayName("V4.4 chunk and player records live in two tables")
    void twoTables() {
        peer.exchange(peer.request(1, "STORE_CHUNK", "[\"" + CHUNK_KEY + "\",[\"192.0.2.7\",4001]]"));
        assertThat(peer.exchange(peer.request(5, "FIND_PLAYER", "[\"" + CHUNK_KEY + "\"]")))
                .singleElement()
                .asString()
                .contains("\"nodes\"");
    }

    @Test
    @DisplayName("V4.4 what a STORE brings is returned as it was sent")
    void asSent() {
        String odd = "{\"position\":[1.50,3.2e1,-0.0],\"mood\":[null,true],\"name\":\"alice\"}";
        peer.exchange(peer.request(1, "STORE_PLAYER", "[\"" + PLAYER_KEY + "\"," + odd + "]"));
        assertThat(peer.exchange(peer.request(2, "FIND_PLAYER", "[\"" + PLAYER_KEY + "\"]")))
                .containsExactly(reply(2, "FIND_PLAYER", "{\"value\":" + odd + "}"));
        peer.exchange(peer.request(1, "STORE_CHUNK", "[\"" + CHUNK_KEY + "\",[\"game.example.org\",65535]]"));
        assertThat(peer.exchange(peer.request(2, "FIND_CHUNK", "[\"" + CHUNK_KEY + "\"]")))
                .containsExactly(reply(2, "FIND_CHUNK", "{\"value\":[\"game.example.org\",65535]}"));
    }

    @Test
    @DisplayName("V4.1 what the node asks others is exactly this, but for the random id")
    void asks() {
        peer.received().clear();
        var saved = directory.savePlayer(new PlayerRecord(new PlayerName("alice"), new Position(1, 32.5, -3, 90)));
        simulation.run(Duration.ofSeconds(1));
        assertAsked("FIND_NODE", "[\"" + PLAYER_KEY + "\"]");
        assertAsked("STORE_PLAYER", GOLDEN.get("STORE_PLAYER").args());
        assertThat(saved).isCompleted();
        var player = directory.findPlayer(new PlayerName("alice"));
        var started = directory.start(new FakeHost("192.0.2.7", 4001));
        var located = directory.locate(new ChunkPos(0, 0, 0));
        simulation.run(Duration.ofSeconds(1));
        assertThat(List.of(player, started, located)).allMatch(CompletableFuture::isDone);
        assertAsked("FIND_PLAYER", "[\"" + PLAYER_KEY + "\"]");
        assertAsked("FIND_CHUNK", "[\"" + CHUNK_KEY + "\"]");
        assertAsked("STORE_CHUNK", GOLDEN.get("STORE_CHUNK").args());
        assertThat(simulation.failures()).isEmpty();
    }

    private void assertAsked(String rpc, String args) {
        String bytes =
                "{\"id\":#,\"node\":\"" + OWN + "\",\"call\":true,\"rpc\":\"" + rpc + "\",\"args\":" + args + "}";
        assertThat(peer.received().stream().map(text -> text.replaceFirst("\"id\":\\d+", "\"id\":#")))
                .contains(bytes);
    }
}
