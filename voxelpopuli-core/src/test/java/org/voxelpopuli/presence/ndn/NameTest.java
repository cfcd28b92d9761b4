package org.voxelpopuli.presence.ndn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("N1 Names")
class NameTest {
    @ParameterizedTest
    @CsvSource({
        "/a/b, /a/b",
        "ndn:/a/b, /a/b",
        "/a/b/, /a/b",
        "/, /",
        "/caf%C3%A9/%00%ff, /caf%C3%A9/%00%FF",
        "/..., /...",
        "/....., /.....",
        "/.a., /.a.",
        "/a b, /a%20b",
        "/58=%01/32=x, /58=%01/32=x",
        "/sha256digest=0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20, /sha256digest=0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
    })
    void theUriFormIsReadAndWritten(String uri, String written) {
        assertThat(Name.parse(uri)).hasToString(written);
        assertThat(Name.parse(written)).isEqualTo(Name.parse(uri));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "/a//b",
                "/.",
                "/..",
                "/%",
                "/%2",
                "/%zz",
                "/x=1",
                "/0=a",
                "/70000=a",
                "/sha256digest=00"
            })
    void whatIsNoUriIsRefusedInWords(String uri) {
        assertThatThrownBy(() -> Name.parse(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(".{10,}");
    }

    @Test
    void dotsAreEscaped() {
        assertThat(Name.of("..", "", "a")).hasToString("/...../.../a");
        assertThat(Name.parse("/...../.../a")).isEqualTo(Name.of("..", "", "a"));
    }

    @Test
    void namesAreInCanonicalOrderSoThatWhatIsBelowAPrefixFollowsIt() {
        List<Name> ordered = List.of(
                Name.EMPTY,
                Name.parse("/sha256digest=0000000000000000000000000000000000000000000000000000000000000000"),
                Name.of("a"),
                Name.of("a", "b"),
                Name.of("b"),
                Name.of("aa"),
                Name.parse("/32=a"));
        List<Name> shuffled = new ArrayList<>(ordered);
        Collections.reverse(shuffled);
        Collections.sort(shuffled);
        assertThat(shuffled).isEqualTo(ordered);
    }

    @Test
    void prefixesShareAndEqual() {
        Name name = Name.of("a", "b", "c");
        assertThat(name.prefix(2)).isEqualTo(Name.of("a", "b")).hasSameHashCodeAs(Name.of("a", "b"));
        assertThat(name.prefix(2).append("d")).isEqualTo(Name.of("a", "b", "d"));
        assertThat(name).isEqualTo(Name.of("a", "b", "c"));
        assertThat(name.prefixes()).containsExactly(Name.EMPTY, Name.of("a"), Name.of("a", "b"), name);
        assertThat(name.prefix(1).isPrefixOf(name)).isTrue();
        assertThat(name.isPrefixOf(name)).isTrue();
        assertThat(name.isPrefixOf(name.prefix(1))).isFalse();
    }

    @Test
    void numbersAreInTheirShortestForm() {
        assertThat(NameComponent.ofNumber(NameComponent.SEQUENCE_NUMBER, 0)).hasToString("58=%00");
        assertThat(NameComponent.ofNumber(NameComponent.SEQUENCE_NUMBER, 256)).hasToString("58=%01%00");
        for (long number : new long[] {0, 255, 256, 65_535, 65_536, 1L << 32, Long.MAX_VALUE}) {
            assertThat(NameComponent.ofNumber(NameComponent.VERSION, number).toNumber())
                    .isEqualTo(number);
        }
        assertThatThrownBy(() -> NameComponent.of("abc").toNumber()).hasMessageContaining("no number");
    }
}
