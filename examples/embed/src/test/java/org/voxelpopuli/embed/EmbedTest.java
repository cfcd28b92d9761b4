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
    private static final Example EXAMPLE = new Example(Embed.class);

    @Test
    @DisplayName(
            "A game of ten lines starts a node, changes a block, hears of it, and finds the block again when it runs once more")
    void tenLinesAreEnough(@TempDir Path folder) throws Exception {
        assertThat(run(folder)).contains("has a block of type 0 at 3,30,-7").contains("3,30,-7 was 0, is 1");

        assertThat(run(folder)).contains("has a block of type 1 at 3,30,-7");
    }

    @Test
    void theReadmeShowsTheSameLines() throws IOException {
        List<String> lines = EXAMPLE.lines("embed");
        assertThat(lines).hasSizeLessThanOrEqualTo(10);

        assertThat(Example.unwrapped(Files.readAllLines(Path.of("../../README.md"))))
                .contains(Example.unwrapped(lines));
    }

    /** In a process of its own, so that the test sees whether it ends. */
    private static String run(Path folder) throws Exception {
        Path output = folder.resolve("output.txt");
        Process process = EXAMPLE.process()
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as("it ends by itself; it wrote: %s", text).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
