package org.voxelpopuli.kademlia.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.simulation.SeededRandom;

@DisplayName("The call id of a datagram that is not read")
class CallIdsTest {
    @ParameterizedTest
    @EnumSource(Dialect.class)
    @DisplayName("is found in the answers of all dialects")
    void answers(Dialect dialect) {
        NodeId node = NodeId.sha1Of("hello");
        for (long id : new long[] {0, 1, 7, 1L << 31, Envelope.MAX_JSON_ID}) {
            byte[] answer = dialect.codec().encode(new Envelope.Reply(id, node, "PING", WireValue.of(node)));
            assertThat(Dialect.peekId(answer)).as(new String(answer, UTF_8)).isEqualTo(id);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '!',
            value = {
                "{\"type\":\"result\",\"id\":18446744073709551615,\"result\":null,\"error\":null}|-1",
                "{\"result\":{\"version\":3,\"id\":9},\"id\" : 12,\"error\":null}|12",
                "{\"error\":null,\"result\":[[\"id\",5]],\"id\":\t4}|4",
                "{\"x\":\"\\\"id\\\":3\",\"id\":2}|2",
                "{\"x\":\"id\",\"id\":8}|8",
                "{\"ids\":1}|0",
                "{\"id\":\"6\"}|0",
                "{\"id\"|0",
                "{\"id\":|0",
                "{\"x|0",
                "{\"x\\|0",
                "{|0",
            })
    @DisplayName("is the one of the outermost object, wherever it stands near the beginning")
    void json(String datagram, long id) {
        assertThat(Dialect.peekId(datagram.getBytes(UTF_8))).isEqualTo(id);
    }

    @Test
    @DisplayName("is sought in whatever may come")
    void garbage() {
        RandomGenerator random = SeededRandom.of(1, "garbage");
        String letters = "{}[]\"\\:id0123456789 ,\u0080";
        for (int run = 0; run < 20_000; run++) {
            StringBuilder text = new StringBuilder(run % 2 == 0 ? "{" : "");
            for (int i = random.nextInt(300); i > 0; i--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            var unused = Dialect.peekId(text.toString().getBytes(UTF_8));
        }
        assertThat(Dialect.peekId(new byte[0])).isZero();
    }
}
