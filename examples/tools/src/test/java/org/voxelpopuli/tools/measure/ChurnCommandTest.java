package org.voxelpopuli.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.tools.console.CommandLines;

class ChurnCommandTest {
    @TempDir
    private Path folder;

    private Path measure(String name, String seed) {
        Path out = folder.resolve(name);
        StringWriter said = new StringWriter();
        int code = CommandLines.of(new MeasureCommand())
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute("churn", "--nodes", "20", "--hours", "1", "--seed", seed, "--out", out.toString());
        assertThat(code).as(said.toString()).isZero();
        assertThat(said.toString()).contains("gets found the newest version").contains(out.toString());
        return out;
    }

    @Test
    void theSameSeedGivesTheSameFiles() throws IOException {
        Path once = measure("once", "7");
        Path again = measure("again", "7");
        for (String file : new String[] {"churn.csv", "churn-gets.png"}) {
            assertThat(again.resolve(file)).hasSameBinaryContentAs(once.resolve(file));
        }
        assertThat(Files.readAllLines(once.resolve("churn.csv")))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("hour,deaths,keys,puts,failedPuts,gets,newest,older,missing,failedGets,notNewestPercent");
    }
}
