package org.voxelpopuli.benchmarks.kademlia.wire;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.kademlia.wire.Envelope;
import org.voxelpopuli.kademlia.wire.EnvelopeCodec;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Decoded;

/** A datagram of each kind (SPEC V4.4), written and read in each dialect. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class EnvelopeBenchmark {
    @Param({
        "PING",
        "PING_REPLY",
        "FIND_NODE",
        "FIND_NODE_REPLY",
        "STORE_CHUNK",
        "STORE_PLAYER",
        "STORE_REPLY",
        "FIND_CHUNK",
        "FIND_CHUNK_REPLY",
        "FIND_PLAYER_REPLY"
    })
    private String message = "";

    @Param({"JSON", "CBOR"})
    private Dialect dialect = Dialect.JSON;

    private EnvelopeCodec codec = dialect.codec();
    private final Random random = new Random(1);
    private final NodeId node = NodeId.random(random);
    private Envelope envelope = request("PING");
    private byte[] datagram = {};

    @Setup
    public void choose() {
        codec = dialect.codec();
        WireValue key = WireValue.of(NodeId.random(random));
        WireValue server = WireValue.items(WireValue.of("192.168.17.23"), WireValue.of(4_001));
        WireValue player = new WireValue.Fields(Map.of(
                "name",
                WireValue.of("Anna"),
                "position",
                WireValue.items(WireValue.of(-123.456), WireValue.of(17.0), WireValue.of(98.125))));
        envelope = switch (message) {
            case "PING" -> request("PING");
            case "PING_REPLY" -> reply("PING", key);
            case "FIND_NODE" -> request("FIND_NODE", key);
            case "FIND_NODE_REPLY" ->
                reply("FIND_NODE", new WireValue.Contacts(FindNodeReplyBenchmark.contacts(random)));
            case "STORE_CHUNK" -> request("STORE_CHUNK", key, server);
            case "STORE_PLAYER" -> request("STORE_PLAYER", key, player);
            case "STORE_REPLY" -> reply("STORE_CHUNK", WireValue.TRUE);
            case "FIND_CHUNK" -> request("FIND_CHUNK", key);
            case "FIND_CHUNK_REPLY" -> reply("FIND_CHUNK", new WireValue.Fields(Map.of("value", server)));
            case "FIND_PLAYER_REPLY" -> reply("FIND_PLAYER", new WireValue.Fields(Map.of("value", player)));
            default -> throw new IllegalArgumentException(message);
        };
        datagram = codec.encode(envelope);
        if (!(codec.decode(datagram) instanceof Decoded.Accepted)) {
            throw new IllegalStateException(message + " is not understood");
        }
    }

    private Envelope request(String rpc, WireValue... arguments) {
        return new Envelope.Request(0xFEDC_BA98L, node, rpc, List.of(arguments));
    }

    private Envelope reply(String rpc, WireValue result) {
        return new Envelope.Reply(0xFEDC_BA98L, node, rpc, result);
    }

    @Benchmark
    public byte[] encode() {
        return codec.encode(envelope);
    }

    @Benchmark
    public Decoded<Envelope> decode() {
        return codec.decode(datagram);
    }
}
