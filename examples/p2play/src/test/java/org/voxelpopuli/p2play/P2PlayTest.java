package org.voxelpopuli.p2play;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class P2PlayTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int p2play(String... arguments) {
        return P2Play.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    @Test
    void theHelpNamesTheExitCodes() {
        assertThat(p2play("--help")).isZero();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("Usage: ./vp p2play", "--port", "--bootstrap", "--execute", "--stay", ExitCode.ALL);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --port 65536          | --port is 65536, allowed is 0..65535
            --port many           | many
            --host not.a.host.    | --host is 'not.a.host.', allowed is an address of this machine
            --host 0.0.0.0        | needed is --advertise
            --bootstrap nowhere   | allowed is host:port
            --dialect xml         | expected one of [CBOR, P2PLAY] (case-insensitive)
            --refuse /nowhere     | --refuse: /nowhere does not exist
            --fly                 | --fly
            """)
    void wrongUsageIsToldWithWhatIsAllowed(String line, String message) {
        assertThat(p2play(line.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).contains(message).contains("--help").doesNotContain("Exception");
    }

    @Test
    void aScriptRunsAndItsNodeKeepsItsIdInTheFolder(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("song"), "la la la");
        String[] first = {
            "--port",
            "0",
            "--folder",
            folder.resolve("node").toString(),
            "--execute",
            "info; put La Li '" + file + "'",
            "--execute",
            "quit; fly"
        };
        assertThat(p2play(first)).as("nothing is done if one command is wrong").isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        first[7] = "storage; quit; info";
        assertThat(p2play(first)).as(err.toString()).isZero();
        String told = out.toString();
        assertThat(told).contains("shared\tLa\tLi\t8\t" + file);
        String id = told.lines().findFirst().orElseThrow();
        assertThat(id).matches("node\t[0-9a-f]{40}");
        out.getBuffer().setLength(0);
        assertThat(p2play("--port", "0", "--folder", folder.resolve("node").toString(), "--execute", "info; storage"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains(id).contains("shared\tLa\tLi\t8\t" + file);
    }

    @Test
    void ofLinesTheFirstThatFailsIsTheLast(@TempDir Path folder) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("# a script\nhelp quit\n\nfly\nhelp put\n".getBytes(UTF_8)));
        try {
            assertThat(p2play("--port", "0", "--folder", folder.toString())).isEqualTo(2);
        } finally {
            System.setIn(before);
        }
        assertThat(out.toString()).contains("leaves the network").doesNotContain("shares a file");
        assertThat(err.toString()).contains("there is no command 'fly'").contains("That was line 4");
    }

    @Test
    @Tag("once") // A node tries for 5 s before it says so.
    void whoCannotJoinSaysSo(@TempDir Path folder) {
        assertThat(p2play(
                        "--port",
                        "0",
                        "--folder",
                        folder.toString(),
                        "--bootstrap",
                        "127.0.0.1:1",
                        "--execute",
                        "info"))
                .isEqualTo(4);
        assertThat(err.toString()).contains("no bootstrap node has answered").contains("127.0.0.1:1");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aListOfWhatIsRefusedIsReadWithCare(@TempDir Path folder) throws Exception {
        Path list = Files.writeString(folder.resolve("list"), "Imagine\n");
        assertThat(p2play("--refuse", list.toString(), "--execute", "info")).isEqualTo(2);
        assertThat(err.toString()).contains("'Imagine' names no song").contains("40 hex digits");
    }

    @Test
    void aFolderThatIsAFileIsTold(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(p2play("--port", "0", "--folder", file.toString(), "--execute", "info"))
                .isEqualTo(1);
        assertThat(err.toString()).contains(file + " cannot be used").contains("--folder");
    }
}
