package org.voxelpopuli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.BlockType;
import org.voxelpopuli.world.ChunkPos;

/** The seed's dialect on a real socket, spoken as plain strings. */
@Timeout(60)
class FirstSliceTest {
    @Test
    @DisplayName("V6.2, V6.3 ping; generate; connect; CHUNK_DATA; BLOCK_CHANGE; CHUNK_DATA")
    void aSeedClientChangesABlock() throws IOException {
        try (MemoryWorldStore store = new MemoryWorldStore();
                VoxelNode node =
                        VoxelNode.builder().port(0).store(store).start().join()) {
            node.ready().join();
            int port = node.address().port();
            assertThat(port).isEqualTo(node.port() + 1);
            try (SeedSocket ping = new SeedSocket(port)) {
                ping.say("{\"type\":\"ping\"}");
                assertThat(ping.line()).isEqualTo("pong");
                assertThat(ping.line()).isNull();
            }
            try (SeedSocket early = new SeedSocket(port)) {
                early.say("{\"type\":\"connect\",\"chunk\":[0,0]}");
                assertThat(early.line())
                        .startsWith("{\"ok\":false,\"error\":\"")
                        .contains("not resident");
                assertThat(early.line()).isNull();
            }
            try (SeedSocket generate = new SeedSocket(port)) {
                generate.say("{\"type\":\"generate\",\"chunk\":[0,0]}\n");
                assertThat(generate.line()).isEqualTo("{\"ok\":true}");
                assertThat(generate.line()).isNull();
            }
            try (SeedSocket client = new SeedSocket(port)) {
                client.say("{\"type\":\"connect\",\"chunk\":[0,0,0]}\n");
                assertThat(client.line()).isEqualTo("{\"ok\":true}");
                String before = client.packet(5);
                client.say("{\"type\":7,\"args\":[0,31,0,1],\"player\":\"\"}\n");
                String after = client.packet(5);
                assertThat(blocks(before)[31 * 32]).isEqualTo("0");
                assertThat(blocks(after)[31 * 32]).isEqualTo("1");
                assertThat(client.packet(6)).matches("\\{\"type\":6,\"args\":\\[[0-9.E-]+],\"player\":\"\"}");
            }
            assertThat(node.world().block(new BlockPos(0, 31, 0)).join()).isEqualTo(BlockType.STONE.id());
            assertThat(node.chunk(new ChunkPos(0, 0, 0)).join()).isPresent();
        }
    }

    private static String[] blocks(String chunkData) {
        return chunkData
                .substring(chunkData.indexOf('[') + 1, chunkData.indexOf(']'))
                .split(",", -1);
    }

    private static final class SeedSocket implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader reader;

        SeedSocket(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        void say(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        }

        String line() throws IOException {
            return reader.readLine();
        }

        String packet(int type) throws IOException {
            String line = line();
            while (!line.startsWith("{\"type\":" + type + ",")) {
                line = line();
            }
            return line;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
