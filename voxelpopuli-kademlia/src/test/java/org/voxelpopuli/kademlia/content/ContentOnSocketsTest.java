package org.voxelpopuli.kademlia.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.voxelpopuli.kademlia.content.RealNodes.await;
import static org.voxelpopuli.kademlia.content.RealNodes.content;
import static org.voxelpopuli.kademlia.content.RealNodes.node;
import static org.voxelpopuli.kademlia.content.RealNodes.sharer;

import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.simulation.SeededRandom;

@DisplayName("Files on real sockets")
class ContentOnSocketsTest {
    private final NettyEnvironment environment = NettyEnvironment.createDaemon();

    @AfterEach
    void close() {
        environment.close();
    }

    @Test
    @DisplayName("P3 a file goes from one node to another, byte for byte")
    void fromOneToAnother(@TempDir Path folder) throws Exception {
        KademliaNode first = node(environment);
        ContentNode giver = content(first, environment);
        assertThatThrownBy(() -> await(giver.start())).hasStackTraceContaining("the Kademlia node has not started");
        await(first.start());
        InetSocketAddress address = await(giver.start());
        KademliaNode second = node(environment, "127.0.0.1:" + address.getPort());
        ContentNode taker = content(second, environment);
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
        InetSocketAddress taken = sharer(environment).address();
        KademliaNode third = node(environment);
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
