package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.simulation.SeededRandom;
import org.voxelpopuli.tangibles.Framed.Kind;
import org.voxelpopuli.tangibles.Refusal.Reason;

/** docs/tangibles.md in bytes. */
@DisplayName("M13 the bytes of a transmission")
final class TransmissionBytesTest {
    private static Instruction store(Key key, Value value) {
        return new Instruction.StoreInTangible(1, key, new Sent.Plain(value));
    }

    /** Each kind of instruction, key and value. */
    static Stream<Arguments> golden() {
        Key a = Value.of("a");
        return Stream.of(
                arguments("01 02 4040000000000000 01 e807", List.of(new Instruction.Begin(1, 32, true, 1_000))),
                // Drop 2, add 1: walk, 10 ticks, 1/256 east, 1 up, 1 north.
                arguments(
                        "4a 02 03 08 77616c6b 0a 02 8004 ff03",
                        List.of(new Instruction.CorrectAnimation(
                                1, 2, List.of(new RelativeStep("walk", 10, 1, 256, -256))))),
                // Drop 8, add 8: for each a varint.
                arguments(
                        "7f 02 08 08" + " 00 00 00 00".repeat(8),
                        List.of(new Instruction.CorrectAnimation(
                                1, 8, Collections.nCopies(8, new RelativeStep(null, RelativeStep.SAME, 0, 0, 0))))),
                arguments("03 02 02 61 03 0e", List.of(new Instruction.StoreField(1, "a", Value.of(7)))),
                arguments("03 02 02 61 00", List.of(new Instruction.StoreField(1, "a", null))),
                arguments(
                        "04 13 01 02 05 02 04 06",
                        List.of(new Instruction.CreateTangible(-10, List.of(new RelativeStep(null, 5, 1, 2, 3))))),
                // The second id as the difference to the first.
                arguments("05 04 05 02", List.of(new Instruction.DeleteTangible(2), new Instruction.DeleteTangible(3))),
                arguments(
                        "06 01020304 0b fffffffe 0c 05 03",
                        List.of(
                                new Instruction.CheckCloseList(0x01020304),
                                new Instruction.CheckNumbering(-2),
                                new Instruction.ForgetTables(5, 3))),
                // Two entries in table 2, the second with the text that the first one had; then one in table 3, for
                // which there must be room.
                arguments(
                        "07 02 08 04 f3 02 61 0e f8 01 02 08 02 f8 01 03",
                        List.of(
                                new Instruction.CreateTables(2),
                                new Instruction.StoreInTable(2, a, new Sent.Plain(Value.of(7))),
                                new Instruction.StoreInTable(2, a, new Sent.Numbered(2)),
                                new Instruction.StoreInTable(3, a, new Sent.Numbered(3)))),
                arguments("0a 04 0a 7368656570", List.of(new Instruction.StoreClassName(2, "sheep"))),
                // nil, false, true, whole, decimal, float, double, text, tangible, class, globalenv.
                arguments(
                        "09 02 f0 02 61 f1 01 f2 01 f3 01 01 f4 01 02 05 f5 01 7f800000 f6 01 3fd5555555555555"
                                + " f7 01 01 f9 01 0d fa 01 02 43 fb 01",
                        List.of(
                                new Instruction.StoreInTangible(1, a, Sent.Nil.NIL),
                                store(a, Value.of(false)),
                                store(a, Value.of(true)),
                                store(a, Value.of(-1)),
                                store(a, Value.of(-0.03)),
                                store(a, Value.of(Double.POSITIVE_INFINITY)),
                                store(a, Value.of(1.0 / 3)),
                                store(a, Value.of("a")),
                                store(a, new Value.TangibleRef(-7)),
                                store(a, new Value.ClassRef("C")),
                                store(a, Value.GlobalEnv.INSTANCE))),
                // Keys: false, true, whole, decimal, float, double, metatable.
                arguments(
                        "09 02 92 a2 b2 06 c2 01 0f d2 7f800000 e2 3fd5555555555555",
                        List.of(
                                store(Value.of(false), Value.of(true)),
                                store(Value.of(true), Value.of(true)),
                                store(Value.of(3), Value.of(true)),
                                store(Value.of(-0.8), Value.of(true)),
                                store(Value.of(Double.POSITIVE_INFINITY), Value.of(true)),
                                store(Value.of(1.0 / 3), Value.of(true)))),
                arguments(
                        "08 02 82",
                        List.of(new Instruction.StoreInTable(
                                1, Key.Special.METATABLE, new Sent.Plain(Value.of(true))))));
    }

    @ParameterizedTest
    @MethodSource("golden")
    @DisplayName("M13 are golden")
    void areGolden(String hex, List<Instruction> instructions) {
        ByteOutput out = new ByteOutput();
        instructions.forEach(new InstructionWriter(out)::write);
        assertThat(HexFormat.of().formatHex(out.toByteArray())).isEqualTo(hex.replace(" ", ""));
        InstructionReader reader = new InstructionReader(new ByteInput(padded(out)));
        List<Instruction> read = new ArrayList<>();
        while (read.size() < instructions.size()) {
            read.add(reader.next());
        }
        assertThat(read).isEqualTo(instructions);
    }

    /** With room for a checksum. */
    private static byte[] padded(ByteOutput out) {
        return Arrays.copyOf(out.toByteArray(), out.size() + ByteInput.CHECKSUM);
    }

    @Test
    @DisplayName("M13 each kind of instruction has its golden bytes")
    void eachInstructionIsGolden() {
        Set<Class<?>> covered = golden().flatMap(each -> ((List<?>) each.get()[1]).stream())
                .map(Object::getClass)
                .collect(Collectors.toSet());
        assertThat(covered).containsExactlyInAnyOrder(Instruction.class.getPermittedSubclasses());
    }

    @Test
    @DisplayName("M13 a whole conversation is golden")
    void aConversation() {
        Link link = new Link(TransmissionSettings.defaults().withVerifyEvery(10));
        Table table = new Table().put("n", 1);
        link.master.create(2, "chest", AnimationQueue.at(1, 0, 0)).database().put("a", table);
        String first = hex(link.transmitter.transmit(0).orElseThrow());
        table.put("n", 2);
        String second = hex(link.transmitter.transmit(0).orElseThrow());
        String third = hex(link.transmitter.transmit(0).orElseThrow());
        String request = hex(new ResynchronisationRequest(3, new Refusal(Reason.WRONG_TABLE, "x"), 1_000).write());
        assertThat(List.of(first, second, third, request))
                .isEqualTo(Stream.of(
                                // Anew, number 0: begin, messages of at most 1 MiB; create 1 and 2; two hashes; a
                                // table; its entry; that of 2; the
                                // classes of 1 and 2.
                                "4000 01024040000000000000 01 808040 0400 01 00 000000 0402 01 00 800400 00 061d6b82a7 0bea40c12f"
                                        + " 0701 0802 f3026e02 0900 f8026101 0a01 0c706c61796572 0a02 0a6368657374 270fb0d2",
                                // Changes, number 1: in table 1, n is 2; "n" was the first text that was sent.
                                "8001 0802 f30104 38d2998f",
                                // Changes, number 2: none.
                                "8002 eb99fddc",
                                // Resynchronise, last taken 3; messages of at most 1 000 bytes.
                                "c003 07 0278 e807 4b19c5d2")
                        .map(hex -> hex.replace(" ", ""))
                        .toList());
    }

    @Test
    @DisplayName(
            "M13 all parts of a transmission but the last say that it goes on, and all but the first use its numbers")
    void inParts() {
        Link link = new Link(TransmissionSettings.defaults().withPartBytes(64));
        for (int i = 0; i < 6; i++) {
            link.player().database().put("some key " + i, new Table().put("n", i));
        }
        List<String> heads = new ArrayList<>();
        do {
            heads.add(hex(link.transmitter.transmit(0).orElseThrow()).substring(0, 4));
        } while (link.transmitter.hasMore());
        assertThat(heads).containsExactly("6000", "a001", "8002");
    }

    @Test
    @DisplayName("M13 of the texts that were sent the last 1 024 are known, if they are no longer than 255")
    void knownTexts() {
        Texts texts = new Texts();
        for (int i = 0; i <= Texts.SLOTS; i++) {
            texts.note("text " + i);
            texts.note("text " + i);
        }
        texts.note("x".repeat(256));
        assertThat(texts.slotOf("text 0")).isEqualTo(-1);
        assertThat(texts.slotOf("text 1024")).isZero();
        assertThat(texts.text(0)).isEqualTo("text 1024");
        assertThat(texts.slotOf("x".repeat(256))).isEqualTo(-1);
        assertThatIllegalArgumentException().isThrownBy(() -> texts.text(1_024)).withMessageContaining("1024");
        texts.clear();
        assertThatIllegalArgumentException().isThrownBy(() -> texts.text(0));
    }

    @Test
    @DisplayName("M13 a transmission can be read as JSON")
    void asJson() {
        Link link = new Link(TransmissionSettings.defaults());
        link.master
                .create(2, "\"chest\"", new AnimationQueue(List.of(new AnimationStep("open", 1, 0, 0, 5))))
                .database()
                .put("table", new Table().put("n", 0.5))
                .put("env", Value.GlobalEnv.INSTANCE)
                .put("class", new Value.ClassRef("C"));
        TransmissionJson json = new TransmissionJson();
        json.read(link.transmitter.transmit(0).orElseThrow());
        link.master
                .tangible(2)
                .orElseThrow()
                .database()
                .table("table")
                .put("n", Double.NaN)
                .putMetatable(Value.of(true));
        assertThat(json.read(link.transmitter.transmit(0).orElseThrow()))
                .isEqualTo("[{\"do\":\"store\",\"key\":\"n\",\"table\":1,\"value\":\"NaN\"},"
                        + "{\"do\":\"store\",\"key\":{\"special\":\"metatable\"},\"table\":1,\"value\":true}]");
        Link other = new Link(link.master, Link.PLAYER, TransmissionSettings.defaults());
        assertThat(new TransmissionJson().read(other.transmitter.transmit(0).orElseThrow()))
                .contains(
                        "{\"do\":\"begin\",\"closeRadius\":32.0,\"partBytes\":1048576,\"player\":1}",
                        "{\"do\":\"create\",\"animation\":[{\"action\":\"open\",\"ticks\":5,\"dx\":256,\"dy\":0,\"dz\":0}],\"tangible\":2}",
                        "{\"do\":\"store\",\"key\":\"table\",\"tangible\":2,\"value\":{\"table\":1}}",
                        "{\"do\":\"class\",\"name\":\"\\\"chest\\\"\",\"tangible\":2}");
        assertThatIllegalArgumentException().isThrownBy(() -> json.read(new byte[5]));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    @DisplayName("M13 numbers take the shortest form that is exact")
    void numbersAreShort() {
        assertThat(length(Value.of(0.1))).isEqualTo(2);
        assertThat(length(Value.of(12.34))).isEqualTo(3);
        assertThat(length(Value.of((double) 1.1f))).isEqualTo(4);
        assertThat(length(Value.of(Math.PI))).isEqualTo(8);
        assertThat(length(Value.of(63))).isEqualTo(1);
        SeededRandom.forEachSeed(200, (seed, random) -> {
            double[] numbers = {
                random.nextDouble(),
                random.nextLong() / 1e3,
                random.nextInt() / 1e7,
                (float) random.nextDouble(),
                Double.longBitsToDouble(random.nextLong()),
                random.nextInt(1_000) / 8.0
            };
            for (double number : numbers) {
                Sent value = new Sent.Plain(Value.of(number));
                ByteOutput out = new ByteOutput();
                ValueBytes.write(value, out);
                assertThat(ValueBytes.read(ValueBytes.kind(value), new ByteInput(padded(out))))
                        .isEqualTo(value);
            }
        });
    }

    private static int length(Scalar number) {
        ByteOutput out = new ByteOutput();
        ValueBytes.write(new Sent.Plain(number), out);
        return out.size();
    }

    private static byte[] transmission(Kind kind, int sequence, Consumer<ByteOutput> content) {
        ByteOutput out = new ByteOutput();
        new Framed(kind, false, sequence).write(out);
        content.accept(out);
        return out.withChecksum();
    }

    private static Optional<Reason> answer(Link link, byte[] bytes) {
        return link.receiver.receive(bytes).flatMap(link.transmitter::receive).map(Refusal::reason);
    }

    private static Link synchronised() {
        Link link = new Link(TransmissionSettings.defaults());
        link.master.create(2, "chest", AnimationQueue.at(1, 0, 0)).database().put("a", new Table());
        link.exchange();
        return link;
    }

    /** The content of a transmission that claims what cannot be, and what is said of it. */
    static Stream<Arguments> claims() {
        long gigabyte = 1L << 30;
        return Stream.of(
                claim(Reason.TOO_LARGE, out -> {
                    out.write(InstructionWriter.CREATE_TABLES);
                    out.varint(gigabyte);
                }),
                claim(Reason.MALFORMED, out -> {
                    out.write(InstructionWriter.STORE_CLASS_NAME);
                    out.signed(2);
                    out.varint(gigabyte << 1);
                }),
                claim(Reason.MALFORMED, out -> {
                    out.write(InstructionWriter.STORE_CLASS_NAME);
                    out.signed(2);
                    out.varint(gigabyte << 1 | 1);
                }),
                claim(Reason.MALFORMED, out -> {
                    out.write(InstructionWriter.CREATE_TANGIBLE);
                    out.signed(9);
                    out.varint(gigabyte);
                }),
                claim(Reason.WRONG_TABLE, new Instruction.StoreInTable(2, Value.of("a"), Sent.Nil.NIL)),
                claim(Reason.WRONG_TABLE, new Instruction.StoreInTable(0, Value.of("a"), Sent.Nil.NIL)),
                claim(Reason.WRONG_TABLE, new Instruction.StoreInTable(-1, Value.of("a"), Sent.Nil.NIL)),
                claim(Reason.WRONG_TABLE, new Instruction.StoreInTable(1, Value.of("a"), new Sent.Numbered(2))),
                claim(Reason.WRONG_TABLE, new Instruction.StoreInTable((int) gigabyte, Value.of("a"), Sent.Nil.NIL)),
                claim(Reason.WRONG_TANGIBLE, new Instruction.StoreInTangible(5, Value.of("a"), Sent.Nil.NIL)),
                claim(Reason.WRONG_TANGIBLE, new Instruction.StoreClassName(5, "")),
                claim(Reason.WRONG_TANGIBLE, new Instruction.StoreField(5, "a", null)),
                claim(Reason.WRONG_TANGIBLE, new Instruction.DeleteTangible(5)),
                claim(Reason.WRONG_TANGIBLE, new Instruction.CorrectAnimation(5, 0, List.of())),
                claim(
                        Reason.WRONG_TANGIBLE,
                        new Instruction.CreateTangible(2, List.of(new RelativeStep(null, 0, 0, 0, 0)))),
                claim(Reason.IMPOSSIBLE, new Instruction.CreateTangible(9, List.of())),
                claim(
                        Reason.IMPOSSIBLE,
                        new Instruction.CreateTangible(
                                9, List.of(new RelativeStep(null, 0, Long.MAX_VALUE, Long.MIN_VALUE, 0)))),
                claim(Reason.IMPOSSIBLE, new Instruction.CorrectAnimation(2, 1, List.of())),
                claim(Reason.IMPOSSIBLE, new Instruction.CorrectAnimation(2, 2, List.of())),
                claim(
                        Reason.IMPOSSIBLE,
                        new Instruction.CorrectAnimation(
                                2, 0, Collections.nCopies(16, new RelativeStep(null, 0, 0, 0, 0)))),
                claim(
                        Reason.IMPOSSIBLE,
                        new Instruction.StoreInTangible(2, Key.Special.METATABLE, new Sent.Plain(Value.of(1)))),
                claim(Reason.MALFORMED, new Instruction.Begin(1, 32, true, 64)),
                claim(Reason.MALFORMED, new Instruction.StoreClassName(2, "x".repeat(Value.Text.MAX_LENGTH + 1))),
                claim(Reason.MALFORMED, new Instruction.StoreField(1, "x".repeat(Value.Text.MAX_LENGTH + 1), null)),
                claim(Reason.MALFORMED, out -> out.write(13)),
                claim(Reason.MALFORMED, out -> out.write(InstructionWriter.STORE)),
                claim(Reason.MALFORMED, out -> {
                    out.write(InstructionWriter.IN_TABLE);
                    out.signed(1);
                    out.write(0xFF);
                }));
    }

    private static Arguments claim(Reason reason, Instruction instruction) {
        return claim(reason, out -> new InstructionWriter(out).write(instruction));
    }

    private static Arguments claim(Reason reason, Consumer<ByteOutput> content) {
        return arguments(reason, content);
    }

    @ParameterizedTest
    @MethodSource("claims")
    @DisplayName("M13 what cannot be is refused with the reason, and the client recovers")
    void claimsAreRefused(Reason reason, Consumer<ByteOutput> content) {
        Link link = synchronised();
        assertThat(answer(link, transmission(Kind.CHANGES, 1, content))).contains(reason);
        assertThat(link.receiver.isSynchronised()).isFalse();
        link.exchange();
        assertThat(link.transmitter.resynchronisations()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.POSITIVE_INFINITY, Double.NaN, 1e300, 0x1p41, -1})
    @DisplayName("M13 a close radius that no server may have is refused, and does not hold the client up")
    void radii(double radius) {
        Link link = synchronised();
        assertThat(answer(link, transmission(Kind.ANEW, 0, out -> new InstructionWriter(out)
                        .write(new Instruction.Begin(Link.PLAYER, radius, true, 64)))))
                .contains(Reason.IMPOSSIBLE);
        link.exchange();
        List<Long> found = link.client.scanRadius(AnimationStep.at(0, 0, 0), radius);
        assertThat(found).hasSize(radius > 1 ? 2 : 0);
    }

    @Test
    @DisplayName("M13 a client refuses more than its limits")
    void limits() {
        Link link = synchronised();
        DifferenceReceiver small = new DifferenceReceiver(new ClientModel(), new ReceiverLimits(64, 1, 0, 0));
        Link other = new Link(TransmissionSettings.defaults().withPartBytes(64));
        other.master.create(2, "", AnimationQueue.at(1, 0, 0));
        byte[] twoTangibles = other.transmitter.transmit(0).orElseThrow();
        assertThat(small.receive(twoTangibles).flatMap(link.transmitter::receive))
                .hasValueSatisfying(refusal -> assertThat(refusal.detail()).contains("1 tangibles"));
        Link third = new Link(TransmissionSettings.defaults().withPartBytes(1_000));
        third.player().database().put("a", new Table());
        assertThat(new DifferenceReceiver(new ClientModel(), new ReceiverLimits(1_000, 1, 0, 10))
                        .receive(third.transmitter.transmit(0).orElseThrow())
                        .flatMap(link.transmitter::receive))
                .hasValueSatisfying(refusal -> {
                    assertThat(refusal.reason()).isEqualTo(Reason.LIMIT_TOO_LOW);
                    assertThat(refusal.detail()).contains("maxTables");
                });
        byte[] long65 = transmission(Kind.CHANGES, 0, out -> out.writeBytes(new byte[59]));
        assertThat(new DifferenceReceiver(new ClientModel(), new ReceiverLimits(64, 1, 0, 0))
                        .receive(long65)
                        .flatMap(link.transmitter::receive))
                .hasValueSatisfying(refusal -> {
                    assertThat(refusal.reason()).isEqualTo(Reason.TOO_LARGE);
                    assertThat(refusal.detail()).contains("65 bytes", "maxBytes are 64");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "c0000702780000000000", "ffffffffffffffff"})
    @DisplayName("M13 what is no request changes nothing on the server")
    void noRequest(String hex) {
        Link link = synchronised();
        assertThat(link.transmitter.receive(HexFormat.of().parseHex(hex))).isEmpty();
        assertThat(link.transmitter.receive(new byte[1 << 20])).isEmpty();
        link.exchange();
        assertThat(link.transmitter.resynchronisations()).isZero();
    }

    @Test
    @DisplayName("M13 the server limits how often a client is resynchronised, and forgets no request")
    void rate() {
        Link link = synchronised();
        byte[] request = new ResynchronisationRequest(0, new Refusal(Reason.DAMAGED, "again and again"), 1_000).write();
        int answers = 0;
        for (int millis = 0; millis < 10_000; millis += 50) {
            link.transmitter.receive(request);
            Optional<byte[]> transmission = link.transmitter.transmit(millis * 1_000_000L);
            answers += transmission.isPresent() ? 1 : 0;
            transmission.ifPresent(
                    bytes -> assertThat(link.receiver.receive(bytes)).isEmpty());
        }
        assertThat(answers).isEqualTo(10);
        link.nanos = 20_000_000_000L;
        link.exchange();
    }

    @Test
    @DisplayName("M13 transmissions out of order are refused with their numbers")
    void order() {
        Link link = synchronised();
        link.transmitter.transmit(0);
        byte[] third = link.transmitter.transmit(0).orElseThrow();
        assertThat(link.receiver.receive(third).flatMap(link.transmitter::receive))
                .contains(new Refusal(Reason.OUT_OF_ORDER, "message 2 came, expected was 1"));
    }

    @Test
    @DisplayName("M13 a client whose request was lost asks again")
    void lostRequest() {
        Link link = synchronised();
        byte[] damaged = new byte[10];
        int requests = 0;
        for (int i = 0; i < 2 * DifferenceReceiver.ASK_AGAIN_AFTER; i++) {
            requests += link.receiver.receive(damaged).isPresent() ? 1 : 0;
        }
        assertThat(requests).isEqualTo(2);
    }

    @Test
    @DisplayName("M13 numbers of transmissions begin again after 2^13")
    void sequencesWrap() {
        Link link = synchronised();
        for (int i = 0; i < Framed.SEQUENCES + 3; i++) {
            assertThat(link.receiver.receive(link.transmitter.transmit(0).orElseThrow()))
                    .isEmpty();
        }
        link.exchange();
    }

    @Test
    @DisplayName("M13 no bytes whatever break a receiver")
    void anyBytes() {
        SeededRandom.forEachSeed(2_000, (seed, random) -> {
            Link link = synchronised();
            byte[] noise = new byte[random.nextInt(60)];
            random.nextBytes(noise);
            List<Kind> kinds = List.of(Kind.values());
            byte[] bytes = transmission(
                    kinds.get(random.nextInt(kinds.size())), random.nextInt(3), out -> out.writeBytes(noise));
            link.receiver.receive(bytes).ifPresent(link.transmitter::receive);
            assertThat(link.client.tangibles()).hasSizeLessThan(60);
        });
    }
}
