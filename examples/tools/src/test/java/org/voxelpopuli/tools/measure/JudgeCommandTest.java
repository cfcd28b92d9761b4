package org.voxelpopuli.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.tools.console.CommandLines;

class JudgeCommandTest {
    private final StringWriter said = new StringWriter();

    private int judge(String... options) {
        String[] all = new String[options.length + 1];
        all[0] = "judge";
        System.arraycopy(options, 0, all, 1, options.length);
        return CommandLines.of(new MeasureCommand())
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute(all);
    }

    @Test
    void wrongOptionsAreRefusedInWords() {
        assertThat(judge("--seeds", "9..3")).isEqualTo(2);
        assertThat(said.toString()).contains("--seeds is '9..3'");
        assertThat(judge("--seeds", "many")).isEqualTo(2);
        assertThat(judge("--threads", "0")).isEqualTo(2);
        assertThat(said.toString()).contains("1..64");
    }

    @Test
    void playsTheScenariosThatAreAskedFor() {
        judge("--seeds", "4", "--all", "--without", "c1,c2");
        assertThat(said.toString()).contains("1 scenarios, ").contains("edits acknowledged");
    }
}
