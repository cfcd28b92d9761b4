package org.voxelpopuli.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class VpTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int vp(String line) {
        CommandLine vp = Vp.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return vp.execute(line.isEmpty() ? new String[0] : line.split(" ", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "play ", "node ", "bot ", "measure ", "measure footprint ", "measure map "})
    void everyCommandHasHelp(String command) {
        assertThat(vp(command + "--help")).isZero();
        assertThat(out.toString()).contains("Usage: ./vp " + command.strip(), "--help");
    }

    @Test
    void aCommandMustBeNamed() {
        assertThat(vp("")).isEqualTo(2);
        assertThat(err.toString()).contains("play", "node", "bot", "measure");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    fly                            | fly
                    bot --count 0                  | --count is 0, allowed is 1..500
                    bot --count many               | many
                    bot --behaviour fly            | 'fly', allowed is walk, build, idle, teleport
                    bot --duration 3               | '3', allowed is a number with a unit
                    bot --duration 0s              | --duration in seconds is 0
                    bot --node nowhere             | allowed is host:port
                    bot --radius 5                 | --radius is 5, allowed is 0..4
                    play --port 65535              | --port is 65535, allowed is 1..65514
                    play --http 0                  | --http is 0
                    play --seed x                  | x
                    measure map --bots 21          | --bots is 21, allowed is 0..20
                    measure map --nodes 8080       | allowed is host:port
                    measure footprint --rounds 0   | --rounds is 0, allowed is 1..50
                    measure footprint --nodes 1    | --nodes is 1, allowed is 2..20
                    """)
    void wrongUsageIsToldWithWhatIsAllowed(String line, String message) {
        assertThat(vp(line)).isEqualTo(2);
        assertThat(err.toString()).contains(message).contains("--help").doesNotContain("Exception");
    }

    @Test
    void whatAPersonCanPutRightIsToldWithoutAStackTrace() {
        assertThat(vp("bot --name a/b")).isEqualTo(1);
        assertThat(err.toString()).contains("player name refused").doesNotContain("\tat ");

        assertThat(vp("measure map --nodes 127.0.0.1:1")).isEqualTo(1);
        assertThat(err.toString()).contains("No node answers at http://127.0.0.1:1/actuator/chunks");
    }
}
