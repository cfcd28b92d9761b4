package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.presence.ndn.NameFuzz;
import org.voxelpopuli.presence.ndn.PacketFuzz;

/**
 * Bytes that a fuzzer makes, guided by the code that they reach (Jazzer). {@code -Dvoxelpopuli.fuzz.seconds} says for how long; what it finds interesting stays in {@code target/fuzz}, and
 * bytes that break something belong into {@code src/test/resources/fuzz}, with the bug mended.
 */
@DisplayName("N1 Any bytes are read or refused")
class FuzzingTest {
    private static final Map<String, Consumer<byte[]>> TARGETS = new TreeMap<>(Map.of(
            PacketFuzz.class.getName(), PacketFuzz::fuzzerTestOneInput,
            NameFuzz.class.getName(), NameFuzz::fuzzerTestOneInput,
            DiscoveryFuzz.class.getName(), DiscoveryFuzz::fuzzerTestOneInput));

    private static final Path SEEDS =
            Path.of("src", "test", "resources", "fuzz").toAbsolutePath();

    /** A third of a minute for each of three. */
    private static final long SECONDS = Long.getLong("voxelpopuli.fuzz.seconds", 60) / TARGETS.size();

    private static Path seeds(String target) {
        return SEEDS.resolve(target.substring(target.lastIndexOf('.') + 1));
    }

    @Test
    void whatOnceWasFoundAndTheSeedsAreHandled() throws IOException {
        for (Map.Entry<String, Consumer<byte[]>> each : TARGETS.entrySet()) {
            try (Stream<Path> files = Files.list(seeds(each.getKey()))) {
                List<Path> all = files.toList();
                assertThat(all).as(each.getKey()).isNotEmpty();
                for (Path file : all) {
                    each.getValue().accept(Files.readAllBytes(file));
                }
            }
        }
    }

    @Test
    @Tag("once")
    @DisplayName("N1 a minute of bytes that a fuzzer makes")
    void fuzzed() throws Exception {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        assumeTrue(
                system.toLowerCase(Locale.ROOT).matches("linux (amd64|x86_64)|mac.*|windows.*"),
                "Jazzer has no driver for " + system);
        Map<String, Process> running = new TreeMap<>();
        try {
            for (String target : TARGETS.keySet()) {
                running.put(target, start(target));
            }
            for (Map.Entry<String, Process> each : running.entrySet()) {
                assertThat(each.getValue().waitFor(SECONDS + 240, TimeUnit.SECONDS))
                        .as("%s ended", each.getKey())
                        .isTrue();
                List<String> log = Files.readAllLines(folder(each.getKey()).resolve("log"));
                assertThat(each.getValue().exitValue())
                        .as(
                                "the exit code of %s, which has said:%n%s",
                                each.getKey(), String.join("\n", log.subList(Math.max(0, log.size() - 60), log.size())))
                        .isZero();
                assertThat(log).as(each.getKey()).anyMatch(line -> line.matches("Done \\d{3,} runs in .*"));
            }
        } finally {
            running.values().forEach(Process::destroyForcibly);
        }
    }

    private static Path folder(String target) {
        return Path.of("target", "fuzz").toAbsolutePath().resolve(target);
    }

    private static Process start(String target) throws IOException {
        Path folder = Files.createDirectories(folder(target));
        Path corpus = Files.createDirectories(folder.resolve("corpus"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target,
                "--instrumentation_includes=org.voxelpopuli.presence.**",
                "-max_total_time=" + SECONDS,
                "-max_len=9000",
                "-timeout=10",
                "-artifact_prefix=" + folder + File.separator,
                corpus.toString(),
                seeds(target).toString()));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }
}
