package org.voxelpopuli.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.DirectoryQuery;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

class SeedJsonBadInputTest {
    private static final PlayerName ANNA = new PlayerName("anna");

    private final SeedJsonCodec codec = new SeedJsonCodec();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # MOVE with NaN, infinity, 1e308, missing yaw, ten extra numbers
            {"type":3,"args":[NaN,0,0,0],"player":"a"}                  | MALFORMED
            {"type":3,"args":[Infinity,0,0,0],"player":"a"}             | MALFORMED
            {"type":3,"args":[1e999,0,0,0],"player":"a"}                | OUT_OF_RANGE
            {"type":3,"args":[0,0,0,1e999],"player":"a"}                | OUT_OF_RANGE
            {"type":3,"args":[1e308,0,0,0],"player":"a"}                | OUT_OF_RANGE
            {"type":3,"args":[1,2,3],"player":"a"}                      | WRONG_SHAPE
            {"type":3,"args":[1,2,3,4,5,6,7,8,9,10,11,12,13,14],"player":"a"} | WRONG_SHAPE
            {"type":3,"args":["1",2,3,4],"player":"a"}                  | WRONG_SHAPE
            {"type":3,"args":[null,2,3,4],"player":"a"}                 | WRONG_SHAPE
            {"type":3,"args":[[1],2,3,4],"player":"a"}                  | WRONG_SHAPE
            {"type":3,"args":{"x":1},"player":"a"}                      | WRONG_SHAPE
            # Block change at local 32, at -1, at 1.5, with type -1, beyond 65535, 1e9
            {"type":7,"args":[32,0,0,1],"player":""}                    | OUT_OF_RANGE
            {"type":7,"args":[0,-1,0,1],"player":""}                    | OUT_OF_RANGE
            {"type":7,"args":[0,0,1.5,1],"player":""}                   | OUT_OF_RANGE
            {"type":7,"args":[0,0,0,-1],"player":""}                    | OUT_OF_RANGE
            {"type":7,"args":[0,0,0,65536],"player":""}                 | OUT_OF_RANGE
            {"type":7,"args":[0,0,0,1e9],"player":""}                   | OUT_OF_RANGE
            {"type":7,"args":[0,0,0,1e400],"player":""}                 | OUT_OF_RANGE
            {"type":7,"args":[0,0,0],"player":""}                       | WRONG_SHAPE
            {"type":7,"args":[],"player":""}                            | WRONG_SHAPE
            {"type":7,"player":""}                                      | WRONG_SHAPE
            # Types
            {"type":4,"args":[],"player":""}                            | UNKNOWN_TYPE
            {"type":5,"args":[1],"player":""}                           | UNKNOWN_TYPE
            {"type":6,"args":[1],"player":""}                           | UNKNOWN_TYPE
            {"type":1e9,"args":[],"player":""}                          | UNKNOWN_TYPE
            {"type":-1,"args":[],"player":""}                           | UNKNOWN_TYPE
            {"type":3.5,"args":[],"player":""}                          | UNKNOWN_TYPE
            {"type":"3","args":[1,2,3,4],"player":"a"}                  | WRONG_SHAPE
            {"type":null,"args":[1,2,3,4],"player":"a"}                 | WRONG_SHAPE
            {"args":[1,2,3,4],"player":"a"}                             | WRONG_SHAPE
            {}                                                          | WRONG_SHAPE
            # Players
            {"type":2,"args":[]}                                        | WRONG_SHAPE
            {"type":2,"args":[],"player":7}                             | WRONG_SHAPE
            {"type":2,"args":[],"player":null}                          | WRONG_SHAPE
            {"type":2,"args":[],"player":""}                            | BAD_NAME
            {"type":2,"args":[],"player":"a b"}                         | BAD_NAME
            {"type":2,"args":[],"player":"../../etc"}                   | BAD_NAME
            {"type":2,"args":[],"player":"<script>"}                    | BAD_NAME
            {"type":2,"args":[],"player":"a\\u0000"}                    | BAD_NAME
            {"type":2,"args":[],"player":"\\u202eabc"}                  | BAD_NAME
            {"type":2,"args":[],"player":"\\ud800"}                     | BAD_NAME
            {"type":2,"args":[1],"player":"a"}                          | WRONG_SHAPE
            {"type":1,"args":[1,2],"player":"a"}                        | WRONG_SHAPE
            # Duplicates, other values, cut or joined ones
            {"type":2,"type":2,"args":[],"player":"a"}                  | WRONG_SHAPE
            {"type":2,"args":[],"args":[],"player":"a"}                 | WRONG_SHAPE
            {"type":2,"args":[],"player":"a","player":"b"}              | WRONG_SHAPE
            [3]                                                         | WRONG_SHAPE
            3                                                           | WRONG_SHAPE
            "x"                                                         | WRONG_SHAPE
            null                                                        | WRONG_SHAPE
            {"type":2,"args":[],"player":"a"} x                         | MALFORMED
            {"type":2,"args":[],"player":"a"}{}                         | MALFORMED
            {"type":2,"args":[],"player":"a"                            | MALFORMED
            {"type":2,"args":[                                          | MALFORMED
            {'type':2}                                                  | MALFORMED
            {"type":02}                                                 | MALFORMED
            GET / HTTP/1.1                                              | MALFORMED
            """)
    void aBadPacketIsRefusedWithItsReason(String line, Rejection expected) {
        assertRejected(codec.decodeClientPacket(bytes(line)), expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"type":6,"args":[1440],"player":""}              | OUT_OF_RANGE
            {"type":6,"args":[-0.5],"player":""}              | OUT_OF_RANGE
            {"type":6,"args":[1,2],"player":""}               | WRONG_SHAPE
            {"type":5,"args":[1,2,3],"player":""}             | WRONG_SHAPE
            {"type":7,"args":[0,0,0,1],"player":""}           | UNKNOWN_TYPE
            """)
    void aBadServerPacketIsRefusedWithItsReason(String line, Rejection expected) {
        assertRejected(codec.decodeServerPacket(bytes(line)), expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"type":"hello"}                                  | UNKNOWN_TYPE
            {"type":1}                                        | WRONG_SHAPE
            {"chunk":[0,0]}                                   | WRONG_SHAPE
            {"type":"connect"}                                | WRONG_SHAPE
            {"type":"connect","chunk":[1]}                    | WRONG_SHAPE
            {"type":"connect","chunk":[1,2,3,4]}              | WRONG_SHAPE
            {"type":"connect","chunk":["1",2,3]}              | WRONG_SHAPE
            {"type":"connect","chunk":{"x":1}}                | WRONG_SHAPE
            {"type":"connect","chunk":[0.5,0]}                | OUT_OF_RANGE
            {"type":"connect","chunk":[67108864,0]}           | OUT_OF_RANGE
            {"type":"generate","chunk":[0,0,-67108865]}       | OUT_OF_RANGE
            {"type":"generate","chunk":[1e308,0]}             | OUT_OF_RANGE
            {"type":"ping","type":"dht"}                      | WRONG_SHAPE
            ping                                              | MALFORMED
            """)
    void aBadHandshakeIsRefusedWithItsReason(String line, Rejection expected) {
        assertRejected(codec.decodeHandshake(bytes(line)), expected);
    }

    @Test
    void aBadQueryIsRefusedWithItsReason() {
        assertRejected(codec.decodeDirectoryQuery(bytes("")), Rejection.UNKNOWN_TYPE);
        assertRejected(codec.decodeDirectoryQuery(bytes("[0,0]")), Rejection.UNKNOWN_TYPE);
        assertRejected(codec.decodeDirectoryQuery(bytes("0[0,0]")), Rejection.UNKNOWN_TYPE);
        assertRejected(codec.decodeDirectoryQuery(bytes("\2[0,0]")), Rejection.UNKNOWN_TYPE);
        assertRejected(codec.decodeDirectoryQuery(bytes("\0")), Rejection.MALFORMED);
        assertRejected(codec.decodeDirectoryQuery(bytes("\0[0,0")), Rejection.MALFORMED);
        assertRejected(codec.decodeDirectoryQuery(bytes("\0[0]")), Rejection.WRONG_SHAPE);
        assertRejected(codec.decodeDirectoryQuery(bytes("\0{\"name\":\"a\"}")), Rejection.WRONG_SHAPE);
        assertRejected(codec.decodeDirectoryQuery(bytes("\1[0,0]")), Rejection.WRONG_SHAPE);
        assertRejected(codec.decodeDirectoryQuery(bytes("\1{}")), Rejection.WRONG_SHAPE);
        assertRejected(codec.decodeDirectoryQuery(bytes("\1{\"name\":\"\"}")), Rejection.BAD_NAME);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[\"h\"]",
                "[1,2]",
                "[\"h\",0]",
                "[\"h\",65536]",
                "[\"h\",1.5]",
                "[\"\",1]",
                "[\"a\\nb\",1]",
                "[\"h\",1,2]",
                "{\"ok\":true}",
                "{}",
                "7",
                "[null,1]"
            })
    void aBadReplyIsRefused(String line) {
        Decoded<?> decoded =
                codec.decodeDirectoryReply(bytes(line), new DirectoryQuery.LocateChunk(new ChunkPos(0, 0, 0)));
        assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
        assertThat(codec.decodeDirectoryReply(bytes(line), new DirectoryQuery.FindPlayer(ANNA)))
                .isInstanceOf(Decoded.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"ok\":1}", "{\"ok\":false}", "{\"ok\":false,\"error\":1}", "[]", "pong", ""})
    void aBadAcknowledgementIsRefused(String line) {
        assertThat(codec.decodeAcknowledgement(bytes(line))).isInstanceOf(Decoded.Rejected.class);
    }

    @Test
    void aPacketIsReadWhateverTheOrderOfItsFieldsAndWhateverElseItHas() {
        String line =
                "{\"extra\":{\"a\":[1,{\"type\":9}]},\"player\":\"anna\",\"args\":[1.0,2e0,3,4.5],\"more\":null,\"type\":3.0} ";
        assertThat(codec.decodeClientPacket(bytes(line)))
                .isEqualTo(new Decoded.Accepted<>(new ClientPacket.MovePlayer(ANNA, new Position(1, 2, 3, 4.5))));
        assertThat(codec.decodeClientPacket(bytes("{\"args\":[1.0,2,3,65535],\"type\":7}")))
                .isEqualTo(new Decoded.Accepted<>(new ClientPacket.ChangeBlock(1, 2, 3, 65_535)));
    }

    @Test
    @DisplayName("V6.8 two normal forms of a name are one name")
    void namesAreNormalised() {
        PlayerName composed = new PlayerName("J\u00f6rg");
        assertThat(codec.decodeClientPacket(bytes("{\"type\":2,\"args\":[],\"player\":\"Jo\u0308rg\"}")))
                .isEqualTo(new Decoded.Accepted<>(new ClientPacket.DeregisterPlayer(composed)));
    }

    @Test
    void chunkDataInAnotherFormIsRead() {
        String numbers = "1, 0.0,".concat("0 ,".repeat(32_765)).concat("2e0");
        String line = "{\"player\":\"\",\"args\":[" + numbers + "],\"type\":5}";
        assertThat(((ServerPacket.ChunkData) accepted(codec.decodeServerPacket(bytes(line))))
                        .chunk()
                        .blocks())
                .startsWith(1, 0, 0)
                .endsWith(0, 2)
                .hasSize(32_768);
    }

    @ParameterizedTest
    @ValueSource(strings = {"65536", "-1", "1.5", "01", "", "\"1\"", "999999", "1e9"})
    void chunkDataWithABadBlockIsRefused(String block) {
        String line = "{\"type\":5,\"args\":[" + "0,".repeat(32_767) + block + "],\"player\":\"\"}";
        assertThat(codec.decodeServerPacket(bytes(line))).isInstanceOf(Decoded.Rejected.class);
        String inside = "{\"type\":5,\"args\":[" + block + ",0".repeat(32_767) + "],\"player\":\"\"}";
        assertThat(codec.decodeServerPacket(bytes(inside))).isInstanceOf(Decoded.Rejected.class);
    }

    @Test
    void chunkDataOfTheWrongLengthIsRefused() {
        for (int count : List.of(1, 32_767, 32_769, 100_000)) {
            String line = "{\"type\":5,\"args\":[" + "0,".repeat(count - 1) + "0],\"player\":\"\"}";
            assertRejected(codec.decodeServerPacket(bytes(line)), Rejection.WRONG_SHAPE);
        }
    }

    @Test
    void oversizeAndDeepMessagesAreRefused() {
        String deep = "[".repeat(10_000);
        assertRejected(codec.decodeServerPacket(bytes("{\"type\":" + deep)), Rejection.WRONG_SHAPE);
        assertRejected(codec.decodeServerPacket(bytes("{\"other\":" + deep)), Rejection.TOO_LARGE);
        assertRejected(
                codec.decodeClientPacket(bytes("{\"other\":" + "[".repeat(100) + "]".repeat(100) + "}")),
                Rejection.TOO_LARGE);
        assertRejected(codec.decodeClientPacket(new byte[64 << 10]), Rejection.TOO_LARGE);
        assertRejected(codec.decodeHandshake(new byte[64 << 10]), Rejection.TOO_LARGE);
        assertRejected(codec.decodeDirectoryQuery(new byte[64 << 10]), Rejection.TOO_LARGE);
        assertRejected(codec.decodeServerPacket(new byte[2 << 20]), Rejection.TOO_LARGE);
        String longName = "{\"type\":2,\"args\":[],\"player\":\"" + "x".repeat(1_000_000) + "\"}";
        assertRejected(codec.decodeServerPacket(bytes(longName)), Rejection.TOO_LARGE);
        assertRejected(codec.decodeClientPacket(bytes(longName)), Rejection.TOO_LARGE);
        assertRejected(codec.decodeClientPacket(bytes("{\"type\":" + "1".repeat(1_000) + "}")), Rejection.TOO_LARGE);
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        byte[] latin = "{\"type\":2,\"args\":[],\"player\":\"J\u00f6rg\"}".getBytes(StandardCharsets.ISO_8859_1);
        assertRejected(codec.decodeClientPacket(latin), Rejection.MALFORMED);
        byte[] utf16 = "{\"type\":2,\"args\":[],\"player\":\"a\"}".getBytes(StandardCharsets.UTF_16BE);
        assertRejected(codec.decodeClientPacket(utf16), Rejection.MALFORMED);
        assertRejected(
                codec.decodeClientPacket("{\"type\":2}".getBytes(StandardCharsets.UTF_16LE)), Rejection.MALFORMED);
    }

    @Test
    @DisplayName("V6.3 every second of the day survives, rounded or cut off")
    void timeIsExactToTheSecond() {
        for (int second = 0; second < 86_400; second++) {
            for (double minutes : new double[] {second / 60.0, (second + 0.4) / 60, (second + 0.999) / 60}) {
                ServerPacket packet = new ServerPacket.TimeOfDay(minutes);
                byte[] line = codec.encode(packet);
                double read = ((ServerPacket.TimeOfDay)
                                accepted(codec.decodeServerPacket(Arrays.copyOf(line, line.length - 1))))
                        .minutes();
                // A plain comparison first: there are 260 000 of them.
                if ((int) (read * 60) != second || Math.round(read * 60) != second) {
                    assertThat(read * 60).as("minutes %s", minutes).isEqualTo(second);
                }
            }
        }
    }

    @Test
    @DisplayName("random mutations of good messages are answered, never thrown")
    void fuzz() {
        List<byte[]> seeds = List.of(
                bytes("{\"type\":3,\"args\":[31.75,33,0,270],\"player\":\"J\u00f6rg\"}"),
                bytes("{\"type\":7,\"args\":[31,0,5,2],\"player\":\"\"}"),
                bytes("{\"type\":\"connect\",\"chunk\":[3,0,-1]}"),
                bytes("\0[3,0,-1]"),
                bytes("\1{\"name\":\"anna\"}"),
                bytes("[\"10.0.0.7\",4001]"),
                bytes("{\"ok\":false,\"error\":\"no\"}"));
        List<Function<byte[], Decoded<?>>> decoders = List.of(
                codec::decodeClientPacket,
                codec::decodeServerPacket,
                codec::decodeHandshake,
                codec::decodeAcknowledgement,
                codec::decodeDirectoryQuery,
                frame -> codec.decodeDirectoryReply(frame, new DirectoryQuery.FindPlayer(ANNA)),
                frame -> codec.decodeDirectoryReply(frame, new DirectoryQuery.LocateChunk(new ChunkPos(0, 0, 0))));
        for (long seed = 1; seed <= 5_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] frame = mutate(seeds.get(random.nextInt(seeds.size())), random);
            for (Function<byte[], Decoded<?>> decoder : decoders) {
                Decoded<?> decoded;
                try {
                    decoded = decoder.apply(frame);
                } catch (RuntimeException e) {
                    throw new AssertionError("seed " + seed, e);
                }
                if (decoded instanceof Decoded.Rejected<?> rejected && !plain(rejected.detail())) {
                    assertPlain(rejected.detail(), "seed " + seed);
                }
            }
        }
    }

    @Test
    @DisplayName("random mutations of CHUNK_DATA give the same as the long way through the parser, never an exception")
    void fuzzChunkData() {
        byte[] good = codec.encode(new ServerPacket.ChunkData(Chunk.filled(12)));
        for (long seed = 1; seed <= 200; seed++) {
            byte[] frame = mutate(Arrays.copyOf(good, good.length - 1), new SplittableRandom(seed));
            // A leading space keeps the quick way from being taken.
            byte[] slow = bytes(" " + new String(frame, StandardCharsets.ISO_8859_1));
            Decoded<ServerPacket> a = codec.decodeServerPacket(frame);
            Decoded<ServerPacket> b = codec.decodeServerPacket(slow);
            if (a instanceof Decoded.Accepted<ServerPacket> accepted
                    && accepted.value() instanceof ServerPacket.ChunkData data) {
                assertThat(((ServerPacket.ChunkData) accepted(b)).chunk().blocks())
                        .as("seed %d", seed)
                        .isEqualTo(data.chunk().blocks());
            }
        }
    }

    private static byte[] mutate(byte[] good, SplittableRandom random) {
        byte[] frame = good.clone();
        int changes = random.nextInt(4);
        for (int i = 0; i < changes && frame.length > 0; i++) {
            int at = random.nextInt(frame.length);
            switch (random.nextInt(5)) {
                case 0 -> frame[at] = (byte) random.nextInt(256);
                case 1 -> frame = Arrays.copyOf(frame, at);
                case 2 -> frame[at] = (byte) "{}[]\",:0123456789-.eE\\ntf\0".charAt(random.nextInt(25));
                case 3 -> frame = concat(Arrays.copyOf(frame, at), frame);
                default -> frame = concat(Arrays.copyOf(frame, at), Arrays.copyOfRange(frame, at + 1, frame.length));
            }
        }
        return frame;
    }

    private static byte[] concat(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    private static <T> T accepted(Decoded<T> decoded) {
        if (decoded instanceof Decoded.Accepted<T> accepted) {
            return accepted.value();
        }
        throw new AssertionError(decoded);
    }

    private static void assertRejected(Decoded<?> decoded, Rejection expected) {
        assertThat(decoded).isInstanceOfSatisfying(Decoded.Rejected.class, rejected -> {
            assertThat(rejected.rejection()).as(rejected.detail()).isEqualTo(expected);
            assertPlain(rejected.detail(), "detail");
        });
    }

    private static boolean plain(String detail) {
        return !detail.isBlank() && detail.length() < 300 && detail.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    private static void assertPlain(String detail, String description) {
        assertThat(detail).as(description).matches(SeedJsonBadInputTest::plain, "one short line of printable ASCII");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
