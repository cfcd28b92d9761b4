package org.voxelpopuli.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.voxelpopuli.tools.console.CommandLines;

@Tag("once")
@DisplayName("N12 ./vp measure presence")
class PresenceCommandTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("N13 walking avatars on sockets are shown, and whom they see")
    void watch() {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = CommandLines.of(new MeasureCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute("presence", "--watch", "--avatars", "3", "--seconds", "5", "--name", "fox");
        assertThat(code).as(err.toString()).isZero();
        assertThat(err.toString()).containsPattern("Others join with --join 127\\.0\\.0\\.1:\\d+");
        assertThat(out.toString())
                .as("what is no screen gets plain lines")
                .doesNotContain("\u001b")
                .containsPattern("What fox0 at \\d+,\\d+ sees")
                .containsPattern("a +fox[12] \\d+ away")
                .containsPattern("fox2 at \\d+,\\d+ sees [12]: fox[01] \\d+ away");
    }

    @Test
    @DisplayName("N13 an address at which nobody answers is named, with what to do")
    void nobodyThere() throws IOException {
        try (DatagramSocket silent = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            StringWriter err = new StringWriter();
            String address = "127.0.0.1:" + silent.getLocalPort();
            int code = CommandLines.of(new MeasureCommand())
                    .setErr(new PrintWriter(err))
                    .execute("presence", "--watch", "--avatars", "2", "--seconds", "1", "--join", address);
            assertThat(code).isOne();
            assertThat(err.toString())
                    .contains("Not joined: alone, still trying " + address + " (no answer: it is down")
                    .contains("--join wants the address of a node that runs")
                    .doesNotContain("Exception");
        }
    }

    @Test
    @DisplayName("N12 a file that cannot be written is told before bots walk")
    void unwritableRecording() {
        StringWriter err = new StringWriter();
        String file = folder.resolve("nothing").resolve("walks").toString();
        int code = CommandLines.of(new MeasureCommand())
                .setErr(new PrintWriter(err))
                .execute("presence", "--record", file, "--join", "127.0.0.1:1");
        assertThat(code).isOne();
        assertThat(err.toString()).contains("Cannot write " + file + ": its folder does not exist or takes no files");
    }

    @Test
    @DisplayName("N12 wrong updates are refused before a folder is made")
    void wrongUpdates() {
        StringWriter err = new StringWriter();
        Path out = folder.resolve("out");
        int code = CommandLines.of(new MeasureCommand())
                .setErr(new PrintWriter(err))
                .execute("presence", "--updates", "7", "--out", out.toString());
        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).startsWith("--updates: ").contains("allowed are 3, 25 or both");
        assertThat(out).doesNotExist();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @DisplayName("N12 a folder into which nothing can be written is told before the long work")
    void unwritable() {
        StringWriter err = new StringWriter();
        int code = CommandLines.of(new MeasureCommand())
                .setErr(new PrintWriter(err))
                .execute("presence", "--out", "/proc");
        assertThat(code).isOne();
        assertThat(err.toString())
                .startsWith("Cannot write into the folder /proc: ")
                .doesNotContain("Exception");
    }

    @Test
    @DisplayName("N12 a small comparison is told, drawn and judged")
    void small() throws IOException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = CommandLines.of(new MeasureCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(
                        "presence",
                        "--max-avatars",
                        "10",
                        "--seconds",
                        "5",
                        "--trace",
                        "FLOCK",
                        "--out",
                        folder.toString());
        assertThat(code).as(err.toString()).isZero();
        assertThat(err.toString()).startsWith("The files go to " + folder);
        assertThat(out.toString())
                .contains(
                        "not-event-driven",
                        "not-listed",
                        "chunks",
                        "0.6 KB/s of a node at 3/s, 3 nodes with 6 avatars",
                        "The crowd of 6 avatars, whatever the trace, is the thesis's game: 3 nodes with 2 avatars each",
                        folder.toString())
                .containsPattern("(met|NOT MET) +position age p99 below 100 ms at 25/s, flock: at most \\d+ ms");
        // Five ways at two rates, four optimisations left out at the lower, two without numbers, and the thesis's
        // nodes.
        assertThat(Files.readAllLines(folder.resolve("presence.csv")))
                .hasSize(1 + 10 + 4 + 2 + 1)
                .first()
                .asString()
                .startsWith("way,trace,avatars,nodes,updates,neighbours,bytes,");
        List<String> header = List.of(
                Files.readAllLines(folder.resolve("presence.csv")).get(0).split(",", -1));
        assertThat(Files.readAllLines(folder.resolve("presence.csv")).stream()
                        .skip(1)
                        .map(line -> List.of(line.split(",", -1))))
                .as("there is no delay where nobody entered")
                .allSatisfy(
                        row -> assertThat(row.get(header.indexOf("enterP50")).isEmpty())
                                .isEqualTo(row.get(header.indexOf("entered")).equals("0")))
                .anyMatch(row -> row.get(header.indexOf("enterP50")).isEmpty());
        assertThat(folder.resolve("presence-bytes-25-flock.png")).isNotEmptyFile();
        assertThat(folder.resolve("presence-optimisations-flock.png")).isNotEmptyFile();
        assertThat(folder.resolve("presence-work.png")).isNotEmptyFile();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            presence           | 3  | presence, presence      | 3 times fewer bytes than without | bytes-3-waypoint
            not-merged, SERVER | 3  | server, not-merged      | all aims, which are              | optimisations-waypoint
            NOT_MERGED         | 25 | not-merged              | all aims, which are              | -
            thesis             | 25 | thesis                  | all aims, which are              | -
            presence,plain     | 3  | presence, plain, presence | -                              | bytes-3-waypoint
            """)
    @DisplayName("N12 ways alone are told and drawn, and what they say nothing about is not judged")
    void chosenWays(String ways, String updates, String rows, @Nullable String unknown, @Nullable String chart)
            throws IOException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> line = new ArrayList<>(List.of("presence", "--max-avatars", "10", "--seconds", "5"));
        line.addAll(List.of("--trace", "waypoint", "--updates", updates, "--out", folder.toString()));
        List.of(ways.split(", ", -1)).forEach(way -> line.addAll(List.of("--way", way)));
        int code = CommandLines.of(new MeasureCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(line.toArray(String[]::new));
        assertThat(code).as(err.toString()).isZero();
        assertThat(Files.readAllLines(folder.resolve("presence.csv")).stream()
                        .skip(1)
                        .map(row -> row.substring(0, row.indexOf(','))))
                .containsExactly(rows.split(", ", -1));
        if (unknown == null) {
            assertThat(out.toString())
                    .doesNotContain("unknown ")
                    .containsPattern("(met|NOT MET) +3 times fewer bytes than without the optimisations at 3/s");
        } else {
            assertThat(out.toString()).contains("unknown  " + unknown);
            assertThat(out.toString().lines().filter(each -> each.contains("3 times fewer bytes")))
                    .allMatch(each -> each.startsWith("unknown "));
        }
        if (!ways.contains("presence")) {
            assertThat(out.toString()).doesNotContainPattern("(?m)^(met|NOT MET) ");
        }
        if (chart != null) {
            assertThat(folder.resolve("presence-" + chart + ".png")).isNotEmptyFile();
        } else {
            assertThat(folder.resolve("presence-optimisations-waypoint.png")).doesNotExist();
        }
    }
}
