package org.voxelpopuli.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SeedFramingTest {
    private static final Function<SeedFraming, Optional<byte[]>> LINE = SeedFraming::nextLine;
    private static final Function<SeedFraming, Optional<byte[]>> VALUE = SeedFraming::nextValue;
    private static final Function<SeedFraming, Optional<byte[]>> QUERY = SeedFraming::nextQuery;

    @Test
    void aLineEndsWithANewlineAndMayCarryACarriageReturn() {
        assertThat(frames(LINE, "one\ntwo\r\n\n \r\nthree")).containsExactly("one", "two");
    }

    @Test
    void aLineMayComeInPieces() {
        SeedFraming framing = new SeedFraming(100);
        framing.append(bytes("on"));
        assertThat(framing.nextLine()).isEmpty();
        framing.append(bytes("e\ntw"));
        assertThat(framing.nextLine()).hasValue(bytes("one"));
        assertThat(framing.nextLine()).isEmpty();
        framing.append(bytes("o\n"));
        assertThat(framing.nextLine()).hasValue(bytes("two"));
    }

    @Test
    @DisplayName("V6.2 the handshake may or may not end with a newline")
    void aValueNeedsNoNewline() {
        assertThat(frames(VALUE, "{\"type\":\"ping\"}")).containsExactly("{\"type\":\"ping\"}");
        assertThat(frames(VALUE, "{\"type\":\"ping\"}\r\n")).containsExactly("{\"type\":\"ping\"}");
        assertThat(frames(VALUE, "{\"a\":[1,{\"b\":2}]}[3]\n\"x\""))
                .containsExactly("{\"a\":[1,{\"b\":2}]}", "[3]", "\"x\"");
    }

    @Test
    void bracketsAndQuotesInsideAStringDoNotEndAValue() {
        assertThat(frames(VALUE, "{\"a\":\"}]\\\"}\\\\\"}[]")).containsExactly("{\"a\":\"}]\\\"}\\\\\"}", "[]");
    }

    @Test
    void junkInPlaceOfAValueIsALine() {
        assertThat(frames(VALUE, "GET / {}\r\n12\n}\n{\"a\":\n1}\n"))
                .containsExactly("GET / {}", "12", "}", "{\"a\":", "1}");
    }

    @Test
    @DisplayName("V8.2 a query ends with a newline, or when its JSON value is complete")
    void aQueryCarriesItsFirstByte() {
        assertThat(frames(QUERY, "\0[0,0]\n\1{\"name\":\"a\"}\0 [1,2,3]\r\n\0junk []\n\0\n[4]{"))
                .containsExactly("\0[0,0]", "\1{\"name\":\"a\"}", "\0 [1,2,3]", "\0junk []", "\0", "[4]");
    }

    @Test
    @DisplayName("what is left of a handshake's line is no line of the game")
    void theNewlineAfterAValueIsSkipped() {
        SeedFraming framing = new SeedFraming(100);
        framing.append(bytes("{\"type\":\"connect\"} \r\n{\"type\":3}\n"));
        assertThat(framing.nextValue()).hasValue(bytes("{\"type\":\"connect\"}"));
        assertThat(framing.nextLine()).hasValue(bytes("{\"type\":3}"));
        assertThat(framing.nextLine()).isEmpty();
    }

    @Test
    void whatIsWantedMayChangeInTheMiddleOfAFrame() {
        SeedFraming framing = new SeedFraming(100);
        framing.append(bytes("[1,2"));
        assertThat(framing.nextLine()).isEmpty();
        framing.append(bytes("]"));
        assertThat(framing.nextValue()).hasValue(bytes("[1,2]"));
    }

    @Test
    void aFrameAtTheLimitPassesAndALongerOneOverflows() {
        SeedFraming framing = new SeedFraming(5);
        framing.append(bytes("12345\n[123]"));
        assertThat(framing.nextLine()).hasValue(bytes("12345"));
        assertThat(framing.nextValue()).hasValue(bytes("[123]"));
        assertThat(framing.overflowed()).isFalse();
        framing.append(bytes("123456\n"));
        assertThat(framing.nextLine()).isEmpty();
        assertThat(framing.overflowed()).isTrue();
        framing.append(bytes("ok\n"));
        assertThat(framing.nextLine()).isEmpty();
    }

    @Test
    void aValueLongerThanTheLimitOverflowsThoughItIsComplete() {
        SeedFraming framing = new SeedFraming(5);
        framing.append(bytes("[1234]"));
        assertThat(framing.nextValue()).isEmpty();
        assertThat(framing.overflowed()).isTrue();
    }

    @Test
    void anEndlessLineOverflowsAndHoldsNothing() {
        SeedFraming framing = new SeedFraming(8 << 10);
        for (int i = 0; i < 100_000 && !framing.overflowed(); i++) {
            framing.append(bytes("xxxxxxxxxx"));
            assertThat(framing.nextLine()).isEmpty();
        }
        assertThat(framing.overflowed()).isTrue();
    }

    @Test
    void framesThatNobodyTakesOverflow() {
        SeedFraming framing = new SeedFraming(100);
        for (int i = 0; i < 1_000; i++) {
            framing.append(bytes("\0[0,0]\n"));
        }
        assertThat(framing.overflowed()).isTrue();
    }

    @Test
    void endlessBlankLinesAreSkippedWithoutEnd() {
        SeedFraming framing = new SeedFraming(10);
        for (int i = 0; i < 1_000; i++) {
            framing.append(bytes("\r\n   \n"));
            assertThat(framing.nextLine()).isEmpty();
        }
        assertThat(framing.overflowed()).isFalse();
    }

    @Test
    @DisplayName("a megabyte that comes byte by byte is framed in linear work")
    void singleBytesCostNoMore() {
        // Quadratic work would be 10^12 steps: the test would not end.
        SeedFraming framing = new SeedFraming(1 << 20);
        for (int i = 0; i < 1 << 20; i++) {
            framing.append(new byte[] {'1'});
            assertThat(framing.nextValue().isPresent()).isFalse();
        }
        framing.append(bytes("\n"));
        assertThat(framing.nextValue())
                .hasValueSatisfying(line -> assertThat(line).hasSize(1 << 20));
    }

    @Test
    void theSameBytesGiveTheSameFramesHoweverTheyAreCut() {
        String alphabet = "{}[]\"\\\n\r \0\1ab,1";
        for (long seed = 1; seed <= 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(200);
            for (int i = 0; i < length; i++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            for (Function<SeedFraming, Optional<byte[]>> kind : List.of(LINE, VALUE, QUERY)) {
                List<String> whole = framed(kind, bytes(text.toString()), 20, random, length + 1);
                assertThat(framed(kind, bytes(text.toString()), 20, random, 1))
                        .as("seed %d", seed)
                        .isEqualTo(whole);
                assertThat(framed(kind, bytes(text.toString()), 20, random, 7))
                        .as("seed %d", seed)
                        .isEqualTo(whole);
            }
        }
    }

    @Test
    void aLimitBelowOneIsRefused() {
        assertThatThrownBy(() -> new SeedFraming(0)).hasMessageContaining("allowed is 1 or more");
    }

    private static List<String> framed(
            Function<SeedFraming, Optional<byte[]>> kind, byte[] bytes, int limit, SplittableRandom random, int most) {
        SeedFraming framing = new SeedFraming(limit);
        List<String> frames = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            int piece = Math.min(bytes.length - at, 1 + random.nextInt(most));
            framing.append(Arrays.copyOfRange(bytes, at, at + piece));
            at += piece;
            for (Optional<byte[]> frame = kind.apply(framing); frame.isPresent(); frame = kind.apply(framing)) {
                frames.add(new String(frame.get(), StandardCharsets.UTF_8));
            }
        }
        if (framing.overflowed()) {
            frames.add("overflow");
        }
        return frames;
    }

    private static List<String> frames(Function<SeedFraming, Optional<byte[]>> kind, String text) {
        return framed(kind, bytes(text), 1_000, new SplittableRandom(1), text.length() + 1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
