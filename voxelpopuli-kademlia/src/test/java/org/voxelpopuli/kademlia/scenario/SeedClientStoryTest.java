package org.voxelpopuli.kademlia.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.kademlia.wire.Compatibility;

/** What a client and a peer of the first document do, with plain sockets and strings, on two nodes with disks. */
@Timeout(120)
class SeedClientStoryTest {
    private static final String PEER = "00112233445566778899aabbccddeeff00112233";
    private static final Pattern SERVER = Pattern.compile("\\[\"127\\.0\\.0\\.1\",(\\d+)]");

    @Test
    @DisplayName(
            "V4, V6, V8 the whole story of the seed: find the chunk, enter, walk, build, leave, and stand there again")
    void story(@TempDir Path folder) throws IOException {
        try (VoxelNode first = start(folder.resolve("first"));
                VoxelNode second = start(folder.resolve("second"), "127.0.0.1:" + first.port())) {
            peer(first);
            int server;
            try (SeedSocket dht = new SeedSocket(second.address().port())) {
                dht.say("{\"type\":\"dht\"}");
                assertThat(dht.line()).isEqualTo("{\"ok\":true}");
                dht.say("\1{\"name\":\"zoe\"}\n");
                assertThat(dht.line()).isEqualTo("[0,32,0]");
                dht.say("\0[0,0]\n");
                Matcher address = SERVER.matcher(dht.line());
                assertThat(address.matches()).isTrue();
                server = Integer.parseInt(address.group(1));
            }
            assertThat(server).isIn(first.address().port(), second.address().port());
            play(server);
            for (VoxelNode node : new VoxelNode[] {first, second}) {
                try (SeedSocket dht = new SeedSocket(node.address().port())) {
                    dht.say("{\"type\":\"dht\"}\n");
                    assertThat(dht.line()).isEqualTo("{\"ok\":true}");
                    dht.say("\1{\"name\":\"zoe\"}");
                    assertThat(dht.line()).isEqualTo("[2.5,33,3.5]");
                }
            }
        }
    }

    private static void play(int server) throws IOException {
        try (SeedSocket zoe = new SeedSocket(server);
                SeedSocket other = new SeedSocket(server)) {
            other.say("{\"type\":\"connect\",\"chunk\":[0,0]}\n");
            assertThat(other.line()).isEqualTo("{\"ok\":true}");
            other.packet(5);
            zoe.say("{\"type\":\"connect\",\"chunk\":[0,0,0]}");
            assertThat(zoe.line()).isEqualTo("{\"ok\":true}");
            zoe.packet(5);
            zoe.say("{\"type\":1,\"args\":[0,32,0],\"player\":\"zoe\"}\n");
            assertThat(other.packet(1)).isEqualTo("{\"type\":1,\"args\":[0,32,0],\"player\":\"zoe\"}");
            zoe.say("{\"type\":3,\"args\":[2.5,33,3.5,180],\"player\":\"zoe\"}\n");
            assertThat(other.packet(3)).isEqualTo("{\"type\":3,\"args\":[2.5,33,3.5,180],\"player\":\"zoe\"}");
            zoe.say("{\"type\":7,\"args\":[2,30,3,3],\"player\":\"zoe\"}\n");
            String changed = zoe.packet(5);
            assertThat(other.packet(5)).isEqualTo(changed);
            assertThat(changed.substring(changed.indexOf('[') + 1).split(",", -1)[(2 * 32 + 30) * 32 + 3])
                    .isEqualTo("3");
            zoe.say("{\"type\":2,\"args\":[],\"player\":\"zoe\"}\n");
            assertThat(other.packet(2)).isEqualTo("{\"type\":2,\"args\":[],\"player\":\"zoe\"}");
        }
    }

    /** A peer of the seed pings over UDP; nobody answers it for a procedure that does not exist. */
    private static void peer(VoxelNode node) throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            socket.setSoTimeout(30_000);
            send(socket, node, "{\"id\":1,\"node\":\"" + PEER + "\",\"call\":true,\"rpc\":\"SHUTDOWN\",\"args\":[]}");
            send(
                    socket,
                    node,
                    "{\"id\":4294967295,\"node\":\"" + PEER + "\",\"call\":true,\"rpc\":\"PING\",\"args\":[]}");
            DatagramPacket packet = new DatagramPacket(new byte[65_535], 65_535);
            String text;
            do {
                socket.receive(packet);
                text = new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
                // The node pings a newcomer, too; we stay silent.
            } while (text.contains("\"call\":true"));
            assertThat(text)
                    .isEqualTo("{\"id\":4294967295,\"node\":\"" + node.id()
                            + "\",\"call\":false,\"rpc\":\"PING\",\"ret\":\"" + node.id() + "\"}");
        }
    }

    private static void send(DatagramSocket socket, VoxelNode node, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), node.port()));
    }

    private static VoxelNode start(Path data, String... bootstrap) {
        KademliaSettings settings = KademliaSettings.builder()
                .compatibility(Compatibility.SEED)
                .bootstrap(bootstrap)
                .build();
        VoxelNode node = VoxelNode.builder()
                .port(0)
                .data(data)
                .directory(KademliaDirectory.provider(settings))
                .start()
                .join();
        node.ready().join();
        return node;
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
