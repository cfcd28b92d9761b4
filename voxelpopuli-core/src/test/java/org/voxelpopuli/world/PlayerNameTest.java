package org.voxelpopuli.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("V6.8 names")
final class PlayerNameTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "Anna",
                "x_y-z.7",
                "...",
                "Zo\u00E9",
                "\u738B\u5C0F\u660E",
                "\u041C\u0430\u0448\u0430",
                "\u0639\u0644\u064A",
                "\u0928\u093F\u0936\u093E",
                "\uD801\uDC00",
                "\u0663"
            })
    void ofLettersMarksAndDigitsAreTaken(String text) {
        assertThat(new PlayerName(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "two words",
                "line\nline",
                "nul\u0000",
                "tab\t",
                "\u202Eevil",
                "rtl\u200F",
                "zero\u200Bwidth",
                "\uFEFFbom",
                "smile\uD83D\uDE00",
                "../../etc",
                "<script>",
                "a\"b",
                "a\\b",
                "a'b",
                "a/b",
                "a,b",
                "half\u00BD",
                "lone\uD801",
                "\uDC00lone",
                "private\uE000",
                "unassigned\u0378"
            })
    void withAnythingElseAreRefusedInWords(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PlayerName(text))
                .withMessageStartingWith("player name refused: ")
                .withMessageContaining("1 to 32 letters");
    }

    @Test
    void inTwoNormalFormsAreOne() {
        PlayerName composed = new PlayerName("Zo\u00E9");
        PlayerName decomposed = new PlayerName("Zoe\u0301");
        assertThat(decomposed).isEqualTo(composed).hasSameHashCodeAs(composed);
        assertThat(decomposed.text()).isEqualTo("Zo\u00E9");
    }

    @Test
    void haveAtMost32CodePointsOfNfc() {
        assertThat(new PlayerName("x".repeat(32)).text()).hasSize(32);
        assertThat(new PlayerName("\uD801\uDC00".repeat(32)).text()).hasSize(64);
        assertThat(new PlayerName("e\u0301".repeat(32)).text()).hasSize(32);
        for (String text : new String[] {"x".repeat(33), "\uD801\uDC00".repeat(33), "e\u0301".repeat(33)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new PlayerName(text))
                    .withMessageContaining("33 code points");
        }
    }

    @Test
    void ofAMegabyteAreRefusedWithoutBeingRepeated() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PlayerName("x".repeat(1 << 20)))
                .withMessageContaining("1048576 characters")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PlayerName("<script>"))
                .withMessageContaining("U+003C")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("script"));
    }
}
