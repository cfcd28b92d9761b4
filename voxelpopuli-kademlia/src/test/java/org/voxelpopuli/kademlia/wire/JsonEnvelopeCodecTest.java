package org.voxelpopuli.kademlia.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.simulation.SeededRandom;

class JsonEnvelopeCodecTest {
    private static final String NODE = "a9993e364706816aba3e25717850c26c9cd0d89d";
    private static final String GOOD =
            "{\"id\":7,\"node\":\"" + NODE + "\",\"call\":true,\"rpc\":\"PING\",\"args\":[]}";

    private final EnvelopeCodec codec = new JsonEnvelopeCodec();

    private Decoded<Envelope> decode(String text) {
        return codec.decode(text.getBytes(UTF_8));
    }

    private Rejection rejection(Decoded<Envelope> decoded) {
        assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
        Decoded.Rejected<Envelope> rejected = (Decoded.Rejected<Envelope>) decoded;
        assertThat(rejected.detail()).isNotBlank().hasSizeLessThan(200).doesNotContain("\n");
        return rejected.rejection();
    }

    @Test
    @DisplayName("V4.1 a request, byte by byte")
    void request() {
        Envelope.Request ping = new Envelope.Request(7, NodeId.parse(NODE), "PING", List.of());
        assertThat(codec.encode(ping)).asString(UTF_8).isEqualTo(GOOD);
        assertThat(decode(GOOD)).isEqualTo(new Decoded.Accepted<Envelope>(ping));
    }

    @Test
    @DisplayName("V4.1 a reply, byte by byte")
    void reply() {
        Envelope.Reply reply = new Envelope.Reply(4294967295L, NodeId.parse(NODE), "X", WireValue.TRUE);
        String text = "{\"id\":4294967295,\"node\":\"" + NODE + "\",\"call\":false,\"rpc\":\"X\",\"ret\":true}";
        assertThat(codec.encode(reply)).asString(UTF_8).isEqualTo(text);
        assertThat(decode(text)).isEqualTo(new Decoded.Accepted<Envelope>(reply));
    }

    @Test
    void fieldsMayComeInAnyOrderWithSpacesAndWithUnknownOnes() {
        String text = " { \"args\" : [ ] , \"more\":{\"a\":[1,{}]}, \"rpc\":\"PING\",\"call\":true ,\"node\":\""
                + NODE.toUpperCase(java.util.Locale.ROOT) + "\", \"id\":7 }\n";
        assertThat(decode(text)).isEqualTo(decode(GOOD));
    }

    @Test
    void numbersAndTextsAreKeptAsTheyWereSent() throws Exception {
        for (String text : List.of(
                "[1.50,-0.0,1e3,12345678901234567890123,0.1]",
                "{\"b\":1,\"a\":[true,false,null],\"\":\"\u00e9\ud83d\ude00\\n\\\"\"}",
                "\"\\u0000\"")) {
            assertThat(JsonValues.write(JsonValues.read(text))).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "7",
                "\"x\"",
                "[]",
                "{",
                "}",
                "{}{}",
                "hello",
                "\u0000",
                "{\"id\":7",
                "{\"id\":NaN}",
                "{\"id\":Infinity}",
                "{id:7}",
                "{'id':7}",
                "\ufeff{}"
            })
    void whatIsNoJsonObjectIsMalformed(String text) {
        assertThat(rejection(decode(text))).isEqualTo(Rejection.MALFORMED);
    }

    @Test
    void everyTruncationIsMalformed() {
        for (int i = 0; i < GOOD.length(); i++) {
            assertThat(rejection(decode(GOOD.substring(0, i)))).isEqualTo(Rejection.MALFORMED);
        }
        assertThat(rejection(decode(GOOD + "x"))).isEqualTo(Rejection.MALFORMED);
        assertThat(rejection(decode(GOOD + GOOD))).isEqualTo(Rejection.MALFORMED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"id\":7 | \"id\":-1 | OUT_OF_RANGE",
                "\"id\":7 | \"id\":4294967296 | OUT_OF_RANGE",
                "\"id\":7 | \"id\":99999999999999999999999999 | OUT_OF_RANGE",
                "\"id\":7 | \"id\":7.5 | WRONG_SHAPE",
                "\"id\":7 | \"id\":1e3 | WRONG_SHAPE",
                "\"id\":7 | \"id\":\"7\" | WRONG_SHAPE",
                "\"id\":7 | \"id\":null | WRONG_SHAPE",
                "\"id\":7 | \"id\":7,\"id\":7 | WRONG_SHAPE",
                "\"id\":7 | \"x\":7 | WRONG_SHAPE",
                "\"a9 | \"b | WRONG_SHAPE",
                "\"a9 | \"zz | WRONG_SHAPE",
                "\"call\":true | \"call\":1 | WRONG_SHAPE",
                "\"call\":true | \"call\":false | WRONG_SHAPE",
                "\"PING\" | [] | WRONG_SHAPE",
                "[] | {} | WRONG_SHAPE",
                "[] | null | WRONG_SHAPE",
                "[] | [{\"a\":1,\"a\":2}] | WRONG_SHAPE",
            })
    void aFieldThatIsWrongIsNamed(String what, String by, Rejection expected) {
        assertThat(rejection(decode(GOOD.replace(what, by)))).isEqualTo(expected);
    }

    @Test
    void deepNestingAndLongTextsAreRefused() {
        String deep = "[".repeat(10_000) + "]".repeat(10_000);
        assertThat(rejection(decode(GOOD.replace("[]", deep)))).isEqualTo(Rejection.TOO_LARGE);
        assertThat(rejection(decode(deep))).isEqualTo(Rejection.MALFORMED);
        String blob = "\"" + "x".repeat(64 << 10) + "\"";
        assertThat(rejection(decode(GOOD.replace("[]", "[" + blob + "]")))).isEqualTo(Rejection.TOO_LARGE);
        assertThat(rejection(decode(GOOD.replace("\"id\":7", blob + ":7")))).isEqualTo(Rejection.TOO_LARGE);
        assertThat(rejection(decode(GOOD.replace("\"PING\"", "\"" + "x".repeat(65) + "\""))))
                .isEqualTo(Rejection.TOO_LARGE);
    }

    @Test
    void randomBytesAndFlippedBitsNeverThrow() {
        SeededRandom.forEachSeed(20, (seed, random) -> {
            for (int i = 0; i < 500; i++) {
                byte[] junk = new byte[random.nextInt(300)];
                random.nextBytes(junk);
                codec.decode(junk);
                codec.decode(flipped(random));
            }
        });
        rejection(codec.decode("{\"a\":\"\u00ff\u00fe\"}".getBytes(ISO_8859_1)));
    }

    private static byte[] flipped(RandomGenerator random) {
        byte[] bytes = GOOD.getBytes(UTF_8);
        for (int i = random.nextInt(4); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1.2.3.4", "255.255.255.255", "::1", "2001:db8::7", "::ffff:1.2.3.4", "fe80::1%eth0", "fe80::1"})
    void addressesAreRead(String text) throws Exception {
        assertThat(WireReader.address(WireValue.of(text), "address")).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.256",
                "1..2.3",
                "01234.1.1.1",
                "1.2.3.4 ",
                "abc",
                "a:b:zz",
                ":::",
                "1:2",
                "dead"
            })
    void namesAndNonsenseAreNoAddresses(String text) {
        assertThatThrownBy(() -> WireReader.address(WireValue.of(text), "address"))
                .isInstanceOf(BadValueException.class)
                .hasMessageContaining("IPv4 or IPv6");
    }

    @Test
    void contactsThatNobodyCanCallAreLeftOut() throws Exception {
        WireValue value = JsonValues.read("[[\"1.2.3.4\",0,\"" + NODE + "\"],[\"1.2.3.4\",1,\"" + NODE + "\"]]");
        assertThat(WireReader.contacts(value, "nodes")).hasSize(1);
        for (String bad :
                List.of("7", "[7]", "[[]]", "[[\"1.2.3.4\",65536,\"" + NODE + "\"]]", "[[\"x\",1,\"" + NODE + "\"]]")) {
            assertThatThrownBy(() -> WireReader.contacts(JsonValues.read(bad), "nodes"))
                    .isInstanceOf(BadValueException.class);
        }
    }
}
