package org.voxelpopuli.kademlia.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.simulation.SeededRandom;

@DisplayName("P8 the dialect of P2Play")
class P2PlayEnvelopeCodecTest {
    private static final Pattern EXAMPLE = Pattern.compile("(?m)^\\| ([^|]+) \\| `(\\{\"type\"[^`]+)` \\|$");
    private static final String STORE = P2PlayGolden.ALL.get("store request").text();

    private final EnvelopeCodec codec = Dialect.P2PLAY.codec();

    private Decoded<Envelope> decode(String text) {
        return codec.decode(text.getBytes(UTF_8));
    }

    private Envelope read(String text) {
        assertThat(decode(text)).as("%.300s", text).isInstanceOf(Decoded.Accepted.class);
        return ((Decoded.Accepted<Envelope>) decode(text)).value();
    }

    private WireValue answer(String rpc, String result) throws BadValueException {
        Envelope envelope = read("{\"type\":\"result\",\"id\":7,\"result\":" + result + ",\"error\":null}");
        return codec.answerOf(rpc, (Envelope.Reply) envelope).ret();
    }

    private Rejection rejection(String text) {
        assertThat(decode(text)).as("%.300s", text).isInstanceOf(Decoded.Rejected.class);
        Decoded.Rejected<Envelope> rejected = (Decoded.Rejected<Envelope>) decode(text);
        assertThat(rejected.detail()).isNotBlank().hasSizeLessThan(200).doesNotContain("\n");
        return rejected.rejection();
    }

    @Test
    @DisplayName("P8 each message, byte by byte")
    void golden() throws BadValueException {
        for (Map.Entry<String, P2PlayGolden.Datagram> each : P2PlayGolden.ALL.entrySet()) {
            P2PlayGolden.Datagram golden = each.getValue();
            assertThat(codec.encode(golden.meant()))
                    .as(each.getKey())
                    .asString(UTF_8)
                    .isEqualTo(golden.text());
            Envelope read = read(golden.text());
            if (golden.meant() instanceof Envelope.Reply meant) {
                Envelope.Reply answer = codec.answerOf(golden.rpc().orElseThrow(), (Envelope.Reply) read);
                assertThat(answer.ret()).as(each.getKey()).isEqualTo(meant.ret());
                assertThat(answer.node()).as(each.getKey()).isEqualTo(meant.node());
            } else if (golden.meant() instanceof Envelope.Refusal) {
                // Which reason of ours it would be, nobody says.
                assertThat(read)
                        .isEqualTo(new Envelope.Refusal(
                                7, RefusalCode.OTHER, "{\"type\":\"ValueError\",\"args\":[\"no\"]}"));
            } else {
                assertThat(read).as(each.getKey()).isEqualTo(golden.meant());
            }
        }
    }

    @Test
    @DisplayName("P8 the examples of the page are these messages")
    void thePage() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "p2play-dialect.md"));
        Map<String, String> examples = new LinkedHashMap<>();
        for (MatchResult row : EXAMPLE.matcher(page).results().toList()) {
            examples.put(row.group(1), row.group(2));
        }
        Map<String, String> golden = new LinkedHashMap<>();
        P2PlayGolden.ALL.forEach((name, each) -> golden.put(name, each.text()));
        assertThat(examples).containsExactlyEntriesOf(golden);
    }

    @Test
    @DisplayName("P8 spaces, escapes, another order, fields that nobody knows and a missing kwargs are read as well")
    void asOthersWriteIt() {
        assertThat(read(
                        "{ \"method\": \"find_node\", \"args\": [0, 1461501637330902918203684832716283019655932542975],\"v\":[{}],"
                                + " \"id\": 7, \"type\": \"r\\u0065quest\" }\n"))
                .isEqualTo(new Envelope.Request(
                        7,
                        NodeId.parse("0".repeat(40)),
                        "FIND_NODE",
                        List.of(WireValue.of(NodeId.parse("f".repeat(40))))));
        assertThat(read("{\"type\":\"result\",\"id\":7}"))
                .isEqualTo(new Envelope.Reply(7, Optional.empty(), WireValue.NULL, ReplyOptions.NONE));
    }

    @Test
    @DisplayName("P8 a newer kad-file is no error there: the answer is null")
    void nothingIsSaidOfANewerOne() {
        assertThat(codec.encode(new Envelope.Refusal(7, RefusalCode.TOO_OLD, "a newer record is held")))
                .asString(UTF_8)
                .isEqualTo(P2PlayGolden.ALL.get("store answer").text());
        assertThat(codec.encode(new Envelope.Refusal(7, RefusalCode.FULL, "there is no room")))
                .asString(UTF_8)
                .contains("\"error\":{\"type\":\"RuntimeError\",\"args\":[\"there is no room\"]}");
    }

    @Test
    @DisplayName("P8 other procedures of ours cannot be called in it")
    void fourMethods() {
        assertThat(List.of("PING", "FIND_NODE", "FIND_FILE", "STORE_FILE")).allMatch(codec::knows);
        assertThat(codec.knows("FIND_VALUE")).isFalse();
        assertThatThrownBy(() -> codec.encode(new Envelope.Request(7, NodeId.sha1Of("abc"), "FIND_VALUE", List.of())))
                .isInstanceOf(IllegalStateException.class);
        for (String name : List.of("PING", "STORE_CHUNK", "FIND_VALUE", "", "x".repeat(65))) {
            rejection(P2PlayGolden.ALL.get("ping request").text().replace("\"ping\"", "\"" + name + "\""));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"id\":7 | \"id\":-7 | WRONG_SHAPE",
                "\"id\":7 | \"id\":18446744073709551616 | OUT_OF_RANGE",
                "\"id\":7 | \"id\":7.0 | WRONG_SHAPE",
                "\"id\":7 | \"id\":7e1 | WRONG_SHAPE",
                "\"id\":7 | \"id\":\"7\" | WRONG_SHAPE",
                "\"id\":7 | \"x\":7 | WRONG_SHAPE",
                "\"type\":\"request\" | \"type\":\"error\" | WRONG_SHAPE",
                "\"type\":\"request\" | \"type\":7 | WRONG_SHAPE",
                "\"kwargs\":{} | \"kwargs\":{\"key\":1} | WRONG_SHAPE",
                "\"kwargs\":{} | \"kwargs\":[] | WRONG_SHAPE",
                "\"args\":[ | \"args\":[1, | WRONG_SHAPE",
                "\"args\":[ | \"x\":[ | WRONG_SHAPE",
                "[9682 | [-9682 | WRONG_SHAPE",
                "[968236873715988614170569073515315707566766479517,9 | [1461501637330902918203684832716283019655932542976,9 | OUT_OF_RANGE",
                "[968236873715988614170569073515315707566766479517,9 | [19682368737159886141705690735153157075667664795170,9 | OUT_OF_RANGE",
                "\"version\":3 | \"version\":0 | OUT_OF_RANGE",
                "\"version\":3 | \"version\":9223372036854775808 | OUT_OF_RANGE",
                "\"version\":3 | \"version\":3.5 | WRONG_SHAPE",
                "\"song_name\":\"Imagine\" | \"song_name\":7 | WRONG_SHAPE",
                "\"artist_name\" | \"artist\" | WRONG_SHAPE",
                "\"10.0.0.2\" | \"10.0.0.2\",1 | ",
                "\"providers\":[[ | \"providers\":[],\"x\":[[ | WRONG_SHAPE",
                "\"providers\":[[ | \"providers\":{},\"x\":[[ | WRONG_SHAPE",
            })
    @DisplayName("P8 what is wrong is told")
    void whatIsWrong(String what, String by, Rejection expected) {
        String wrong = STORE.replace(what, by);
        assertThat(wrong).isNotEqualTo(STORE);
        if (expected == null) {
            read(wrong);
        } else {
            assertThat(rejection(wrong)).isEqualTo(expected);
        }
    }

    @Test
    @DisplayName("P8 huge numbers, deep lists and long names are refused before anything is done about them")
    void hostileJson() {
        assertThat(rejection(STORE.replace("\"id\":7", "\"id\":" + "9".repeat(4_000))))
                .isEqualTo(Rejection.TOO_LARGE);
        assertThat(rejection(STORE.replace("\"version\":3", "\"version\":1" + "0".repeat(64))))
                .isEqualTo(Rejection.TOO_LARGE);
        assertThat(rejection(STORE.replace("\"kwargs\":{}", "\"x\":" + "[".repeat(5_000))))
                .isEqualTo(Rejection.TOO_LARGE);
        assertThat(rejection(STORE.replace("Imagine", "x".repeat(256)))).isEqualTo(Rejection.TOO_LARGE);
        assertThat(rejection(STORE.replace("Imagine", "\\ud800"))).isEqualTo(Rejection.MALFORMED);
    }

    @Test
    @DisplayName("P8 truncated JSON, random bytes and flipped bits never throw")
    void neverThrows() {
        for (P2PlayGolden.Datagram golden : P2PlayGolden.ALL.values()) {
            for (int i = 0; i < golden.text().length(); i++) {
                assertThat(rejection(golden.text().substring(0, i))).isEqualTo(Rejection.MALFORMED);
            }
        }
        SeededRandom.forEachSeed(20, (seed, random) -> {
            for (P2PlayGolden.Datagram golden : P2PlayGolden.ALL.values()) {
                for (int i = 0; i < 50; i++) {
                    byte[] bytes = golden.text().getBytes(UTF_8);
                    for (int flips = random.nextInt(4); flips >= 0; flips--) {
                        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                    }
                    if (codec.decode(bytes) instanceof Decoded.Accepted<Envelope> accepted
                            && accepted.value() instanceof Envelope.Reply reply) {
                        answerQuietly(golden.rpc().orElse("PING"), reply);
                    }
                }
            }
        });
    }

    private void answerQuietly(String rpc, Envelope.Reply reply) {
        try {
            codec.answerOf(rpc, reply);
        } catch (BadValueException e) {
            assertThat(e).hasMessageMatching(".{5,200}");
        }
    }

    private static String provider(int number) {
        return "[" + number + ",[\"10.0." + number / 256 + "." + number % 256 + "\",4000]]";
    }

    @Test
    @DisplayName("P8 of thousands of providers the last twelve are kept, the latest first")
    void thousandsOfProviders() {
        String many = IntStream.range(0, 2_000)
                .mapToObj(P2PlayEnvelopeCodecTest::provider)
                .collect(Collectors.joining(","));
        String text = STORE.replaceFirst("\"providers\":.*]]],", "\"providers\":[" + many + "],");
        Envelope.Request store = (Envelope.Request) read(text);
        assertThat(JsonValues.write(store.args().get(1)))
                .contains("\"providers\":[[\"AAAAAAAAAAAAAAAAAAAAAAAAB88\",\"10.0.7.207\",4000],[")
                .contains("\"10.0.7.196\"")
                .doesNotContain("\"10.0.7.195\"");
        String unreadable = STORE.replaceFirst(
                "\"providers\":.*]]],", "\"providers\":[" + "[0,[\"a.example\",1]],".repeat(3_000) + "[1,[]]],");
        assertThat(rejection(unreadable)).isIn(Rejection.WRONG_SHAPE, Rejection.TOO_LARGE);
    }

    @Test
    @DisplayName("P8 with the longest names, as many providers are kept as fit into a record")
    void whatFits() {
        String many = IntStream.range(0, 12)
                .mapToObj(P2PlayEnvelopeCodecTest::provider)
                .collect(Collectors.joining(","));
        String text = STORE.replaceFirst("\"providers\":.*]]],", "\"providers\":[" + many + "],")
                .replace("Imagine", "\u00e9".repeat(127) + "x")
                .replace("John Lennon", "y".repeat(255));
        Envelope.Request store = (Envelope.Request) read(text);
        assertThat(CborValues.write(store.args().get(1)))
                .hasSizeBetween(CborEnvelopeCodec.MAX_RECORD_VALUE - 60, CborEnvelopeCodec.MAX_RECORD_VALUE);
    }

    @Test
    @DisplayName("P8 contacts and providers at names instead of addresses, or at no port, are passed over")
    void whatIsPassedOver() throws BadValueException {
        WireValue nodes = answer(
                "FIND_NODE",
                "[[1,\"localhost\",4000],[2,\"10.0.0.2\",0],[3,\"10.0.0.3\",4000,1],7,[-4,\"10.0.0.4\",4000],[5,\"::1\",4000]]");
        assertThat(WireReader.contacts(nodes, "nodes"))
                .extracting(Contact::hostAndPort)
                .containsExactly("[0:0:0:0:0:0:0:1]:4000");
        String half = STORE.replace("[\"10.0.0.3\",5001]", "[\"host.example\",5001]");
        assertThat(JsonValues.write(((Envelope.Request) read(half)).args().get(1)))
                .contains("10.0.0.2")
                .doesNotContain("host.example");
    }

    @Test
    @DisplayName("P8 a kad-file that cannot be read counts as none, and its holder stays a peer")
    void anUnreadableKadFile() throws BadValueException {
        String nonsense = "{\"version\":" + "9".repeat(40) + "}";
        assertThat(answer("FIND_FILE", nonsense)).isEqualTo(answer("FIND_FILE", "[]"));
        for (String result : List.of("7", "\"text\"", "true", "null")) {
            assertThatThrownBy(() -> answer("FIND_FILE", result)).isInstanceOf(BadValueException.class);
            assertThatThrownBy(() -> answer("FIND_NODE", result)).isInstanceOf(BadValueException.class);
        }
        assertThatThrownBy(() -> answer("PING", "null")).isInstanceOf(BadValueException.class);
    }

    @Test
    @DisplayName("P8 an error is told in a few words, whatever it is")
    void errors() {
        Envelope envelope =
                read("{\"type\":\"result\",\"id\":7,\"result\":null,\"error\":\"" + "\\n\u4e0a".repeat(500) + "\"}");
        assertThat(((Envelope.Refusal) envelope).text()).hasSizeBetween(10, 50).doesNotContain("\n");
    }
}
