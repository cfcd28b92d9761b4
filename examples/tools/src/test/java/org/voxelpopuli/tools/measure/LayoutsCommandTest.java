package org.voxelpopuli.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.tools.console.CommandLines;

class LayoutsCommandTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("V2.5, P4 the layouts of the routing table are measured side by side and drawn")
    void eachLayoutIsMeasuredAndDrawn() throws IOException {
        StringWriter said = new StringWriter();
        int code = CommandLines.of(new MeasureCommand())
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute("layouts", "--max-nodes", "25", "--seed", "3", "--out", folder.toString());
        assertThat(code).as(said.toString()).isZero();
        assertThat(Files.readAllLines(folder.resolve("layouts.csv")))
                .hasSize(1 + 3 * 2)
                .startsWith("nodes,layout,contacts,buckets,hops,messages,exactPercent,findNodeCalls")
                .anyMatch(line -> line.startsWith("25,four-in-five,"));
        assertThat(folder.resolve("layout-contacts.png")).isNotEmptyFile();
        assertThat(folder.resolve("layout-hops.png")).isNotEmptyFile();
        assertThat(folder.resolve("layout-join.png")).isNotEmptyFile();
    }
}
