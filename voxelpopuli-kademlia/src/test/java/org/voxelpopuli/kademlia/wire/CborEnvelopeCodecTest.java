package org.voxelpopuli.kademlia.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.simulation.SeededRandom;

class CborEnvelopeCodecTest {
    /** The head of a reply, up to its result. */
    private static final String REPLY = "83021b0123456789abcdef";

    private static final String REPLY_WITH_OPTIONS = "84021b0123456789abcdeff6";
    private static final String REQUEST = "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d";

    private final CborEnvelopeCodec codec = new CborEnvelopeCodec();

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private Decoded<Envelope> decode(String hex) {
        return codec.decode(bytes(hex));
    }

    private Envelope read(byte[] datagram) {
        Decoded<Envelope> decoded = codec.decode(datagram);
        assertThat(decoded).isInstanceOf(Decoded.Accepted.class);
        return ((Decoded.Accepted<Envelope>) decoded).value();
    }

    private WireValue result(String hex) {
        return ((Envelope.Reply) read(bytes(REPLY + hex))).ret();
    }

    private static Rejection rejection(Decoded<?> decoded) {
        assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
        Decoded.Rejected<?> rejected = (Decoded.Rejected<?>) decoded;
        assertThat(rejected.detail()).isNotBlank().hasSizeLessThan(200).doesNotContain("\n");
        return rejected.rejection();
    }

    static Stream<String> goldens() {
        return CborGolden.ALL.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void writesExactlyTheseBytesAndReadsThem(String name) {
        CborGolden.Golden golden = CborGolden.ALL.get(name);
        assertThat(HexFormat.of().formatHex(codec.encode(golden.envelope()))).isEqualTo(golden.hex());
        assertThat(HexFormat.of().formatHex(codec.encode(read(golden.datagram()))))
                .isEqualTo(golden.hex());
    }

    @Test
    void everyKindOfMessageAndOfValueHasGoldenBytes() {
        List<Object> all = new ArrayList<>();
        for (CborGolden.Golden golden : CborGolden.ALL.values()) {
            all.add(golden.envelope());
            if (golden.envelope() instanceof Envelope.Reply reply) {
                all.add(reply.ret());
            }
        }
        for (Class<?> family : List.of(Envelope.class, WireValue.class)) {
            for (Class<?> leaf : family.getPermittedSubclasses()) {
                assertThat(all).as(leaf.getSimpleName()).hasAtLeastOneElementOfType(leaf);
            }
        }
        assertThat(CborGolden.ALL.keySet())
                .containsAll(
                        RpcNumbers.NAMES.stream().map(name -> name + " request").toList());
    }

    @Test
    void readsWhatWasMeant() throws Exception {
        Envelope.Request request = (Envelope.Request)
                read(CborGolden.ALL.get("request with all options").datagram());
        assertThat(request.id()).isEqualTo(CborGolden.ID);
        assertThat(request.node()).isEqualTo(CborGolden.A);
        assertThat(request.rpc()).isEqualTo("FIND_NODE");
        assertThat(WireReader.id(request.args().get(0), "id")).isEqualTo(CborGolden.CHUNK);
        assertThat(request.options())
                .isEqualTo(RequestOptions.NONE
                        .withTo(CborGolden.B)
                        .withPadding(6)
                        .withToken(CborGolden.TOKEN)
                        .withNetwork(CborGolden.NETWORK));
        Envelope.Reply reply = (Envelope.Reply)
                read(CborGolden.ALL.get("reply with all options").datagram());
        assertThat(reply.node()).contains(CborGolden.B);
        assertThat(reply.rpc()).isEmpty();
        assertThat(reply.options().more()).hasValue(1);
        assertThat(reply.options().proof()).contains(CborGolden.PROOF);
        assertThat(WireReader.contacts(reply.ret(), "nodes")).containsExactly(CborGolden.IPV4);
        Envelope.Refusal refusal = (Envelope.Refusal)
                read(CborGolden.ALL.get("refusal of an unknown reason").datagram());
        assertThat(refusal.code()).isEqualTo(RefusalCode.OTHER);
        assertThat(refusal.number()).isEqualTo(99);
        for (String name :
                List.of("refusal", "Text", "Items", "Fields", "Bytes", "Num 1e3", "Num 32.5", "reply with node")) {
            CborGolden.Golden golden = CborGolden.ALL.get(name);
            assertThat(read(golden.datagram())).isEqualTo(golden.envelope());
        }
    }

    @Test
    void theReasonsOfRefusalsHaveTheirNumbers() {
        for (RefusalCode code : RefusalCode.values()) {
            assertThat(RefusalCode.of(code.number())).isEqualTo(code);
        }
        assertThat(RefusalCode.of(-1)).isEqualTo(RefusalCode.OTHER);
        assertThat(RefusalCode.of(8)).isEqualTo(RefusalCode.OTHER);
    }

    @ParameterizedTest
    @CsvSource({"7b, JSON", "20, JSON", "09, JSON", "0a, JSON", "0d, JSON", "80, CBOR", "85, CBOR", "9f, CBOR"})
    void theFirstByteTellsTheDialect(String hex, Dialect dialect) {
        assertThat(Dialect.of(bytes(hex))).isEqualTo(new Decoded.Accepted<>(dialect));
    }

    @Test
    void otherFirstBytesAreNoDialect() {
        assertThat(rejection(Dialect.of(new byte[0]))).isEqualTo(Rejection.MALFORMED);
        long dialects = IntStream.range(0, 256)
                .filter(first -> Dialect.of(new byte[] {(byte) first}) instanceof Decoded.Accepted)
                .count();
        assertThat(dialects).isEqualTo(32 + 5);
        assertThat(Dialect.JSON.codec()).isInstanceOf(JsonEnvelopeCodec.class);
        assertThat(Dialect.CBOR.codec()).isInstanceOf(CborEnvelopeCodec.class);
    }

    @ParameterizedTest
    @CsvSource({
        "'', MALFORMED",
        "80, MALFORMED",
        "00, WRONG_SHAPE",
        "9f01ff, MALFORMED",
        "8100, UNKNOWN_TYPE",
        "8104, UNKNOWN_TYPE",
        "81f6, WRONG_SHAPE",
        "8101, WRONG_SHAPE",
        "82021b0123456789abcdef, WRONG_SHAPE",
        "85021b0123456789abcdeff6a0f6, WRONG_SHAPE",
        "830200f6, WRONG_SHAPE",
        "83021a00000001f6, WRONG_SHAPE",
        "83023b0123456789abcdeff6, WRONG_SHAPE",
        "85011b0123456789abcdef4100, WRONG_SHAPE",
        "85011b0123456789abcdef41000080, WRONG_SHAPE",
        "85011b0123456789abcdef6161, WRONG_SHAPE",
        "84031b0123456789abcdef1a0001000060, OUT_OF_RANGE",
        "84031b0123456789abcdef2060, WRONG_SHAPE",
        "84031b0123456789abcdef0101, WRONG_SHAPE",
    })
    void aMessageThatIsWrongIsRefused(String hex, Rejection expected) {
        assertThat(rejection(decode(hex))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0c80, UNKNOWN_TYPE",
        "1bffffffffffffffff80, OUT_OF_RANGE",
        "f680, WRONG_SHAPE",
        "00a0, WRONG_SHAPE",
        "009fff, MALFORMED",
        "0081, MALFORMED",
        "61ff80, MALFORMED",
    })
    void aRequestThatIsWrongIsRefused(String rest, Rejection expected) {
        assertThat(rejection(decode(REQUEST + rest))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "f7, WRONG_SHAPE",
        "e0, WRONG_SHAPE",
        "f8ff, WRONG_SHAPE",
        "ff, MALFORMED",
        "1c, MALFORMED",
        "1e, MALFORMED",
        "19ff, MALFORMED",
        "5f4100ff, MALFORMED",
        "7f6161ff, MALFORMED",
        "9f01ff, MALFORMED",
        "bf616101ff, MALFORMED",
        "61ff, MALFORMED",
        "62c080, MALFORMED",
        "63eda080, MALFORMED",
        "64f4908080, MALFORMED",
        "61c3, MALFORMED",
        "a2616101616102, WRONG_SHAPE",
        "a10102, WRONG_SHAPE",
        "a161ff02, MALFORMED",
        "f97e00, OUT_OF_RANGE",
        "f97c00, OUT_OF_RANGE",
        "fa7f800000, OUT_OF_RANGE",
        "fbfff0000000000000, OUT_OF_RANGE",
        "c100, WRONG_SHAPE",
        "c24101, WRONG_SHAPE",
        "c400, WRONG_SHAPE",
        "c48120, WRONG_SHAPE",
        "c4820001, OUT_OF_RANGE",
        "c4823101, OUT_OF_RANGE",
        "c4822060, WRONG_SHAPE",
        "c482201b0de0b6b3a7640000, OUT_OF_RANGE",
        "da766f786501, WRONG_SHAPE",
        "da766f786560, WRONG_SHAPE",
        "da766f7865622d2d, WRONG_SHAPE",
        "da766f7865623031, WRONG_SHAPE",
        "da766f7865622b31, WRONG_SHAPE",
        "da766f786562312e, WRONG_SHAPE",
        "da766f7865623165, WRONG_SHAPE",
        "da766f7865634e614e, WRONG_SHAPE",
        "f6f6, MALFORMED",
    })
    void aValueThatIsWrongIsRefused(String hex, Rejection expected) {
        assertThat(rejection(decode(REPLY + hex))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "a2" + "0400" + "0400, WRONG_SHAPE",
        "a2" + "0900" + "0900, WRONG_SHAPE",
        "a1" + "184000, OUT_OF_RANGE",
        "a1" + "2000, WRONG_SHAPE",
        "a1" + "616100, WRONG_SHAPE",
        "a1" + "0153a9993e364706816aba3e25717850c26c9cd0d8, WRONG_SHAPE",
        "a1" + "0347fedcba98765432, WRONG_SHAPE",
        "a1" + "0300, WRONG_SHAPE",
        "a1" + "0420, WRONG_SHAPE",
        "a1" + "041a80000000, OUT_OF_RANGE",
        "a1" + "09, MALFORMED",
        "a1" + "09ff, MALFORMED",
        "a1" + "095fff, MALFORMED",
        "a1" + "09f81f, MALFORMED",
        "a1" + "095820, MALFORMED",
        "80, WRONG_SHAPE",
        "b7, MALFORMED",
        "a000, MALFORMED",
    })
    void anOptionThatIsWrongIsRefused(String hex, Rejection expected) {
        assertThat(rejection(decode(REPLY_WITH_OPTIONS + hex))).isEqualTo(expected);
    }

    @Test
    void optionsComeInAnyOrderAndUnknownOnesArePassedOver() {
        Envelope plain = read(bytes(REPLY + "f6"));
        assertThat(read(bytes(REPLY_WITH_OPTIONS + "a0"))).isEqualTo(plain);
        // An indefinite length apart, whatever is well-formed: a date, a bignum, a map with a list as key, a float,
        // undefined.
        assertThat(read(bytes(REPLY_WITH_OPTIONS + "a5" + "183fc11a514b67b0" + "00c249010000000000000000"
                        + "08a1820102f7" + "06fbfff0000000000000" + "07f8ff")))
                .isEqualTo(plain);
        assertThat(read(bytes(REPLY_WITH_OPTIONS + "a3" + "0405" + "0980" + "0348fedcba9876543210")))
                .isEqualTo(new Envelope.Reply(
                        CborGolden.ID,
                        Optional.empty(),
                        WireValue.NULL,
                        ReplyOptions.NONE.withMore(5).withToken(CborGolden.TOKEN)));
    }

    @ParameterizedTest
    @CsvSource({
        "1800, 0",
        "1b0000000000000001, 1",
        "1bffffffffffffffff, 18446744073709551615",
        "3bffffffffffffffff, -18446744073709551616",
        "3b8000000000000000, -9223372036854775809",
        "f90000, 0",
        "f98000, -0.0",
        "f93e00, 1.5",
        "f90001, 5.960464477539063E-8",
        "fb3d20000000000000, 2.842170943040401E-14",
        "f97bff, 65504",
        "f9c400, -4",
        "fa47c35000, 100000",
        "fb4040400000000000, 32.5",
        "c482201a00000000, 0.0",
        "c4822901, 0.0000000001",
        "c4823001, 0.00000000000000001",
        "c4822000, 0.0",
        "da766f78656131, 1",
        "da766f786566312e35452b33, 1.5E+3",
    })
    void otherFormsOfNumbersAreReadToo(String hex, String literal) {
        assertThat(result(hex)).isEqualTo(new WireValue.Num(literal));
    }

    @Test
    void numbersWithoutAnExactShortFormAreWrittenAsText() {
        for (String literal : List.of(
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999",
                "01",
                "1.",
                ".5",
                "-",
                "-0",
                "1.0000000000000000001",
                "1E0",
                "--1",
                "1.2.3")) {
            byte[] text = codec.encode(CborGolden.reply(new WireValue.Num(literal)));
            assertThat(HexFormat.of().formatHex(text))
                    .as(literal)
                    .startsWith(REPLY + "da766f7865")
                    .endsWith(HexFormat.of().formatHex(literal.getBytes(UTF_8)));
        }
        for (String literal :
                List.of("0.1", "1.0", "123456789012345678", "9999999999.99999999", "-0.00000000000000001")) {
            byte[] datagram = codec.encode(CborGolden.reply(new WireValue.Num(literal)));
            assertThat(datagram).hasSizeLessThan(11 + 14);
            assertThat(((Envelope.Reply) read(datagram)).ret()).isEqualTo(new WireValue.Num(literal));
        }
    }

    @Test
    void everyTruncationIsMalformedAndNothingMayFollow() {
        CborGolden.ALL.forEach((name, golden) -> {
            byte[] datagram = golden.datagram();
            for (int length = 0; length < datagram.length; length++) {
                assertThat(rejection(codec.decode(Arrays.copyOf(datagram, length))))
                        .as(name + " cut at " + length)
                        .isEqualTo(Rejection.MALFORMED);
            }
            assertThat(rejection(codec.decode(Arrays.copyOf(datagram, datagram.length + 1))))
                    .isEqualTo(Rejection.MALFORMED);
        });
    }

    @Test
    void flippedBitsAndJunkAlwaysEndInAnAnswer() {
        List<byte[]> datagrams = CborGolden.ALL.values().stream()
                .map(CborGolden.Golden::datagram)
                .toList();
        SeededRandom.forEachSeed(10, (seed, random) -> {
            for (int i = 0; i < 10_000; i++) {
                byte[] mutated = mutated(datagrams.get(random.nextInt(datagrams.size())), random);
                Decoded<Envelope> decoded = codec.decode(mutated);
                if (decoded instanceof Decoded.Accepted<Envelope> accepted) {
                    assertThat(read(codec.encode(accepted.value()))).isEqualTo(accepted.value());
                } else {
                    rejection(decoded);
                }
            }
        });
    }

    private static byte[] mutated(byte[] datagram, RandomGenerator random) {
        byte[] bytes = random.nextInt(20) == 0 ? new byte[random.nextInt(300)] : datagram.clone();
        if (bytes != datagram && random.nextInt(20) == 0) {
            random.nextBytes(bytes);
        }
        for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 8));
                default -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return bytes;
    }

    @Test
    void whatIsClaimedButNotThereIsRefusedBeforeRoomIsMadeForIt() {
        for (String claim : List.of("5", "7", "9", "b")) {
            for (String length : List.of(
                    "8ff",
                    "9ffff",
                    "a7fffffff",
                    "affffffff",
                    "b000000007fffffff",
                    "b7fffffffffffffff",
                    "bffffffffffffffff")) {
                // Major types 2 to 5 have the first digit 4, 6, 8, a, and with a length that follows 5, 7, 9, b.
                assertThat(rejection(decode(REPLY + claim + length + "00".repeat(40))))
                        .isEqualTo(Rejection.MALFORMED);
                assertThat(rejection(decode(REPLY_WITH_OPTIONS + "a109" + claim + length + "00".repeat(40))))
                        .isEqualTo(Rejection.MALFORMED);
            }
        }
        // Each of 14 lists claims as many items as there are bytes left, and they are nearly all there.
        String lists = "993f00".repeat(14);
        byte[] datagram = bytes(REPLY + lists + "f7" + "00".repeat(0x3f00 + 64));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        rejection(codec.decode(datagram));
        long before = threads.getThreadAllocatedBytes(self);
        Decoded<Envelope> decoded = codec.decode(datagram);
        long allocated = threads.getThreadAllocatedBytes(self) - before;
        assertThat(rejection(decoded)).isEqualTo(Rejection.WRONG_SHAPE);
        assertThat(allocated).isLessThan(8 << 10);
    }

    @Test
    void deepNestingIsRefused() {
        for (String deeper : List.of("81", "a16161", "c1", "c4", "da766f7865")) {
            Rejection value = rejection(decode(REPLY + deeper.repeat(10_000) + "f6"));
            assertThat(value)
                    .isEqualTo(
                            deeper.startsWith("c") || deeper.startsWith("d")
                                    ? Rejection.WRONG_SHAPE
                                    : Rejection.TOO_LARGE);
            assertThat(rejection(decode(REPLY_WITH_OPTIONS + "a109" + deeper.repeat(10_000) + "f6")))
                    .isEqualTo(Rejection.TOO_LARGE);
        }
    }

    @Test
    void limitsAreThoseOfJson() {
        JsonEnvelopeCodec json = new JsonEnvelopeCodec();
        Map<Object, Boolean> cases = new LinkedHashMap<>();
        cases.put(nested(14), true);
        cases.put(nested(15), false);
        cases.put(WireValue.of("x".repeat(32_768)), true);
        cases.put(WireValue.of("x".repeat(32_769)), false);
        cases.put(WireValue.of("\u20ac".repeat(32_768)), true);
        cases.put(WireValue.of("\u20ac".repeat(32_769)), false);
        cases.put(new WireValue.Fields(Map.of("x".repeat(256), WireValue.NULL)), true);
        cases.put(new WireValue.Fields(Map.of("\u20ac".repeat(86), WireValue.NULL)), false);
        cases.put(new WireValue.Fields(Map.of("x".repeat(257), WireValue.NULL)), false);
        cases.put(new WireValue.Num("1".repeat(64)), true);
        cases.put(new WireValue.Num("1".repeat(65)), false);
        cases.put(new WireValue.Items(Collections.nCopies(19_900, WireValue.NULL)), true);
        cases.put(new WireValue.Items(Collections.nCopies(20_000, WireValue.NULL)), false);
        cases.forEach((value, allowed) -> {
            Envelope.Request request = new Envelope.Request(7, CborGolden.A, "STORE", List.of((WireValue) value));
            for (EnvelopeCodec each : List.of(codec, json)) {
                Decoded<Envelope> decoded = each.decode(each.encode(request));
                if (allowed) {
                    assertThat(decoded).isEqualTo(new Decoded.Accepted<Envelope>(request));
                } else {
                    assertThat(rejection(decoded)).isEqualTo(Rejection.TOO_LARGE);
                }
            }
        });
        String name = "x".repeat(65);
        assertThat(rejection(codec.decode(codec.encode(new Envelope.Request(7, CborGolden.A, name, List.of())))))
                .isEqualTo(Rejection.TOO_LARGE);
        assertThat(rejection(decode("84031b0123456789abcdef0178c9" + "61".repeat(201))))
                .isEqualTo(Rejection.TOO_LARGE);
        assertThat(rejection(decode("86" + REQUEST.substring(2) + "0080a1025904d1" + "00".repeat(1233))))
                .isEqualTo(Rejection.TOO_LARGE);
    }

    private static WireValue nested(int depth) {
        return depth == 0 ? WireValue.NULL : WireValue.items(nested(depth - 1));
    }

    @Test
    void aValueIsTheSameWhicheverWayItCame() {
        SeededRandom.forEachSeed(200, (seed, random) -> {
            for (int i = 0; i < 50; i++) {
                WireValue value = randomValue(random, 4);
                WireValue overCbor = ((Envelope.Reply) read(codec.encode(CborGolden.reply(value)))).ret();
                assertThat(overCbor).isEqualTo(value);
                WireValue overJson = JsonValues.read(JsonValues.write(overCbor));
                assertThat(overJson).isEqualTo(value);
                assertThat(codec.encode(CborGolden.reply(overJson))).isEqualTo(codec.encode(CborGolden.reply(value)));
            }
        });
    }

    private static WireValue randomValue(RandomGenerator random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> WireValue.of(randomText(random));
            case 1 -> WireValue.of(random.nextLong() >> random.nextInt(64));
            case 2 -> WireValue.of(randomDouble(random));
            case 3 -> new WireValue.Num(randomLiteral(random));
            case 4 -> random.nextBoolean() ? WireValue.TRUE : WireValue.FALSE;
            case 5 -> WireValue.NULL;
            case 6 ->
                new WireValue.Items(Stream.generate(() -> randomValue(random, depth - 1))
                        .limit(random.nextInt(5))
                        .toList());
            default -> {
                Map<String, WireValue> fields = new LinkedHashMap<>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    fields.put(randomText(random), randomValue(random, depth - 1));
                }
                yield new WireValue.Fields(fields);
            }
        };
    }

    private static double randomDouble(RandomGenerator random) {
        double any = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(any) && random.nextBoolean() ? any : (random.nextDouble() - 0.5) * 2000;
    }

    private static String randomLiteral(RandomGenerator random) {
        StringBuilder literal = new StringBuilder(random.nextBoolean() ? "-" : "");
        literal.append(random.nextInt(4) == 0 ? "0" : (1 + random.nextInt(9)) + digits(random, 22));
        if (random.nextInt(4) > 0) {
            literal.append('.').append(random.nextInt(1000)).append(digits(random, 20));
        }
        if (random.nextInt(4) == 0) {
            literal.append(random.nextBoolean() ? "e-" : "E").append(random.nextInt(400));
        }
        return literal.toString();
    }

    private static String digits(RandomGenerator random, int most) {
        return random.ints(random.nextInt(most), 0, 10)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining());
    }

    private static String randomText(RandomGenerator random) {
        int[] bounds = {0x80, 0x800, 0x10000, 0x110000};
        int bound = bounds[random.nextInt(bounds.length)];
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            int point = random.nextInt(bound);
            text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? 0xFFFD : point);
        }
        return text.toString();
    }

    @Test
    void halfACharacterIsNoText() {
        assertThatThrownBy(() -> WireValue.of("a\ud800")).hasMessageContaining("surrogate");
        assertThatThrownBy(() -> WireValue.of("\ude00\ud83d")).hasMessageContaining("surrogate");
        for (String json : List.of("\"\\ud800\"", "{\"\\ude00\":1}", "[\"\\ud800x\"]")) {
            assertThatThrownBy(() -> JsonValues.read(json))
                    .isInstanceOf(BadValueException.class)
                    .hasMessageContaining("surrogate");
        }
    }

    @Test
    void bytesAndIdsAreReadFromEitherDialect() throws Exception {
        WireValue.Bytes bytes = WireValue.Bytes.of(new byte[] {-1, -2, 0, 63, -65});
        assertThat(JsonValues.write(bytes)).isEqualTo("\"__4AP78\"");
        assertThat(WireReader.bytes(JsonValues.read("\"__4AP78\""), "bytes", 5)).isEqualTo(bytes);
        assertThat(WireReader.bytes(result("45fffe003fbf"), "bytes", 5))
                .isEqualTo(bytes)
                .hasSameHashCodeAs(bytes);
        assertThat(bytes.toByteArray()).hasSize(bytes.length());
        assertThatThrownBy(() -> WireReader.bytes(bytes, "bytes", 4)).hasMessageContaining("allowed are 4");
        for (WireValue bad : List.of(WireValue.of("+/"), WireValue.of("a"), WireValue.TRUE)) {
            assertThatThrownBy(() -> WireReader.bytes(bad, "bytes", 9)).hasMessageContaining("base64url");
        }
        WireValue id = WireValue.of(CborGolden.A);
        assertThat(JsonValues.write(id)).isEqualTo("\"" + CborGolden.A + "\"");
        assertThat(WireReader.id(id, "id")).isEqualTo(CborGolden.A);
        assertThat(WireReader.id(JsonValues.read(JsonValues.write(id)), "id")).isEqualTo(CborGolden.A);
        assertThat(WireReader.id(result("54" + CborGolden.A), "id")).isEqualTo(CborGolden.A);
        assertThatThrownBy(() ->
                        WireReader.id(result("53" + CborGolden.A.toString().substring(2)), "id"))
                .hasMessageContaining("20 bytes");
    }

    @Test
    void contactsAreReadFromEitherDialect() throws Exception {
        List<Contact> mixed = List.of(CborGolden.IPV4, CborGolden.LOCAL, CborGolden.IPV6);
        WireValue value = new WireValue.Contacts(mixed);
        String json = "[[\"10.0.0.2\",5000,\"" + CborGolden.A + "\"],[\"127.0.0.1\",4000,\"" + CborGolden.B
                + "\"],[\"2001:db8:0:0:0:0:0:7\",65535,\"" + CborGolden.PLAYER + "\"]]";
        assertThat(JsonValues.write(value)).isEqualTo(json);
        assertThat(WireReader.contacts(value, "nodes")).isEqualTo(mixed);
        assertThat(WireReader.contacts(JsonValues.read(json), "nodes")).isEqualTo(mixed);
        Envelope.Reply reply = (Envelope.Reply) read(codec.encode(CborGolden.reply(value)));
        assertThat(WireReader.contacts(reply.ret(), "nodes")).isEqualTo(mixed);
        assertThat(WireReader.contacts(result("80"), "nodes")).isEmpty();
        assertThat(WireReader.contacts(result("824040"), "nodes")).isEmpty();
        // Nobody can call port 0.
        assertThat(WireReader.contacts(result("581a" + CborGolden.A + "0a0000020000"), "nodes"))
                .isEmpty();
        for (String bad : List.of("4100", "82414040", "82405818" + "00".repeat(24), "8240f6", "834040f6", "f6")) {
            assertThatThrownBy(() -> WireReader.contacts(result(bad), "nodes")).isInstanceOf(BadValueException.class);
        }
    }

    @ParameterizedTest
    @DisplayName("D5 a FIND_NODE and its answer of 20 contacts take at most 40 % of the JSON dialect's bytes")
    @CsvSource({"1000, 10000", "10000, 65536", "1000, 65536"})
    void size(int firstPort, int endPort) {
        SeededRandom.forEachSeed(5, (seed, random) -> {
            long cbor = 0;
            long json = 0;
            for (int i = 0; i < 100; i++) {
                List<Contact> contacts = Stream.generate(() -> CborGolden.contact(
                                NodeId.random(random), "127.0.0.1", random.nextInt(firstPort, endPort)))
                        .limit(20)
                        .toList();
                long id = random.nextLong();
                NodeId asked = NodeId.random(random);
                List<WireValue> args = List.of(WireValue.of(NodeId.random(random)));
                WireValue ret = new WireValue.Contacts(contacts);
                RequestOptions to = RequestOptions.NONE.withTo(asked);
                cbor += exchange(
                        codec,
                        new Envelope.Request(id, CborGolden.A, "FIND_NODE", args, to),
                        new Envelope.Reply(id, Optional.empty(), ret, ReplyOptions.NONE));
                long shortId = id & Envelope.MAX_JSON_ID;
                json += exchange(
                        new JsonEnvelopeCodec(),
                        new Envelope.Request(shortId, CborGolden.A, "FIND_NODE", args),
                        new Envelope.Reply(shortId, asked, "FIND_NODE", ret));
            }
            assertThat(cbor).isEqualTo(100 * (62 + 534));
            assertThat(cbor * 100.0 / json).isLessThanOrEqualTo(40.0);
        });
    }

    private static int exchange(EnvelopeCodec codec, Envelope request, Envelope reply) {
        return codec.encode(request).length + codec.encode(reply).length;
    }

    @Test
    void asManyContactsAreSaidToFitAsDo() {
        SeededRandom.forEachSeed(50, (seed, random) -> {
            List<Contact> contacts = Stream.generate(() -> CborGolden.contact(
                            NodeId.random(random),
                            random.nextInt((int) seed % 3 + 1) == 0 ? "10.0.0.1" : "2001:db8::1",
                            4000))
                    .limit(60)
                    .toList();
            ReplyOptions options = List.of(
                            ReplyOptions.NONE,
                            ReplyOptions.NONE.withMore(60),
                            ReplyOptions.NONE.withMore(60).withToken(1).withNode(CborGolden.A))
                    .get(random.nextInt(3));
            for (int budget = 60; budget <= CborEnvelopeCodec.MAX_CBOR_DATAGRAM; budget += 1 + random.nextInt(8)) {
                int from = random.nextInt(61);
                int count = CborEnvelopeCodec.contactsThatFit(
                        contacts, from, CborEnvelopeCodec.roomForResult(budget, options));
                assertThat(size(contacts.subList(from, from + count), options)).isLessThanOrEqualTo(budget);
                if (from + count < contacts.size()) {
                    assertThat(size(contacts.subList(from, from + count + 1), options))
                            .isGreaterThan(budget);
                }
            }
        });
    }

    private int size(List<Contact> contacts, ReplyOptions options) {
        return codec.encode(new Envelope.Reply(1, Optional.empty(), new WireValue.Contacts(contacts), options)).length;
    }

    @Test
    void jsonSaysSoWhenItCannotSayIt() {
        JsonEnvelopeCodec json = new JsonEnvelopeCodec();
        for (Envelope envelope : List.of(
                new Envelope.Refusal(1, RefusalCode.BUSY, "busy"),
                new Envelope.Reply(1, Optional.empty(), WireValue.TRUE, ReplyOptions.NONE.withNode(CborGolden.A)),
                new Envelope.Reply(1, Optional.of("PING"), WireValue.TRUE, ReplyOptions.NONE),
                new Envelope.Request(-1, CborGolden.A, "PING", List.of()),
                new Envelope.Request(1L << 32, CborGolden.A, "PING", List.of()))) {
            assertThatThrownBy(() -> json.encode(envelope))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("JSON");
        }
    }

    @Test
    void partsThatCannotBeSentCannotBeMade() {
        assertThatThrownBy(() -> new Envelope.Refusal(1, 65_536, "", ReplyOptions.NONE))
                .hasMessageContaining("65535");
        assertThatThrownBy(() -> new Envelope.Refusal(1, RefusalCode.BUSY, "\u20ac".repeat(67)))
                .hasMessageContaining("200");
        assertThatThrownBy(() -> RequestOptions.NONE.withPadding(1233)).hasMessageContaining("1232");
        assertThatThrownBy(() -> ReplyOptions.NONE.withMore(-1)).hasMessageContaining("2147483647");
    }
}
