package org.voxelpopuli.kademlia.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.voxelpopuli.kademlia.content.RealNodes.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.simulation.SeededRandom;

/** On a small file system of its own; skipped, with the reason, where none may be mounted. */
@DisplayName("Downloads to disks that are full or read-only")
class ContentOnRealDisksTest {
    private static final int LENGTH = 6_000_000;

    private final NettyEnvironment environment = NettyEnvironment.createDaemon();

    @TempDir
    private Path folder;

    private Path disk;
    private Path file;
    private ContentNode taker;
    private boolean mounted;

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? "" : String.join(" ", command) + ": " + said.strip();
    }

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        String refused;
        try {
            refused = run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString());
        } catch (IOException e) {
            refused = String.valueOf(e.getMessage());
        }
        assumeTrue(refused.isEmpty(), "no file system can be mounted here: " + refused);
        mounted = true;

        RealNodes.Sharer giver = RealNodes.sharer(environment);
        RealNodes.Sharer second =
                RealNodes.sharer(environment, "127.0.0.1:" + giver.address().getPort());
        taker = second.content();
        await(second.node().bootstrap());
        byte[] bytes = new byte[LENGTH];
        SeededRandom.of(1, "file").nextBytes(bytes);
        file = Files.write(folder.resolve("song"), bytes);
        await(giver.content().put(file, "Song", "Artist"));
    }

    @AfterEach
    void unmount() throws Exception {
        environment.close();
        if (mounted) {
            assertThat(run("umount", "--lazy", disk.toString())).isEmpty();
        }
    }

    private void remount(String options) throws Exception {
        assertThat(run("mount", "-o", "remount," + options, disk.toString())).isEmpty();
    }

    @Test
    @DisplayName("a disk that is full ends the download in words; with room it goes on where it was")
    void full() throws Exception {
        Path music = disk.resolve("music");
        assertThatThrownBy(() -> await(taker.get("Song", "Artist", music).result()))
                .cause()
                .isInstanceOf(ContentException.class)
                .hasMessageStartingWith("it cannot be written: ")
                .hasMessageContaining("No space left on device");
        assertThat(taker.downloads()).isEmpty();
        remount("size=16m");
        Download again = taker.get("Song", "Artist", music);
        assertThat(Files.mismatch(file, await(again.result()))).isEqualTo(-1);
        assertThat(again.progress().resumed()).isBetween(1_000_000L, 4L << 20);
        try (var left = Files.list(music)) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactly("Song - Artist");
        }
    }

    @Test
    @DisplayName("a folder of a read-only disk ends the download in words")
    void readOnly() throws Exception {
        Path there = Files.createDirectory(disk.resolve("there"));
        remount("size=16m,ro");
        for (Path music : List.of(disk, there, disk.resolve("music"))) {
            assertThatThrownBy(() -> await(taker.get("Song", "Artist", music).result()))
                    .cause()
                    .isInstanceOf(ContentException.class)
                    .hasMessageStartingWith("it cannot be written: " + music)
                    .hasMessageContaining("Read-only file system");
        }
        remount("rw");
        assertThat(Files.mismatch(file, await(taker.get("Song", "Artist", there).result())))
                .isEqualTo(-1);
    }
}
