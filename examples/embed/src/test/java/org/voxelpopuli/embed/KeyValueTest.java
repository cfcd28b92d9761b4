package org.voxelpopuli.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class KeyValueTest {
    private static final Example EXAMPLE = new Example(KeyValue.class);

    @Test
    void whatOneProcessPutsAnotherOneGets() throws Exception {
        try (Store first = new Store();
                Store second = new Store(first.address())) {
            assertThat(first.says("get greeting")).isEqualTo("nobody has it");
            // On a busy machine a first answer may be late; the node goes on joining meanwhile.
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> second.says("put greeting hello, who is there?"), "copies: 2"::equals);
            assertThat(first.says("get greeting")).isEqualTo("hello, who is there?");
            assertThat(first.says("put greeting")).isEqualTo("write 'put <key> <text>' or 'get <key>'");
            assertThat(first.says("put greeting " + "x".repeat(10_000))).contains("allowed are 900");
            assertThat(second.endsAtEndOfInput()).isZero();
            assertThat(first.says("get greeting")).isEqualTo("hello, who is there?");
            assertThat(first.endsAtEndOfInput()).isZero();
        }
    }

    @Test
    void thePageOnTheDhtShowsTheSameLines() throws IOException {
        List<String> lines = EXAMPLE.lines("keyvalue");
        assertThat(lines).hasSizeLessThanOrEqualTo(35);
        assertThat(Example.unwrapped(Files.readAllLines(Path.of("../../docs/kademlia.md"))))
                .contains(Example.unwrapped(lines));
    }

    /** A process that runs the program. */
    private static final class Store implements AutoCloseable {
        private static final String HELLO = "this node is ";

        private final Process process;
        private final BufferedReader output;
        private final PrintStream input;
        private final String address;

        Store(String... bootstrap) throws Exception {
            process = EXAMPLE.process(bootstrap).start();
            output = process.inputReader(StandardCharsets.UTF_8);
            input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
            String line = nextLine();
            assertThat(line).startsWith(HELLO);
            address = line.substring(HELLO.length(), line.indexOf(','));
        }

        String address() {
            return address;
        }

        /** The answer to a command. */
        String says(String command) throws Exception {
            input.println(command);
            return nextLine();
        }

        private String nextLine() throws Exception {
            String line = CompletableFuture.supplyAsync(() -> {
                        try {
                            return output.readLine();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .get(60, TimeUnit.SECONDS);
            assertThat(line).as("the program goes on").isNotNull();
            return line;
        }

        int endsAtEndOfInput() throws InterruptedException {
            input.close();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
            return process.exitValue();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
