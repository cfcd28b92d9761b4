package org.voxelpopuli.tools.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @Test
    void areANumberAndAUnit() {
        assertThat(Durations.parse("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(Durations.parse("20s")).isEqualTo(Duration.ofSeconds(20));
        assertThat(Durations.parse("5m")).isEqualTo(Duration.ofMinutes(5));
        assertThat(Durations.parse(" 2h ")).isEqualTo(Duration.ofHours(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20", "s", "-1s", "1.5s", "20 s", "9999999999s", "1d"})
    void nothingElseIsOne(String text) {
        assertThatThrownBy(() -> Durations.parse(text)).hasMessageContaining("as in 500ms, 20s, 5m or 2h");
    }

    @Test
    void aNodeIsAHostAndAPort() {
        assertThat(HostPort.parse("example.org:4000")).isEqualTo(new HostPort("example.org", 4000));
        assertThat(HostPort.parse("[::1]:4000"))
                .isEqualTo(new HostPort("::1", 4000))
                .hasToString("[::1]:4000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", ":4000", "host:", "host:0", "host:65536", "host:x", "::1:4000"})
    void nothingElseIsANode(String text) {
        assertThatThrownBy(() -> HostPort.parse(text)).hasMessageContaining("allowed is host:port");
    }
}
