package org.voxelpopuli.kademlia.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.simulation.SeededRandom;

@DisplayName("Files on real sockets")
class ContentOnSocketsTest {
    private final NettyEnvironment environment = NettyEnvironment.createDaemon();

    @AfterEach
    void close() {
        environment.close();
    }

    private static <T> T await(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    private KademliaNode node(String... bootstrap) {
        return KademliaNode.builder(environment)
                .settings(KademliaSettings.builder()
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .bootstrap(bootstrap)
                        .puzzleBits(0)
                        .build())
                .build();
    }

    private ContentNode content(KademliaNode node) {
        return ContentNode.of(node, environment, ContentSettings.builder().build());
    }

    @Test
    @DisplayName("P3 a file goes from one node to another, byte for byte")
    void fromOneToAnother(@TempDir Path folder) throws Exception {
        KademliaNode first = node();
        ContentNode giver = content(first);
        assertThatThrownBy(() -> await(giver.start())).hasStackTraceContaining("the Kademlia node has not started");
        await(first.start());
        InetSocketAddress address = await(giver.start());
        KademliaNode second = node("127.0.0.1:" + address.getPort());
        ContentNode taker = content(second);
        await(second.start());
        await(taker.start());
        assertThat(await(second.bootstrap())).isTrue();
        byte[] bytes = new byte[20_000_001];
        SeededRandom.of(1, "file").nextBytes(bytes);
        Path file = Files.write(folder.resolve("song"), bytes);
        assertThat(await(giver.put(file, "Song", "Artist")).version()).isOne();
        Path got = await(taker.get("Song", "Artist", folder.resolve("a/b")).result());
        assertThat(got).isEqualTo(folder.resolve("a/b/Song - Artist"));
        assertThat(Files.mismatch(file, got)).isEqualTo(-1);
        Path file2 = Files.write(folder.resolve("other"), new byte[] {1, 2, 3});
        await(giver.put(file2, "../../\u4E0A".repeat(28), "CON"));
        Path safe = await(
                taker.get("../../\u4E0A".repeat(28), "CON", folder.resolve("a")).result());
        assertThat(safe.getParent()).isEqualTo(folder.resolve("a"));
        assertThat(Files.readAllBytes(safe)).containsExactly(1, 2, 3);
        assertThat(await(taker.get("../../\u4E0A".repeat(28), "CON", file).result()))
                .as("what is provided already is not fetched again")
                .isEqualTo(safe);
        await(taker.withdraw("../../\u4E0A".repeat(28), "CON"));
        assertThatThrownBy(() ->
                        await(taker.get("../../\u4E0A".repeat(28), "CON", file).result()))
                .hasStackTraceContaining("it cannot be written: " + file + " is there already, and is no folder");
        await(taker.close());
        await(giver.close());
        await(second.close());
        await(first.close());
    }

    @Test
    @DisplayName("a port that is taken is told by its number")
    void aTakenPort() throws Exception {
        KademliaNode other = node();
        ContentNode first = content(other);
        await(other.start());
        InetSocketAddress taken = await(first.start());
        KademliaNode third = node();
        ContentNode second = ContentNode.of(
                third,
                environment,
                ContentSettings.builder().port(taken.getPort()).build());
        await(third.start());
        assertThatThrownBy(() -> await(second.start()))
                .hasCauseInstanceOf(BindException.class)
                .hasMessageContaining(String.valueOf(taken.getPort()));
    }
}
