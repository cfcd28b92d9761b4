package org.voxelpopuli.p2play;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.kademlia.content.ContentListener;
import org.voxelpopuli.kademlia.content.SongName;
import org.voxelpopuli.simulation.SeededRandom;

/** The shell as a process, killed without a chance to tidy up. */
@Tag("once") // Some seconds: Java starts twice, and 256 MB are fetched, so that the kill comes before the end.
class KilledDownloadTest {
    private static final int LENGTH = 256_000_000;
    private static final int FETCHED_BEFORE = 40_000_000;
    /** What may be under way between two nodes, in buffers of the system too, or waits for the disk. */
    private static final int UNDER_WAY = 22_000_000;

    private final List<Process> processes = new ArrayList<>();

    @TempDir
    private Path folder;

    private Process shell(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                P2Play.class.getName(),
                "--port",
                "0",
                "--folder",
                folder.resolve("taker").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors").toFile())
                .start();
        processes.add(process);
        return process;
    }

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void goesOnAfterKill9(@TempDir Path mine) throws Exception {
        byte[] bytes = new byte[LENGTH];
        SeededRandom.of(1, "song").nextBytes(bytes);
        Path file = Files.write(mine.resolve("song"), bytes);
        Peer giver = Peer.open(new Peer.Settings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                List.of(),
                NetworkDialect.CBOR,
                Set.of(),
                mine.resolve("giver")));
        try {
            CountDownLatch half = new CountDownLatch(1);
            giver.content().addListener(new ContentListener() {
                @Override
                public void served(SongName name, long count) {
                    if (giver.servedBytes() >= FETCHED_BEFORE) {
                        half.countDown();
                    }
                }
            });
            giver.content().put(file, "Long", "Song").join();
            String[] arguments = {"--bootstrap", giver.status().address(), "--execute", "get Long Song"};
            Process first = shell(arguments);
            assertThat(half.await(60, TimeUnit.SECONDS)).as(errors()).isTrue();
            first.destroyForcibly();
            assertThat(first.waitFor()).as("it was killed on its way").isNotZero();
            Path downloads = folder.resolve("taker/downloads");
            assertThat(downloads.resolve("Long - Song.part")).exists();
            assertThat(downloads.resolve("Long - Song")).doesNotExist();

            long before = giver.servedBytes();
            Process second = shell(arguments);
            String printed = new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(second.waitFor()).as(errors()).isZero();
            assertThat(printed.strip())
                    .isEqualTo(downloads.resolve("Long - Song").toString());
            assertThat(Files.mismatch(file, Path.of(printed.strip()))).isEqualTo(-1);
            assertThat(downloads.resolve("Long - Song.part")).doesNotExist();
            assertThat(giver.servedBytes() - before)
                    .as("bytes that were fetched once more")
                    .isPositive()
                    .isLessThan(LENGTH - FETCHED_BEFORE + UNDER_WAY);
        } finally {
            giver.close();
        }
    }

    private String errors() throws IOException {
        return Files.readString(folder.resolve("errors"));
    }
}
