package org.voxelpopuli.spring.actuate.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.env.Environment;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.world.WorldSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** What an operator sees of the DHT of a node that has a neighbour. */
@SpringBootTest(
        classes = EndpointsOverHttpTest.Application.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.address=127.0.0.1",
            "voxelpopuli.port=0",
            "voxelpopuli.store=memory",
            "management.endpoints.web.exposure.include=dht"
        })
final class DhtOverHttpTest {
    private final NettyEnvironment neighbourhood = NettyEnvironment.create();
    private final ActuatorClient actuator;
    private final VoxelNode node;
    private KademliaNode neighbour;

    DhtOverHttpTest(@Autowired Environment environment, @Autowired VoxelNode node) {
        this.actuator = new ActuatorClient(environment);
        this.node = node;
    }

    @BeforeEach
    void aNeighbour() throws Exception {
        neighbour = KademliaNode.builder(neighbourhood)
                .settings(KademliaSettings.builder()
                        .bootstrap("127.0.0.1:" + node.port())
                        .network(KademliaDirectory.network(WorldSpec.DEFAULT))
                        .build())
                .build();
        neighbour.start().get(60, TimeUnit.SECONDS);
        assertThat(neighbour.bootstrap().get(60, TimeUnit.SECONDS)).isTrue();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> neighbourInTable().path("answered").asBoolean());
    }

    @AfterEach
    void itLeaves() {
        neighbourhood.close();
    }

    private JsonNode neighbourInTable() {
        return actuator.json("dht")
                .path("buckets")
                .valueStream()
                .flatMap(bucket -> bucket.path("contacts").valueStream())
                .filter(contact ->
                        contact.path("id").asString().equals(neighbour.id().toString()))
                .findFirst()
                .orElseGet(MissingNode::getInstance);
    }

    @Test
    void theTreeOfBucketsShowsRangesAgesAndRoundTrips() {
        JsonNode contact = neighbourInTable();
        assertThat(contact.path("address").asString()).startsWith("127.0.0.1:");
        assertThat(List.of(
                        contact.path("sinceHeard").asString(),
                        contact.path("roundTrip").asString()))
                .as("no longer than microseconds")
                .allMatch(each -> Duration.parse(each).toNanos() % 1_000 == 0);
        assertThat(Duration.parse(contact.path("sinceHeard").asString())).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(Duration.parse(contact.path("roundTrip").asString())).isPositive();
        JsonNode bucket = actuator.json("dht")
                .path("buckets")
                .valueStream()
                .filter(each ->
                        each.path("contacts").toString().contains(neighbour.id().toString()))
                .findFirst()
                .orElseThrow();
        assertThat(bucket.has("sinceLookup")).isTrue();
        int bit = NodeId.parse(node.id().toString()).distanceBit(neighbour.id());
        assertThat(bucket.path("range").asString()).isEqualTo("2^" + bit + "..2^" + (bit + 1));
        assertThat(bucket.path("sharedBits").asInt()).isEqualTo(NodeId.BITS - 1 - bit);
    }

    @Test
    void aLookupShowsWhoWasAskedWhenAndWhatCame() {
        JsonNode trace = actuator.json("dht/lookup/" + neighbour.id());
        assertThat(trace.path("target").asString()).isEqualTo(neighbour.id().toString());
        assertThat(Duration.parse(trace.path("took").asString())).isPositive();
        assertThat(trace.path("closest").path(0).path("id").asString())
                .isEqualTo(neighbour.id().toString());
        JsonNode asked = trace.path("steps").path(0);
        assertThat(asked.path("event").asString()).isEqualTo("ASKED");
        assertThat(asked.path("hop").asInt()).isOne();
        assertThat(Duration.parse(asked.path("at").asString())).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(trace.path("steps").valueStream().map(step -> step.path("event")
                        .asString()))
                .contains("ANSWERED");
    }

    @Test
    void aTextIsAKeyByItsSha1() {
        assertThat(actuator.json("dht/lookup/0,0,-1").path("target").asString())
                .isEqualTo(NodeId.sha1Of("0,0,-1").toString());
        assertThat(actuator.json("dht/lookup/caf%C3%A9%20au%20lait")
                        .path("target")
                        .asString())
                .isEqualTo(NodeId.sha1Of("caf\u00e9 au lait").toString());
        String id = neighbour.id().toString();
        assertThat(actuator.json("dht/lookup/" + id.substring(1)).path("target").asString())
                .isEqualTo(NodeId.sha1Of(id.substring(1)).toString());
    }

    @Test
    void theSameIsDrawnAsATable() {
        HttpResponse<String> response = actuator.get("dht/lookup/" + neighbour.id() + "?format=text");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
        assertThat(response.body()).startsWith("lookup of " + neighbour.id()).contains(" asked ");
        assertThat(actuator.get("dht?format=text").body())
                .startsWith("node " + node.id() + " at 127.0.0.1:")
                .contains("bucket 2^", neighbour.id() + "@127.0.0.1:", "round trip ");
        assertThat(actuator.json("dht/lookup/x?format=json").path("target").asString())
                .isEqualTo(NodeId.sha1Of("x").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"%20", "%07", "%20%20%09", "a%7F"})
    void whatIsNoKeyIsRefusedWithWhatIsAllowed(String key) {
        HttpResponse<String> response = actuator.get("dht/lookup/" + key);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("40 hex digits, or any other text of 1 to 256 characters");
    }

    @Test
    void aKeyOfMoreThan256CharactersIsRefused() {
        assertThat(actuator.get("dht/lookup/" + "k".repeat(256)).statusCode()).isEqualTo(200);
        assertThat(actuator.get("dht/lookup/" + "k".repeat(257)).statusCode()).isEqualTo(400);
    }

    @Test
    void anUnknownFormatIsRefused() {
        for (String path : List.of("dht", "dht/lookup/x")) {
            HttpResponse<String> response = actuator.get(path + "?format=xml");
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).contains("allowed are json and text");
        }
    }

    @Test
    void thereIsNothingElseBelowTheEndpoint() {
        HttpResponse<String> response = actuator.get("dht/store/x");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).contains("/actuator/dht/lookup/{key}");
    }
}
