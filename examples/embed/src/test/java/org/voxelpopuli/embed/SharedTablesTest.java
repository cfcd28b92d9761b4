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

@DisplayName("M11 the example of shared tables")
final class SharedTablesTest {
    private static final Example EXAMPLE = new Example(SharedTables.class);

    @Test
    @DisplayName("M11 shows the document's story")
    void tellsTheStory(@TempDir Path folder) throws Exception {
        Path output = folder.resolve("output.txt");
        Process process = EXAMPLE.process().redirectOutput(output.toFile()).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(output, StandardCharsets.UTF_8)
                        .lines()
                        .map(line -> line.replaceAll("\\d+ bytes", "n bytes")))
                .containsExactly(
                        "At 0 after n bytes: T1 has a of 0, T2 has a unknown",
                        "At 100 after n bytes: T1 has a of 0, T2 has a of 100",
                        "At 50 after n bytes: T1 has a of 50, T2 has a of 50",
                        "The same a: true",
                        "A ring: true");
    }

    @Test
    @DisplayName("M11 has 40 lines, and the page shows the same ones")
    void thePageShowsIt() throws IOException {
        List<String> lines = EXAMPLE.lines("shared");
        assertThat(lines).hasSizeLessThanOrEqualTo(40);
        assertThat(Example.unwrapped(Files.readAllLines(Path.of("../../docs/tangibles.md"))))
                .contains(Example.unwrapped(lines));
    }
}
