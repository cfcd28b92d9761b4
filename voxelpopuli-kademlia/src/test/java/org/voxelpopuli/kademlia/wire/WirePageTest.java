package org.voxelpopuli.kademlia.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Who implements docs/kademlia-wire.md gets what is tested here. */
class WirePageTest {
    private static final Pattern EXAMPLE = Pattern.compile("(?m)^\\| ([^|]+) \\| `([0-9a-f]+)` \\|$");

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "kademlia-wire.md"));
    }

    @Test
    void theExamplesAreTheGoldenBytes() throws IOException {
        Map<String, String> golden = new LinkedHashMap<>();
        CborGolden.ALL.forEach((name, each) -> golden.put(name, each.hex()));
        Map<String, String> examples = new LinkedHashMap<>();
        for (MatchResult row : EXAMPLE.matcher(page()).results().toList()) {
            assertThat(examples.put(row.group(1), row.group(2)))
                    .as(row.group(1))
                    .isNull();
        }
        assertThat(examples).containsExactlyInAnyOrderEntriesOf(golden);
    }

    @Test
    void numbersAndLimitsAreThoseOfTheCode() throws IOException {
        String page = page();
        for (String name : RpcNumbers.NAMES) {
            assertThat(page).contains("| " + RpcNumbers.NAMES.indexOf(name) + " | `" + name + "` |");
        }
        for (RefusalCode code : RefusalCode.values()) {
            assertThat(page).contains("| " + code.number() + " | `" + code + "` |");
        }
        for (Object limit : new Object[] {
            CborEnvelopeCodec.MAX_CBOR_DATAGRAM,
            WireLimits.MAX_DEPTH,
            WireLimits.MAX_FIELD_NAME,
            WireLimits.MAX_NUMBER,
            WireLimits.MAX_RPC_NAME,
            Envelope.Refusal.MAX_TEXT,
            Envelope.Refusal.MAX_NUMBER,
            Cbor.MAX_DIGITS,
            Cbor.NUMBER_TEXT
        }) {
            assertThat(page).containsPattern("\\b" + limit + "\\b");
        }
        assertThat(page).contains("32 768", "20 000");
    }
}
