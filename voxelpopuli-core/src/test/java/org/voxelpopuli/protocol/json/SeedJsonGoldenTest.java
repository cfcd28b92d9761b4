package org.voxelpopuli.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.Acknowledgement;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.DirectoryQuery;
import org.voxelpopuli.protocol.DirectoryReply;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.protocol.Packet;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** The bytes of every message, written by hand from SPEC V6 and V8. Left: the value. Right: its bytes. */
class SeedJsonGoldenTest {
    private static final PlayerName ANNA = new PlayerName("anna");
    private static final ChunkPos CHUNK = new ChunkPos(3, 0, -1);

    private final SeedJsonCodec codec = new SeedJsonCodec();

    /** An all-air chunk with stone (1) at the first voxel and type 10007 at the last. */
    private static Chunk chunk() {
        Chunk chunk = Chunk.filled(0);
        chunk.set(0, 1);
        chunk.set(32_767, 10_007);
        return chunk;
    }

    /** Block 1, then 32 766 times air, then 10007. */
    private static final String CHUNK_LINE =
            "{\"type\":5,\"args\":[1," + "0,".repeat(32_766) + "10007],\"player\":\"\"}\n";

    private static Map<ClientPacket, String> clientPackets() {
        Map<ClientPacket, String> golden = new LinkedHashMap<>();
        // Anna enters at x 1, y 32, z -2.5.
        golden.put(
                new ClientPacket.RegisterPlayer(ANNA, new Position(1, 32, -2.5)),
                "{\"type\":1,\"args\":[1,32,-2.5],\"player\":\"anna\"}\n");
        golden.put(new ClientPacket.DeregisterPlayer(ANNA), "{\"type\":2,\"args\":[],\"player\":\"anna\"}\n");
        // Anna moves to x 31.75, y 33, z 0 and looks to 270 degrees.
        golden.put(
                new ClientPacket.MovePlayer(ANNA, new Position(31.75, 33, 0, 270)),
                "{\"type\":3,\"args\":[31.75,33,0,270],\"player\":\"anna\"}\n");
        // A name outside ASCII is UTF-8, not escaped.
        golden.put(
                new ClientPacket.MovePlayer(new PlayerName("J\u00f6rg"), new Position(0.1, 0, 1e-5, -90.5)),
                "{\"type\":3,\"args\":[0.1,0,1.0E-5,-90.5],\"player\":\"J\u00f6rg\"}\n");
        // The local block 31, 0, 5 becomes grass (2).
        golden.put(new ClientPacket.ChangeBlock(31, 0, 5, 2), "{\"type\":7,\"args\":[31,0,5,2],\"player\":\"\"}\n");
        return golden;
    }

    private static Map<ServerPacket, String> serverPackets() {
        Map<ServerPacket, String> golden = new LinkedHashMap<>();
        golden.put(
                new ServerPacket.PlayerRegistered(ANNA, new Position(1, 32, -2.5)),
                "{\"type\":1,\"args\":[1,32,-2.5],\"player\":\"anna\"}\n");
        golden.put(new ServerPacket.PlayerDeregistered(ANNA), "{\"type\":2,\"args\":[],\"player\":\"anna\"}\n");
        golden.put(
                new ServerPacket.PlayerMoved(ANNA, new Position(31.75, 33, 0, 270)),
                "{\"type\":3,\"args\":[31.75,33,0,270],\"player\":\"anna\"}\n");
        golden.put(new ServerPacket.ChunkData(chunk()), CHUNK_LINE);
        // Half past six in the morning, 15 seconds.
        golden.put(new ServerPacket.TimeOfDay(390.25), "{\"type\":6,\"args\":[390.25],\"player\":\"\"}\n");
        golden.put(new ServerPacket.TimeOfDay(0), "{\"type\":6,\"args\":[0],\"player\":\"\"}\n");
        return golden;
    }

    private static Map<Handshake, String> handshakes() {
        Map<Handshake, String> golden = new LinkedHashMap<>();
        golden.put(new Handshake.Connect(CHUNK), "{\"type\":\"connect\",\"chunk\":[3,0,-1]}\n");
        golden.put(new Handshake.Generate(CHUNK), "{\"type\":\"generate\",\"chunk\":[3,0,-1]}\n");
        golden.put(new Handshake.Dht(), "{\"type\":\"dht\"}\n");
        golden.put(new Handshake.Ping(), "{\"type\":\"ping\"}\n");
        return golden;
    }

    private static Map<DirectoryQuery, String> queries() {
        Map<DirectoryQuery, String> golden = new LinkedHashMap<>();
        golden.put(new DirectoryQuery.LocateChunk(CHUNK), "\0[3,0,-1]\n");
        golden.put(new DirectoryQuery.FindPlayer(ANNA), "\1{\"name\":\"anna\"}\n");
        return golden;
    }

    private static Map<DirectoryReply, String> replies() {
        Map<DirectoryReply, String> golden = new LinkedHashMap<>();
        golden.put(new DirectoryReply.ChunkServerAt(new ServerAddress("10.0.0.7", 4001)), "[\"10.0.0.7\",4001]\n");
        golden.put(new DirectoryReply.PlayerAt(Position.SPAWN), "[0,32,0]\n");
        golden.put(new DirectoryReply.Failed("no node is left"), "{\"ok\":false,\"error\":\"no node is left\"}\n");
        return golden;
    }

    private static Map<Acknowledgement, String> acknowledgements() {
        Map<Acknowledgement, String> golden = new LinkedHashMap<>();
        golden.put(Acknowledgement.OK, "{\"ok\":true}\n");
        // A quote and a newline in the reason are escaped: an acknowledgement is one line.
        golden.put(Acknowledgement.failure("not\n\"here\""), "{\"ok\":false,\"error\":\"not\\n\\\"here\\\"\"}\n");
        return golden;
    }

    @Test
    @DisplayName("V6.3 a client's packets")
    void clientPacketsAreTheseBytes() {
        clientPackets().forEach((packet, line) -> {
            assertThat(text(codec.encode(packet))).isEqualTo(line);
            assertThat(codec.decodeClientPacket(frame(line))).isEqualTo(new Decoded.Accepted<>(packet));
        });
    }

    @Test
    @DisplayName("V6.3, V6.4 a server's packets")
    void serverPacketsAreTheseBytes() {
        serverPackets().forEach((packet, line) -> {
            assertThat(text(codec.encode(packet))).isEqualTo(line);
            Decoded<ServerPacket> back = codec.decodeServerPacket(frame(line));
            if (packet instanceof ServerPacket.ChunkData data) {
                assertThat(blocks(back)).containsExactly(data.chunk().blocks());
            } else {
                assertThat(back).isEqualTo(new Decoded.Accepted<>(packet));
            }
        });
    }

    @Test
    @DisplayName("V6.2 handshakes")
    void handshakesAreTheseBytes() {
        handshakes().forEach((handshake, line) -> {
            assertThat(text(codec.encode(handshake))).isEqualTo(line);
            assertThat(codec.decodeHandshake(frame(line))).isEqualTo(new Decoded.Accepted<>(handshake));
        });
    }

    @Test
    @DisplayName("V8.1, V8.2 queries")
    void queriesAreTheseBytes() {
        queries().forEach((query, line) -> {
            assertThat(text(codec.encode(query))).isEqualTo(line);
            assertThat(codec.decodeDirectoryQuery(frame(line))).isEqualTo(new Decoded.Accepted<>(query));
        });
    }

    @Test
    @DisplayName("V8.1 replies")
    void repliesAreTheseBytes() {
        replies().forEach((reply, line) -> {
            DirectoryQuery query = reply instanceof DirectoryReply.PlayerAt
                    ? new DirectoryQuery.FindPlayer(ANNA)
                    : new DirectoryQuery.LocateChunk(CHUNK);
            assertThat(text(codec.encode(reply))).isEqualTo(line);
            assertThat(codec.decodeDirectoryReply(frame(line), query)).isEqualTo(new Decoded.Accepted<>(reply));
        });
    }

    @Test
    @DisplayName("V6.5 acknowledgements")
    void acknowledgementsAreTheseBytes() {
        acknowledgements().forEach((acknowledgement, line) -> assertThat(text(codec.encode(acknowledgement)))
                .isEqualTo(line));
        assertThat(codec.decodeAcknowledgement(frame("{\"ok\":true}\n")))
                .isEqualTo(new Decoded.Accepted<>(Acknowledgement.OK));
        // What a stranger wrote is made one line before anyone logs it.
        assertThat(codec.decodeAcknowledgement(frame("{\"ok\":false,\"error\":\"not\\n\\\"here\\\"\"}\n")))
                .isEqualTo(new Decoded.Accepted<>(Acknowledgement.failure("not \"here\"")));
    }

    @Test
    @DisplayName("V6.2 the answer to ping")
    void pongIsTheseBytes() {
        assertThat(SeedJsonCodec.pong()).containsExactly('p', 'o', 'n', 'g', '\n');
    }

    @Test
    @DisplayName("V8.3 [x,z] means y = 0, in the handshake and in queries")
    void twoCoordinatesMeanTheFlatWorld() {
        ChunkPos flat = new ChunkPos(3, 0, -1);
        assertThat(codec.decodeHandshake(frame("{\"type\":\"connect\",\"chunk\":[3,-1]}\n")))
                .isEqualTo(new Decoded.Accepted<>(new Handshake.Connect(flat)));
        assertThat(codec.decodeHandshake(frame("{\"type\":\"generate\",\"chunk\":[3,-1]}\n")))
                .isEqualTo(new Decoded.Accepted<>(new Handshake.Generate(flat)));
        assertThat(codec.decodeDirectoryQuery(frame("\0[3,-1]\n")))
                .isEqualTo(new Decoded.Accepted<>(new DirectoryQuery.LocateChunk(flat)));
    }

    @Test
    @DisplayName("V6.4 index = (x * 32 + y) * 32 + z")
    void theArrayIsFlattenedInThisOrder() {
        Chunk chunk = Chunk.filled(0);
        chunk.set(new BlockPos(1, 2, 3).voxel(), 3);
        String line = text(codec.encode(new ServerPacket.ChunkData(chunk)));
        String[] numbers =
                line.substring(line.indexOf('[') + 1, line.indexOf(']')).split(",", -1);
        assertThat(numbers).hasSize(32_768);
        assertThat(numbers[(1 * 32 + 2) * 32 + 3]).isEqualTo("3");
        assertThat(Arrays.stream(numbers).filter("0"::equals)).hasSize(32_767);
    }

    @Test
    @DisplayName("every message of the sealed families has its bytes here")
    void noMessageIsForgotten() {
        Stream.of(
                        Map.entry(ClientPacket.class, clientPackets()),
                        Map.entry(ServerPacket.class, serverPackets()),
                        Map.entry(Handshake.class, handshakes()),
                        Map.entry(DirectoryQuery.class, queries()),
                        Map.entry(DirectoryReply.class, replies()))
                .forEach(family -> assertThat(
                                family.getValue().keySet().stream().map(Object::getClass))
                        .as(family.getKey().getSimpleName())
                        .containsAll(Arrays.<Class<?>>asList(family.getKey().getPermittedSubclasses())));
        assertThat(Packet.class.getPermittedSubclasses()).containsExactly(ClientPacket.class, ServerPacket.class);
    }

    private static int[] blocks(Decoded<ServerPacket> decoded) {
        assertThat(decoded).isInstanceOf(Decoded.Accepted.class);
        return ((ServerPacket.ChunkData) ((Decoded.Accepted<ServerPacket>) decoded).value())
                .chunk()
                .blocks();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** What the framing gives to the codec: the line without its end. */
    private static byte[] frame(String line) {
        return line.substring(0, line.length() - 1).getBytes(StandardCharsets.UTF_8);
    }
}
