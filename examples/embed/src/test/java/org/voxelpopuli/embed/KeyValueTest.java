package org.voxelpopuli.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyValueTest {
    private static final Example EXAMPLE = new Example(KeyValue.class);

    @Test
    void whatOneProcessPutsAnotherOneGets() throws Exception {
        try (TypedProgram first = new TypedProgram(EXAMPLE);
                TypedProgram second = new TypedProgram(EXAMPLE, first.address())) {
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
}
