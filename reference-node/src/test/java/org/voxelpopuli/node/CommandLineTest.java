package org.voxelpopuli.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;

final class CommandLineTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "start",
                "-p",
                "-voxelpopuli.port=4000",
                "--port=4000",
                "--version",
                "--",
                "--.=",
                "",
                "voxelpopuli.port=4000"
            })
    void whatWouldHaveNoEffectIsRefused(String arg) {
        assertThat(CommandLine.complaint(new String[] {"--server.port=0", arg}))
                .hasValueSatisfying(words -> assertThat(words)
                        .contains("'" + arg + "'")
                        .contains("--name=value")
                        .contains("--help"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--voxelpopuli.port=4000",
                "--server.port=0",
                "--spring.main.lazy-initialization",
                "--debug",
                "--a.b=x.y=z"
            })
    void propertiesAndSwitchesAreTaken(String arg) {
        assertThat(CommandLine.complaint(new String[] {arg})).isEmpty();
        assertThat(CommandLine.asksForHelp(new String[] {arg})).isFalse();
    }

    @Test
    void helpIsAskedForInTwoWays() {
        assertThat(CommandLine.asksForHelp(new String[] {"--server.port=0", "--help"}))
                .isTrue();
        assertThat(CommandLine.asksForHelp(new String[] {"-h"})).isTrue();
        assertThat(CommandLine.USAGE).contains("--voxelpopuli.port=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"70000", "65536", "-2", "99999999999"})
    void aWebPortOutOfRangeIsTold(String port) {
        var analyzer = new WebPortFailureAnalyzer(new MockEnvironment().withProperty("server.port", port));
        assertThat(analyzer.analyze(new IllegalArgumentException("out of range")))
                .satisfies(analysis -> assertThat(analysis.getDescription())
                        .contains("server.port is '" + port + "'")
                        .contains("1..65535"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8080", "0", "-1", "65535", "abc", ""})
    void otherTroubleIsLeftToOthers(String port) {
        var analyzer = new WebPortFailureAnalyzer(new MockEnvironment().withProperty("server.port", port));
        assertThat(analyzer.analyze(new IllegalStateException("something else")))
                .isNull();
    }
}
