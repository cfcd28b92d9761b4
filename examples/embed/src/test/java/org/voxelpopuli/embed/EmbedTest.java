package org.voxelpopuli.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbedTest {
    @Test
    @DisplayName(
            "A game of ten lines starts a node, changes a block, hears of it, and finds the block again when it runs once more")
    void tenLinesAreEnough(@TempDir Path folder) throws Exception {
        assertThat(run(folder)).contains("has a block of type 0 at 3,30,-7").contains("3,30,-7 was 0, is 1");

        assertThat(run(folder)).contains("has a block of type 1 at 3,30,-7");
    }

    @Test
    void theReadmeShowsTheSameLines() throws IOException {
        Path example = Path.of("src/main/java/org/voxelpopuli/embed/Embed.java");
        List<String> lines = between(Files.readAllLines(example), "// tag::embed", "// end::embed");
        assertThat(lines).hasSizeLessThanOrEqualTo(10);

        assertThat(unwrapped(Files.readAllLines(Path.of("../../README.md")))).contains(unwrapped(lines));
    }

    /** In a process of its own, so that the test sees whether it ends. */
    private static String run(Path folder) throws Exception {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Embed.class.getName())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as("it ends by itself; it wrote: %s", text).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }

    private static List<String> between(List<String> lines, String from, String to) {
        int begin = indexOf(lines, from);
        return lines.subList(begin + 1, indexOf(lines, to));
    }

    private static int indexOf(List<String> lines, String marker) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).strip().equals(marker)) {
                return i;
            }
        }
        throw new AssertionError("there is no line " + marker);
    }

    /** Indentation, and where the formatter wraps a line, are the code's and not the README's. */
    private static String unwrapped(List<String> lines) {
        return String.join(" ", lines).replaceAll("\\s+", " ").strip();
    }
}
