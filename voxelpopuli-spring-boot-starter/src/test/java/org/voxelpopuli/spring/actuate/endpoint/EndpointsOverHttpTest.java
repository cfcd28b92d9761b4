package org.voxelpopuli.spring.actuate.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.env.Environment;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.BlockType;
import tools.jackson.databind.JsonNode;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.address=127.0.0.1",
            "voxelpopuli.port=0",
            "voxelpopuli.store=memory",
            "voxelpopuli.bootstrap=127.0.0.1:9",
            "management.endpoints.web.exposure.include=health,info,metrics,dht,chunks,players",
            "management.endpoint.health.show-details=always"
        })
final class EndpointsOverHttpTest {
    @Autowired
    private VoxelNode node;

    private final ActuatorClient actuator;

    EndpointsOverHttpTest(@Autowired Environment environment) {
        actuator = new ActuatorClient(environment);
    }

    @Test
    void dhtShowsIdAddressBucketsLookupsAndRecords() {
        JsonNode dht = actuator.json("dht");
        assertThat(dht.path("id").asString()).isEqualTo(node.id().toString());
        assertThat(dht.path("address").asString()).isEqualTo("127.0.0.1:" + node.port());
        assertThat(dht.path("bootstrap").asString()).contains("127.0.0.1:9");
        assertThat(dht.path("buckets").isArray()).isTrue();
        assertThat(dht.path("lookupsInFlight").isIntegralNumber()).isTrue();
        assertThat(dht.path("records").isObject()).isTrue();
    }

    @Test
    void chunksShowsTheResidentOnesAndOneOfThemByItsPosition() {
        node.world().setBlock(new BlockPos(-1, 0, 40), BlockType.AIR.id()).join();

        JsonNode all = actuator.json("chunks");
        assertThat(all.path("resident").asInt()).isEqualTo(all.path("chunks").size());
        assertThat(all.path("chunks").valueStream().map(c -> c.path("position").asString()))
                .contains("-1,0,1");

        JsonNode one = actuator.json("chunks/-1,0,1");
        assertThat(one.path("position").asString()).isEqualTo("-1,0,1");
        assertThat(one.path("owner").asString()).isEqualTo("127.0.0.1:" + (node.port() + 1));
        assertThat(one.path("clients").asInt()).isZero();
        assertThat(one.path("players").isArray()).isTrue();
    }

    @Test
    void aChunkThatIsNotResidentIsNotFound() {
        HttpResponse<String> response = actuator.get("chunks/7,7,7");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).contains("chunk 7,7,7 is not resident");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,2", "1,2,3,4", "a,b,c", "1.5,0,0", "67108864,0,0", "99999999999,0,0", "%20", "NaN,0,0"})
    void whatIsNoPositionIsRefusedWithWhatIsAllowed(String position) {
        HttpResponse<String> response = actuator.get("chunks/" + position);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("/actuator/chunks/0,0,-1");
    }

    @Test
    void playersShowsWhoIsRegisteredHere() {
        assertThat(actuator.json("players").path("players").isArray()).isTrue();
    }

    @Test
    void infoShowsVersionAndWorld() {
        JsonNode info = actuator.json("info").path("voxelpopuli");
        assertThat(info.path("version").asString()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(info.path("world").path("name").asString()).isEqualTo("voxelpopuli");
        assertThat(info.path("world").path("seed").asLong()).isZero();
        assertThat(info.path("world").path("dayLength").asString()).isEqualTo("PT20M");
    }

    @Test
    void healthIsUpThoughTheBootstrapHostDoesNotAnswer() {
        JsonNode health = await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> actuator.json("health").path("components").path("voxelpopuli"),
                        answer -> answer.path("details").path("dht").has("bootstrap"));
        assertThat(health.path("status").asString()).isEqualTo("UP");
        JsonNode details = health.path("details");
        assertThat(details.path("node").path("id").asString())
                .isEqualTo(node.id().toString());
        assertThat(details.path("dht").path("bootstrap").asString()).contains("127.0.0.1:9");
        assertThat(details.path("store").path("kind").asString()).isEqualTo("memory");
    }

    @Test
    void metricsHaveOurs() {
        assertThat(actuator.json("metrics/voxelpopuli.store.writable")
                        .path("measurements")
                        .path(0)
                        .path("value")
                        .asInt())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dht", "dht/lookup/x", "chunks", "chunks/0,0,0", "players"})
    void nothingCanBeWritten(String path) {
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString("{}");
        assertThat(actuator.send(HttpRequest.newBuilder(actuator.uri(path))
                                .POST(body)
                                .build())
                        .statusCode())
                .isEqualTo(405);
        assertThat(actuator.send(HttpRequest.newBuilder(actuator.uri(path))
                                .DELETE()
                                .build())
                        .statusCode())
                .isEqualTo(405);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
