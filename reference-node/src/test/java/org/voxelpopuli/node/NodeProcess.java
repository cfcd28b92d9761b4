package org.voxelpopuli.node;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reference node's jar in a JVM of its own. Closing ends it, by force if need be. */
final class NodeProcess implements AutoCloseable {
    private static final Pattern LOOK = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/actuator");
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final Process process;
    private final Path log;

    private NodeProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static NodeProcess start(Path log, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-jar",
                System.getProperty("referenceNode.jar"),
                "--server.port=0"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new NodeProcess(process, log);
    }

    String output() throws IOException {
        return Files.readString(log);
    }

    /** Whether it says where to look. */
    boolean serves() throws IOException {
        return LOOK.matcher(output()).find();
    }

    /** What an endpoint answers; a node that is too busy to answer in time is asked again, as it says. */
    String get(String endpoint) throws IOException {
        Matcher look = LOOK.matcher(output());
        if (!look.find()) {
            return "";
        }
        URI uri = URI.create("http://127.0.0.1:" + look.group(1) + "/actuator/" + endpoint);
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
        return await().atMost(PATIENCE)
                .until(
                        () -> HTTP.send(request, HttpResponse.BodyHandlers.ofString()),
                        response -> response.statusCode() != 503)
                .body();
    }

    /** Asks it to end, as an operator or a service manager does. */
    void terminate() {
        process.destroy();
    }

    /** Its exit code, if it ends within the time. */
    int exitCode(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("the node did not end within " + limit);
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
