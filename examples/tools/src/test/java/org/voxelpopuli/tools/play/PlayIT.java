package org.voxelpopuli.tools.play;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.tools.nodes.Installation;
import org.voxelpopuli.tools.nodes.Ports;

/** The whole of {@code ./vp play} as a person runs it: the real jars, real processes, real sockets. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("once")
class PlayIT {
    private static final Pattern NODE = Pattern.compile("Node ([ABC]) serves .* \\(process (\\d+)\\)");
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir
    private Path folder;

    private final List<ProcessHandle> started = new ArrayList<>();

    @AfterEach
    void endWhatAFailureLeft() {
        started.forEach(ProcessHandle::destroyForcibly);
    }

    /** The same java, options and jar as the script takes; the script would build while the build runs. */
    private Process play(String... options) throws IOException {
        Ports ports = Ports.free(1).get(0);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + Installation.HOME_PROPERTY + "=" + System.getProperty(Installation.HOME_PROPERTY),
                "-jar",
                Path.of(System.getProperty(Installation.HOME_PROPERTY), "examples/tools/target/tools.jar")
                        .toString(),
                "play",
                "--port=" + ports.udp(),
                "--http=" + ports.http()));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        started.add(process.toHandle());
        return process;
    }

    /** Reads what it tells until the line, and notes the nodes' processes. */
    private String readUntil(BufferedReader told, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line = told.readLine(); line != null; line = told.readLine()) {
            text.append(line).append('\n');
            Matcher node = NODE.matcher(line);
            if (node.find()) {
                ProcessHandle.of(Long.parseLong(node.group(2))).ifPresent(started::add);
            }
            if (line.contains(end)) {
                return text.toString();
            }
        }
        throw new AssertionError("it never told '" + end + "' but:\n" + text);
    }

    private void assertNobodyIsLeft() throws Exception {
        for (ProcessHandle process : started) {
            process.onExit().get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void threeNodesMeetTwoBotsBuildAndNoProcessIsLeft() throws Exception {
        Process play = play("--duration=20s");
        try (BufferedReader told = play.inputReader()) {
            String text = readUntil(told, "All nodes have ended");
            assertThat(text)
                    .contains("They know each other", "/actuator/health", "Alba comes in", "Bruno walks")
                    .containsPattern("The world has \\d+ chunks: A \\d+, B \\d+, C \\d+");
        }
        assertThat(play.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(play.exitValue()).isZero();
        assertThat(started).as("the program and three nodes").hasSize(4);
        assertNobodyIsLeft();
        assertThat(folder.resolve("voxelpopuli-play/a/data")).isDirectory();
    }

    @Test
    void sigtermStopsAll() throws Exception {
        Process play = play();
        try (BufferedReader told = play.inputReader()) {
            readUntil(told, "They know each other");
            // Not Process.destroy, which closes the pipe that we read.
            play.toHandle().destroy();
            readUntil(told, "All nodes have ended");
        }
        assertThat(play.waitFor()).isEqualTo(128 + 15);
        assertNobodyIsLeft();
    }

    @Test
    void killedByForceItLeavesNoNodeBehind() throws Exception {
        Process play = play();
        try (BufferedReader told = play.inputReader()) {
            readUntil(told, "They know each other");
            play.destroyForcibly();
            assertNobodyIsLeft();
        }
    }

    @Test
    void aNodeThatCannotStartStopsAllAndSaysWhy() throws Exception {
        Path data = folder.resolve("voxelpopuli-play/b/data");
        Files.createDirectories(data.getParent());
        Files.writeString(data, "a file where a folder should be");

        Process play = play();
        try (BufferedReader told = play.inputReader()) {
            assertThat(readUntil(told, "Node B has ended")).contains("Its last words");
        }
        assertThat(play.waitFor()).isEqualTo(1);
        assertNobodyIsLeft();
    }
}
