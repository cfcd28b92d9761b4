package org.voxelpopuli.spring.actuate.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.presence.Avatar;
import org.voxelpopuli.presence.Point;
import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.presence.PresenceListener;
import org.voxelpopuli.world.PlayerName;
import tools.jackson.databind.JsonNode;

/** Two nodes whose avatars find each other through the network, and what an operator sees of that. */
@DisplayName("N13 Presence over HTTP")
@SpringBootTest(
        classes = EndpointsOverHttpTest.Application.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.address=127.0.0.1",
            "voxelpopuli.port=0",
            "voxelpopuli.store=memory",
            "voxelpopuli.presence.enabled=true",
            "management.endpoints.web.exposure.include=presence,metrics"
        })
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PresenceOverHttpTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ActuatorClient actuator;
    private final Presence presence;
    private final ConfigurableApplicationContext other;
    private Avatar anna;
    private Avatar bert;

    PresenceOverHttpTest(@Autowired Environment environment, @Autowired VoxelNode node, @Autowired Presence presence) {
        this.actuator = new ActuatorClient(environment);
        this.presence = presence;
        this.other = new SpringApplicationBuilder(EndpointsOverHttpTest.Application.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--voxelpopuli.port=0",
                        "--voxelpopuli.store=memory",
                        "--voxelpopuli.presence.enabled=true",
                        "--voxelpopuli.bootstrap=127.0.0.1:" + node.port());
    }

    @BeforeEach
    void twoAvatarsFindEachOther() {
        anna = join(presence, "anna", new Point(-10, 64, -10));
        bert = join(other.getBean(Presence.class), "bert", new Point(10, 64, 10));
        await().atMost(LIMIT).until(() -> sees(anna, bert) && sees(bert, anna));
    }

    private static Avatar join(Presence presence, String name, Point position) {
        return presence.join(new PlayerName(name), position, new PresenceListener() {})
                .join();
    }

    private static boolean sees(Avatar one, Avatar another) {
        return one.neighbours().stream().anyMatch(each -> each.name().equals(another.name()));
    }

    @AfterEach
    void theyLeave() {
        anna.leave().join();
        bert.leave().join();
    }

    @AfterAll
    void theOtherNodeEnds() {
        other.close();
    }

    @Test
    void theEndpointShowsOctantsNamesDigestsTablesAndCounts() {
        JsonNode shown = actuator.json("presence");
        assertThat(shown.path("address").asString())
                .isEqualTo("127.0.0.1:" + presence.localAddress().getPort());
        assertThat(shown.path("instance").asString()).isEqualTo("voxelpopuli");
        assertThat(shown.path("faces").asInt()).isPositive();
        assertThat(shown.path("hosted").asInt()).isOne();
        JsonNode avatar = shown.path("avatars").path(0);
        assertThat(avatar.path("name").asString()).isEqualTo(anna.name().toString());
        assertThat(avatar.path("drawn").asInt()).isOne();
        assertThat(avatar.path("names").asInt()).isEqualTo(2);
        assertThat(names(avatar))
                .containsExactlyInAnyOrder(anna.name().toString(), bert.name().toString());
        assertThat(avatar.path("namesByOctant").path(0).path("path").asString()).matches("([0-7]/){7}");
        assertThat(avatar.path("namesByOctant").path(0).path("digest").asString())
                .matches("[0-9a-f]{16}");
        assertThat(avatar.path("counts").path("asked").asLong()).isPositive();
        assertThat(shown.path("packets").path("withheld").isIntegralNumber()).isTrue();
        assertThat(avatar.path("counts").path("positionsHeard").asLong()).isPositive();
        for (String table : List.of("contentStore", "pendingInterests", "fib")) {
            JsonNode each = shown.path("tables").path(table);
            assertThat(each.path("entries").isIntegralNumber()).as(table).isTrue();
            assertThat(each.path("hitRate").asDouble(-1)).as(table).isBetween(0.0, 1.0);
        }
        assertThat(shown.path("packets").path("data").asLong()).isPositive();
        assertThat(shown.path("packets").path("dropped").has("refused")).isTrue();
    }

    @Test
    void theEndpointShowsHowTheHostOfTheOtherWasFound() {
        JsonNode resolution = actuator.json("presence")
                .path("resolutions")
                .valueStream()
                .filter(each -> each.path("prefix")
                        .asString()
                        .equals(bert.name().prefix().toString()))
                .findFirst()
                .orElseThrow();
        assertThat(resolution.path("answeredBy").asString()).startsWith("udp 127.0.0.1:");
        assertThat(Duration.parse(resolution.path("took").asString()))
                .isPositive()
                .as("no longer than microseconds")
                .matches(took -> took.toNanos() % 1_000 == 0);
        assertThat(resolution.path("steps").path(0).path("what").asString()).isEqualTo("NAMED_IN_ANSWER");
        assertThat(resolution.path("steps").valueStream().map(each -> each.path("what")
                        .asString()))
                .contains("ANSWERED");
    }

    private static List<String> names(JsonNode avatar) {
        return avatar.path("namesByOctant")
                .valueStream()
                .flatMap(octant -> octant.path("names").valueStream())
                .map(JsonNode::asString)
                .toList();
    }

    @Test
    void theSameIsShownInLines() {
        HttpResponse<String> response = actuator.get("presence?format=text");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
        assertThat(response.body().lines())
                .anyMatch(line -> line.matches(
                        "host /32=\\S+ at 127\\.0\\.0\\.1:\\d+, instance voxelpopuli, faces \\d+, avatars 1"))
                .anyMatch(line ->
                        line.matches("content store +entries \\d+, bytes \\d+, hits \\d+, misses \\d+, \\d+\\.\\d %"))
                .anyMatch(line -> line.startsWith("avatar " + anna.name() + " at -10.0,64.0,-10.0, radius "))
                .anyMatch(line -> line.matches("    ([0-7]/){7}  digest [0-9a-f]{16}, names 1"))
                .contains("        " + bert.name())
                .anyMatch(line -> line.startsWith("prefix " + bert.name().prefix() + ", wanted at "))
                .anyMatch(line -> line.matches(" +\\d+\\.\\d ms  answered  udp 127\\.0\\.0\\.1:\\d+"));
        assertThat(actuator.get("presence/anna?format=text").body())
                .startsWith("avatar " + anna.name() + " at ")
                .contains(bert.name().toString())
                .doesNotContain("content store");
        for (String path : List.of("presence", "presence/anna")) {
            HttpResponse<String> wrong = actuator.get(path + "?format=xml");
            assertThat(wrong.statusCode()).isEqualTo(400);
            assertThat(wrong.body()).contains("allowed are json and text");
        }
        assertThat(actuator.json("presence/anna?format=json").path("names").asInt())
                .isEqualTo(2);
    }

    @Test
    void oneAvatarIsShownByItsName() {
        assertThat(names(actuator.json("presence/anna"))).hasSize(2);
        HttpResponse<String> response = actuator.get("presence/nobody");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).contains("this node has no avatar of that name");
    }

    @Test
    void ofManyAvatarsTheFirstAreShown() {
        List<Avatar> crowd = java.util.stream.IntStream.range(0, PresenceEndpoint.MAX_AVATARS + 5)
                .mapToObj(i -> join(presence, "crowd" + i, new Point(5_000 + i, 64, 5_000)))
                .toList();
        JsonNode shown = actuator.json("presence");
        assertThat(shown.path("hosted").asInt()).isEqualTo(crowd.size() + 1);
        assertThat(shown.path("avatars").size()).isEqualTo(PresenceEndpoint.MAX_AVATARS);
        crowd.forEach(each -> each.leave().join());
    }

    @Test
    void whatIsCountedIsAMetricAndStaysWhenAnAvatarLeaves() {
        double before = metric("discovery.asked");
        assertThat(before).isPositive();
        assertThat(metric("avatars")).isEqualTo(1);
        anna.leave().join();
        await().atMost(LIMIT).until(() -> metric("avatars") == 0);
        assertThat(metric("discovery.asked")).isGreaterThanOrEqualTo(before);
    }

    private double metric(String name) {
        return actuator.json("metrics/voxelpopuli.presence." + name)
                .path("measurements")
                .path(0)
                .path("value")
                .asDouble();
    }

    @Test
    void nothingCanBeWritten() {
        for (String path : List.of("presence", "presence/anna")) {
            assertThat(actuator.send(HttpRequest.newBuilder(actuator.uri(path))
                                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                                    .build())
                            .statusCode())
                    .isEqualTo(405);
        }
    }
}
