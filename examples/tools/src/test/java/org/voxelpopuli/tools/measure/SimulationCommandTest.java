package org.voxelpopuli.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.tools.console.CommandLines;

@Tag("once")
class SimulationCommandTest {
    @TempDir
    private Path folder;

    private Path measure(String name, String seed) {
        Path out = folder.resolve(name);
        StringWriter said = new StringWriter();
        int code = CommandLines.of(new MeasureCommand())
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute("simulation", "--max-nodes", "21", "--seed", seed, "--out", out.toString());
        assertThat(code).as(said.toString()).isZero();
        assertThat(said.toString()).contains("21 nodes joined in").contains(out.toString());
        return out;
    }

    private static Set<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    @Test
    void theSameSeedGivesTheSameFilesAndAnotherGivesOthers() throws IOException {
        // At once: they take long, and share nothing.
        CompletableFuture<Path> first = CompletableFuture.supplyAsync(() -> measure("once", "7"));
        CompletableFuture<Path> second = CompletableFuture.supplyAsync(() -> measure("again", "7"));
        Path other = measure("other", "8");
        Path once = first.join();
        Path again = second.join();
        assertThat(files(once))
                .isEqualTo(files(again))
                .isEqualTo(files(other))
                .containsExactlyInAnyOrder(
                        "lookups.csv",
                        "lookup-hops.png",
                        "lookup-messages.png",
                        "joins.csv",
                        "join-find-node.png",
                        "dead.csv",
                        "dead-success.png",
                        "dead-latency.png",
                        "liars.csv",
                        "liars-success.png",
                        "liars-messages.png",
                        "eclipse.csv",
                        "eclipse.png",
                        "rest.csv",
                        "rest-bytes.png");
        for (String file : files(once)) {
            assertThat(again.resolve(file)).hasSameBinaryContentAs(once.resolve(file));
        }
        assertThat(Files.readString(other.resolve("lookups.csv")))
                .isNotEqualTo(Files.readString(once.resolve("lookups.csv")));
        assertThat(Files.readAllLines(once.resolve("lookups.csv")))
                .hasSize(3)
                .first()
                .isEqualTo(
                        "nodes,deadPercent,lookups,exactPercent,hops,hopsP99,messages,messagesP99,millisP50,millisP99");
        assertThat(Files.readAllLines(once.resolve("dead.csv"))).hasSize(7);
        assertThat(Files.readAllLines(once.resolve("liars.csv"))).hasSize(1 + 2 * 4 * 3);
        assertThat(Files.readAllLines(once.resolve("eclipse.csv"))).hasSize(1 + 2 * 5);
    }
}
