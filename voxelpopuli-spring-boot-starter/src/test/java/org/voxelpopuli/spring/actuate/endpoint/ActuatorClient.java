package org.voxelpopuli.spring.actuate.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.springframework.core.env.Environment;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks the endpoints of the application under test. */
final class ActuatorClient {
    private final HttpClient http = HttpClient.newHttpClient();
    private final Environment environment;

    ActuatorClient(Environment environment) {
        this.environment = environment;
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + environment.getProperty("local.server.port") + "/actuator/" + path);
    }

    /** A node that is busy, as on a machine that runs other tests, says so and wants to be asked again. */
    HttpResponse<String> get(String path) {
        HttpRequest request = HttpRequest.newBuilder(uri(path)).build();
        return await().atMost(Duration.ofSeconds(60))
                .until(() -> send(request), response -> response.statusCode() != 503);
    }

    HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    JsonNode json(String path) {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }
}
