package org.voxelpopuli.benchmarks.protocol;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.Acknowledgement;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.DirectoryQuery;
import org.voxelpopuli.protocol.DirectoryReply;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.protocol.json.SeedJsonCodec;
import org.voxelpopuli.terrain.HeightMapTerrain;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** A message of each kind of the game connection in the seed's JSON (SPEC V6, V8), written and read. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SeedJsonBenchmark {
    @Param({
        "CONNECT", "ACKNOWLEDGEMENT", "REGISTER", "DEREGISTER", "MOVE", "BLOCK_CHANGE", "PLAYER_REGISTER",
        "PLAYER_DEREGISTER", "PLAYER_MOVE", "CHUNK_DATA", "TIME", "LOCATE_CHUNK", "CHUNK_SERVER_AT", "FIND_PLAYER",
        "PLAYER_AT"
    })
    private String message = "";

    private final SeedJsonCodec codec = new SeedJsonCodec();
    private Supplier<byte[]> encode = () -> new byte[0];
    private Function<byte[], Decoded<?>> decode = codec::decodeHandshake;
    private byte[] frame = {};

    @Setup
    public void choose() {
        PlayerName anna = new PlayerName("Anna");
        Position place = new Position(-123.456, 17, 98.125, 270.5);
        ChunkPos chunk = new ChunkPos(-4, 0, 3);
        DirectoryQuery locate = new DirectoryQuery.LocateChunk(chunk);
        DirectoryQuery find = new DirectoryQuery.FindPlayer(anna);
        switch (message) {
            case "CONNECT" -> use(() -> codec.encode(new Handshake.Connect(chunk)), codec::decodeHandshake);
            case "ACKNOWLEDGEMENT" -> use(() -> codec.encode(Acknowledgement.OK), codec::decodeAcknowledgement);
            case "REGISTER" -> client(new ClientPacket.RegisterPlayer(anna, place));
            case "DEREGISTER" -> client(new ClientPacket.DeregisterPlayer(anna));
            case "MOVE" -> client(new ClientPacket.MovePlayer(anna, place));
            case "BLOCK_CHANGE" -> client(new ClientPacket.ChangeBlock(31, 17, 0, 3));
            case "PLAYER_REGISTER" -> server(new ServerPacket.PlayerRegistered(anna, place));
            case "PLAYER_DEREGISTER" -> server(new ServerPacket.PlayerDeregistered(anna));
            case "PLAYER_MOVE" -> server(new ServerPacket.PlayerMoved(anna, place));
            case "CHUNK_DATA" -> server(new ServerPacket.ChunkData(new HeightMapTerrain(0).generate(chunk)));
            case "TIME" -> server(new ServerPacket.TimeOfDay(723.25));
            case "LOCATE_CHUNK" -> use(() -> codec.encode(locate), codec::decodeDirectoryQuery);
            case "FIND_PLAYER" -> use(() -> codec.encode(find), codec::decodeDirectoryQuery);
            case "CHUNK_SERVER_AT" -> {
                DirectoryReply at = new DirectoryReply.ChunkServerAt(new ServerAddress("192.168.17.23", 4_001));
                use(() -> codec.encode(at), bytes -> codec.decodeDirectoryReply(bytes, locate));
            }
            case "PLAYER_AT" -> {
                DirectoryReply at = new DirectoryReply.PlayerAt(place);
                use(() -> codec.encode(at), bytes -> codec.decodeDirectoryReply(bytes, find));
            }
            default -> throw new IllegalArgumentException(message);
        }
    }

    private void client(ClientPacket packet) {
        use(() -> codec.encode(packet), codec::decodeClientPacket);
    }

    private void server(ServerPacket packet) {
        use(() -> codec.encode(packet), codec::decodeServerPacket);
    }

    private void use(Supplier<byte[]> encoder, Function<byte[], Decoded<?>> decoder) {
        encode = encoder;
        decode = decoder;
        byte[] encoded = encoder.get();
        int length = encoded[encoded.length - 1] == '\n' ? encoded.length - 1 : encoded.length;
        frame = Arrays.copyOf(encoded, length);
        if (!(decoder.apply(frame) instanceof Decoded.Accepted)) {
            throw new IllegalStateException(message + " is not understood");
        }
    }

    @Benchmark
    public byte[] encode() {
        return encode.get();
    }

    @Benchmark
    public Decoded<?> decode() {
        return decode.apply(frame);
    }
}
