package org.voxelpopuli.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The example of who is near")
class WhoIsNearTest {
    private static final Example EXAMPLE = new Example(WhoIsNear.class);

    @Test
    @DisplayName("N13 two processes that share nothing but a network see each other come, act and go")
    void twoProcessesSeeEachOther() throws Exception {
        try (TypedProgram anna = new TypedProgram(EXAMPLE, "anna");
                TypedProgram bert = new TypedProgram(EXAMPLE, "bert", anna.address())) {
            assertThat(anna.nextLine()).isEqualTo("bert appeared at Point[x=1000.0, y=64.0, z=1000.0]");
            assertThat(bert.nextLine()).isEqualTo("anna appeared at Point[x=1000.0, y=64.0, z=1000.0]");
            assertThat(bert.says("go,30000,64,1000")).isEqualTo("anna went away");
            assertThat(anna.nextLine()).isEqualTo("bert went away");
            assertThat(bert.says("go,1010,64,1000")).startsWith("anna appeared");
            assertThat(anna.nextLine()).isEqualTo("bert appeared at Point[x=1010.0, y=64.0, z=1000.0]");
            bert.types("wave");
            assertThat(anna.nextLine()).isEqualTo("bert did wave");
            assertThat(bert.endsAtEndOfInput()).isZero();
            assertThat(anna.nextLine()).isEqualTo("bert went away");
            assertThat(anna.endsAtEndOfInput()).isZero();
        }
    }

    @Test
    @DisplayName(
            "N13 what is typed and is no command is told with what is allowed, and an address at which nobody is with what it is")
    void wrongCommands() throws Exception {
        try (DatagramSocket silent = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                TypedProgram anna = new TypedProgram(EXAMPLE, "anna", "127.0.0.1:" + silent.getLocalPort())) {
            assertThat(anna.hello())
                    .contains("alone, still trying 127.0.0.1:" + silent.getLocalPort() + " (no answer: it is down");
            for (String wrong : List.of("go,x,64,1000", "go,1,2", "go,NaN,0,0", "go,1e3,0,0", "wave,now", "")) {
                assertThat(anna.says(wrong)).as(wrong).startsWith("write 'go,1010,64,1000', with whole numbers");
            }
            anna.types("go,999999999,-999999999,0");
            anna.types("wave");
            assertThat(anna.endsAtEndOfInput()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ""                    | give a name and, if another runs already, its address
            anna 127.0.0.1:1 more | give a name and, if another runs already, its address
            anna 127.0.0.1        | bootstrap entry '127.0.0.1' cannot be read, allowed is host:port
            anna host:0           | bootstrap entry 'host:0' cannot be read, allowed is host:port
            a:b                   | player name refused:
            """)
    @DisplayName("N13 a wrong start is told in one sentence and in the exit code")
    void wrongStart(String arguments, String told) throws Exception {
        Process process = EXAMPLE.process(arguments.isEmpty() ? new String[0] : arguments.split(" ", -1))
                .start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.lines().toList()).last().asString().startsWith(told);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as("wrong usage").isEqualTo(2);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void thePageShowsTheSameLines() throws IOException {
        List<String> lines = EXAMPLE.lines("near");
        assertThat(lines).hasSizeLessThanOrEqualTo(60);
        assertThat(Example.unwrapped(Files.readAllLines(Path.of("../../docs/presence.md"))))
                .contains(Example.unwrapped(lines));
    }
}
