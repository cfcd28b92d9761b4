package org.voxelpopuli.kademlia.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.DhtRecord;
import org.voxelpopuli.kademlia.records.ReplacementRule.Order;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.CborValues;
import org.voxelpopuli.kademlia.wire.JsonValues;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.simulation.SeededRandom;

@DisplayName("Kad-files")
class KadFileTest {
    private static final NodeId KEY = ContentNetwork.KEY;
    private static final ContentId CONTENT = new ContentId("POhKTChuTIxj3k98rwlr3UynQZs2l6tGl8eCBh1esiI", 3);
    private static final KadFileRule RULE = KadFileRule.SIGNED;

    private static NodeId id(int last) {
        byte[] bytes = new byte[NodeId.BYTES];
        bytes[NodeId.BYTES - 1] = (byte) last;
        return NodeId.of(bytes);
    }

    private static Provider provider(int number) {
        return new Provider(id(number), new InetSocketAddress("10.0.0." + number, 4000));
    }

    private static KadFile file(long version, int id) {
        return new KadFile(
                new SongName("Imagine", "John Lennon"), version, id(id), Optional.of(CONTENT), List.of(provider(1)));
    }

    private static DhtRecord record(long version, int id) {
        return DhtRecord.unsigned(KadFiles.write(file(version, id)));
    }

    @Test
    @DisplayName("P1 the key is the SHA-1 of Song Name - Artist Name, in one normal form")
    void theKey() {
        // printf 'Imagine - John Lennon' | sha1sum
        assertThat(KEY).hasToString("50aa08f3c60aa5ebf66d7230e4ddc72b9e1efd06");
        assertThat(new SongName("Caf\u00E9", "x")).isEqualTo(new SongName("Cafe\u0301", "x"));
    }

    @Test
    @DisplayName("P1 a kad-file is read as it was written, in both dialects")
    void readAsWritten() throws BadValueException {
        KadFile file = file(7, 9);
        assertThat(KadFiles.read(KadFiles.write(file))).isEqualTo(file);
        assertThat(KadFiles.read(JsonValues.read(JsonValues.write(KadFiles.write(file)))))
                .isEqualTo(file);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "\"text\"",
                "'song':'','artist':'b'",
                "'version':0",
                "'version':9223372036854775808",
                "'version':1.5",
                "'length':-1",
                "'length':68719476737",
                "'root':'short'",
                "'root':'POhKTChuTIxj3k98rwlr3UynQZs2l6tGl8eCBh1esi!'",
                "'id':'AA'",
                "'providers':[]",
                "'providers':[[]]",
                "'providers':[['AAAAAAAAAAAAAAAAAAAAAAAAAAE','example.org',4000]]",
                "'providers':[['AAAAAAAAAAAAAAAAAAAAAAAAAAE','10.0.0.1',0]]",
                "'providers':[['AAAAAAAAAAAAAAAAAAAAAAAAAAE','10.0.0.1',65536]]",
                "'song':'a\\nb'",
            })
    @DisplayName("P1 what is no kad-file is refused with a reason")
    void whatIsNone(String wrong) {
        assertThatThrownBy(() ->
                        KadFiles.KIND.requireValid(wrong.startsWith("'") ? changed(wrong) : JsonValues.read(wrong)))
                .isInstanceOf(BadValueException.class)
                .hasMessageMatching(".{10,}");
    }

    /** A good one, of which some fields are others. */
    private static WireValue changed(String fields) throws BadValueException {
        Map<String, WireValue> all = new LinkedHashMap<>(WireReader.fields(KadFiles.write(file(1, 1)), "it"));
        all.putAll(WireReader.fields(JsonValues.read("{" + fields.replace('\'', '"') + "}"), "they"));
        return new WireValue.Fields(all);
    }

    @Test
    @DisplayName("P2 the higher version replaces; of equal ones the larger id; whoever signed")
    void replacement() {
        assertThat(RULE.order(KEY, record(2, 1), record(1, 9))).isEqualTo(Order.NEWER);
        assertThat(RULE.order(KEY, record(1, 9), record(2, 1))).isEqualTo(Order.OLDER);
        assertThat(RULE.order(KEY, record(2, 2), record(2, 1))).isEqualTo(Order.NEWER);
        assertThat(RULE.order(KEY, record(2, 1), record(2, 2))).isEqualTo(Order.OLDER);
        assertThat(RULE.order(KEY, record(2, 1), record(2, 1))).isEqualTo(Order.SAME);
        DhtRecord other = DhtRecord.unsigned(
                KadFiles.write(new KadFile(file(2, 1).name(), 2, id(1), Optional.of(CONTENT), List.of(provider(2)))));
        assertThat(List.of(RULE.order(KEY, record(2, 1), other), RULE.order(KEY, other, record(2, 1))))
                .containsExactlyInAnyOrder(Order.NEWER, Order.OLDER);
    }

    @Test
    @DisplayName("P2 a version from the future is refused, so that nobody can take a name for good")
    void fromTheFuture() {
        long now = 1_767_225_600_000L;
        assertThat(RULE.isPlausible(record(now + 60_000, 1), now)).isTrue();
        assertThat(RULE.isPlausible(record(now + 60_001, 1), now)).isFalse();
        assertThat(RULE.isPlausible(record(Long.MAX_VALUE, 1), now)).isFalse();
    }

    @Test
    @DisplayName("P1 the providers that fit are kept, the latest first")
    void whatFits() {
        List<Provider> many = new ArrayList<>();
        for (int i = 1; i < 100; i++) {
            many.add(provider(i));
        }
        KadFile usual = KadFiles.fitting(file(1, 1).name(), 1, id(1), Optional.of(CONTENT), many);
        assertThat(usual.providers()).isEqualTo(many.subList(0, KadFile.MAX_PROVIDERS));
        SongName longest = new SongName("x".repeat(255), "y".repeat(255));
        KadFile full = KadFiles.fitting(
                longest, Long.MAX_VALUE, id(1), Optional.of(new ContentId(CONTENT.root(), 1L << 36)), many);
        assertThat(full.providers()).isEqualTo(many.subList(0, full.providers().size()));
        assertThat(full.providers()).hasSizeGreaterThanOrEqualTo(4);
        assertThat(CborValues.write(KadFiles.write(full))).hasSizeLessThanOrEqualTo(DhtRecord.MAX_VALUE_BYTES);
    }

    @Test
    @DisplayName("the root stands for every byte of the hashes, and for the length")
    void theRoot() throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest("abc".getBytes(StandardCharsets.UTF_8));
        Manifest manifest = Manifest.of(3, hash);
        // Made by another program: see docs/content.md.
        assertThat(manifest.id()).isEqualTo(CONTENT);
        assertThat(manifest.wrongPiece(0, body("abc"))).isEmpty();
        assertThat(manifest.wrongPiece(0, body("abd"))).hasValue(0);
        assertThat(manifest.wrongPiece(0, body("abcd"))).hasValue(0);
        assertThat(manifest.wrongPiece(0, body(""))).hasValue(0);
        assertThat(Manifest.of(2, hash).id().root()).isNotEqualTo(CONTENT.root());
        assertThat(Manifest.pieceSize(2L << 30)).isEqualTo(256 << 10);
        assertThat(Manifest.pieceSize((2L << 30) + 1)).isEqualTo(512 << 10);
        assertThat(Manifest.pieces(ContentId.MAX_LENGTH)).isEqualTo(Manifest.MAX_PIECES);
        assertThat(Manifest.pieceSize(ContentId.MAX_LENGTH)).isEqualTo(Manifest.MAX_PIECE);
    }

    @Test
    @DisplayName("pieces that follow each other are looked at as one, and the first that is wrong is named")
    void severalPieces() throws Exception {
        int length = 2 * Manifest.MIN_PIECE + 3;
        byte[] bytes = new byte[length];
        SeededRandom.of(1, "pieces").nextBytes(bytes);
        ByteBuffer hashes = ByteBuffer.allocate(3 * Manifest.HASH_BYTES);
        for (int piece = 0; piece < 3; piece++) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            int begin = piece * Manifest.MIN_PIECE;
            digest.update(bytes, begin, Math.min(Manifest.MIN_PIECE, length - begin));
            hashes.put(digest.digest());
        }
        Manifest manifest = Manifest.of(length, hashes.array());
        Blocks memory = new Blocks();
        for (int from = 0; from < 3; from++) {
            int begin = from * Manifest.MIN_PIECE;
            assertThat(manifest.wrongPiece(from, body(memory, bytes, begin, length - begin)))
                    .isEmpty();
            for (int wrong = from; wrong < 3; wrong++) {
                byte[] changed = bytes.clone();
                changed[Math.min(length, (wrong + 1) * Manifest.MIN_PIECE) - 1]++;
                assertThat(manifest.wrongPiece(from, body(memory, changed, begin, length - begin)))
                        .hasValue(wrong);
            }
            assertThat(manifest.wrongPiece(from, body(memory, bytes, begin, length - begin - 1)))
                    .hasValue(2);
        }
        Body first = body(memory, bytes, 0, Manifest.MIN_PIECE);
        assertThat(manifest.wrongPiece(0, first)).isEmpty();
        assertThat(manifest.wrongPiece(1, first)).hasValue(1);
        assertThat(manifest.wrongPiece(2, first)).hasValue(2);
        first.free();
        assertThat(body(memory, bytes, 0, length).toByteArray())
                .as("in memory that was used before")
                .isEqualTo(bytes);
    }

    private static Body body(Blocks memory, byte[] bytes, int from, int length) {
        Body body = new Body(memory, length);
        body.take(ByteBuffer.wrap(bytes, from, length));
        return body;
    }

    private static Body body(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Body body = new Body(new Blocks(), bytes.length);
        for (byte each : bytes) {
            assertThat(body.isFull()).isFalse();
            ByteBuffer one = ByteBuffer.wrap(new byte[] {each, 'x'}).limit(1);
            body.take(one);
            assertThat(one.hasRemaining()).isFalse();
        }
        assertThat(body.isFull()).isTrue();
        assertThat(body.toByteArray()).isEqualTo(bytes);
        return body;
    }

    @Test
    @DisplayName("messages between two nodes have the bytes of docs/content.md")
    void messages() {
        byte[] open = ContentWire.write(new ContentWire.Open(4000, CONTENT.root()));
        assertThat(HexFormat.of().formatHex(open))
                .isEqualTo("565046310fa0" + "3ce84a4c286e4c8c63de4f7caf096bdd4ca7419b3697ab4697c782061d5eb222");
        assertThat(ContentWire.readOpen(open)).contains(new ContentWire.Open(4000, CONTENT.root()));
        ContentWire.Request request = new ContentWire.Request(ContentWire.Type.BYTES, 262_144, 1_000);
        assertThat(HexFormat.of().formatHex(ContentWire.write(request))).isEqualTo("020000000000040000000003e8");
        assertThat(ContentWire.readRequest(ContentWire.write(request))).contains(request);
        ContentWire.Answer answer = new ContentWire.Answer(ContentWire.Status.OK, 1_000);
        assertThat(HexFormat.of().formatHex(ContentWire.write(answer))).isEqualTo("00000003e8");
        assertThat(ContentWire.readAnswer(ContentWire.write(answer))).contains(answer);
        for (String wrong : List.of(
                "000000000000000000000003e8",
                "03000000000000000000000001",
                "02ffffffffffffffff00000001",
                "020000000000000000ffffffff",
                "02000000000000000000800001")) {
            assertThat(ContentWire.readRequest(HexFormat.of().parseHex(wrong))).isEqualTo(Optional.empty());
        }
        for (String wrong : List.of("0300000000", "00ffffffff", "0100000001")) {
            assertThat(ContentWire.readAnswer(HexFormat.of().parseHex(wrong))).isEqualTo(Optional.empty());
        }
    }
}
