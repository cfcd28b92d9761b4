package org.voxelpopuli.tools.bot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.tools.console.JsonOutput;

class BotReportTest {
    private static final BotReport REPORT = new BotReport(
            2,
            60.4,
            12,
            1,
            new BotReport.Latency(11, 51.25, 98.4, 120),
            new BotReport.Latency(0, 0, 0, 0),
            431.7,
            97,
            2_500_000,
            7_250,
            150,
            3,
            0,
            Map.of("chunk full", 2));

    @Test
    void isReadByPeople() {
        assertThat(REPORT.text().lines().map(String::stripTrailing))
                .containsExactly(
                        "  players       2 for 60 s",
                        "  walked        432 blocks, 97 chunks seen",
                        "  built         12 blocks, 1 not confirmed",
                        "  change kept   p50 51.3 ms   p99 98.4 ms   max 120.0 ms   (11)",
                        "  move seen     none",
                        "  received      2.5 MB, 20.7 kB/s for each",
                        "  sent          7.3 kB, 60 B/s for each",
                        "  connections   150 opened; 3 chunks lost and found again",
                        "  refused       2 times: chunk full");
    }

    @Test
    void isReadByPrograms() {
        assertThat(JsonOutput.write(REPORT))
                .contains("\"blockChanges\" : {", "\"p99\" : 98.4", "\"bytesIn\" : 2500000", "\"disconnects\" : 3");
    }
}
