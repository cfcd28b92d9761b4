package org.voxelpopuli.tools.nodes;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a running node says of itself over HTTP. Blocks; thread-safe. */
public final class Actuator {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final URI base;

    /** The actuator of a node at an address such as {@code http://127.0.0.1:8080}. */
    public Actuator(URI node) {
        base = URI.create(node + "/actuator/");
    }

    /** The actuator of a node on this machine. */
    public static Actuator local(int httpPort) {
        return new Actuator(URI.create("http://127.0.0.1:" + httpPort));
    }

    /** The address of an endpoint. */
    public URI endpoint(String name) {
        return base.resolve(name);
    }

    /** Whether the node serves and is well. */
    public boolean isUp() {
        return get("health")
                .map(health -> health.path("status").asString("").equals("UP"))
                .orElse(false);
    }

    /** How many other nodes this one knows; 0 also while it does not answer. */
    public int contacts() {
        return get("dht").map(dht -> dht.path("contacts").asInt(0)).orElse(0);
    }

    /** The seed of the world's terrain; empty if the node does not answer. */
    public OptionalLong worldSeed() {
        return get("info")
                .map(info -> info.path("voxelpopuli").path("world").path("seed"))
                .filter(JsonNode::isNumber)
                .map(seed -> OptionalLong.of(seed.asLong()))
                .orElseGet(OptionalLong::empty);
    }

    /** The address of the node's game server, host:port; empty if it does not answer. */
    public Optional<String> gameServer() {
        return get("health")
                .map(health -> health.findPath("gameServer").asString(""))
                .filter(address -> !address.isEmpty());
    }

    /** The resident chunks of the node; empty if it does not answer. */
    public Optional<List<OwnedChunk>> chunks() {
        return get("chunks").map(Actuator::owned);
    }

    static List<OwnedChunk> owned(JsonNode answer) {
        Stream<JsonNode> chunks = answer.path("chunks").valueStream();
        return chunks.map(OwnedChunk::of).toList();
    }

    private Optional<JsonNode> get(String endpoint) {
        HttpRequest request = HttpRequest.newBuilder(endpoint(endpoint))
                .timeout(Duration.ofSeconds(20))
                .build();
        try {
            HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            return Optional.of(JSON.readTree(response.body()));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
