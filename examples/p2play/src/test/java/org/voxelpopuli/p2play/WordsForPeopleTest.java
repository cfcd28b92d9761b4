package org.voxelpopuli.p2play;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsForPeopleTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "999, 999 B",
        "1000, 1.00 kB",
        "3250000, 3.25 MB",
        "9994999, 9.99 MB",
        "9995000, 10.0 MB",
        "99950000, 100 MB",
        "999499999, 999 MB",
        "999500000, 1.00 GB",
        "68719476736, 68.7 GB",
        "5000000000000000, 5000 TB"
    })
    void bytesHaveThreeDigits(long count, String words) {
        assertThat(Units.bytes(count)).isEqualTo(words);
    }

    @Test
    void timesAreReadAtAGlance() {
        assertThat(Units.clock(Duration.ofSeconds(7))).isEqualTo("0:07");
        assertThat(Units.clock(Duration.ofSeconds(3723))).isEqualTo("1:02:03");
        assertThat(Units.duration(Duration.ofMillis(340))).isEqualTo("340 ms");
        assertThat(Units.duration(Duration.ofMillis(7140))).isEqualTo("7.1 s");
        assertThat(Units.duration(Duration.ofMinutes(5))).isEqualTo("5 min");
        assertThat(Units.duration(Duration.ofHours(50))).isEqualTo("50 h");
    }

    @Test
    void whatMayHaveBeenMeantIsFound() {
        List<String> commands = List.of("put", "get", "search", "storage");
        assertThat(Similar.to("gte", commands)).contains("get");
        assertThat(Similar.to("SERCH", commands)).contains("search");
        assertThat(Similar.to("storge", commands)).contains("storage");
        assertThat(Similar.to("fly", commands)).isEmpty();
        assertThat(Similar.to("imagine - john lennon", List.of("Imagine - John Lennon")))
                .contains("Imagine - John Lennon");
        assertThat(Similar.distance("", "abc")).isEqualTo(3);
        assertThat(Similar.distance("kitten", "sitting")).isEqualTo(3);
    }

    @Test
    void namesOfStrangersDoNotDisturbTheTerminal() {
        assertThat(Table.printable("a\u001b[2Jb\u202ec\u200bd")).isEqualTo("a?[2Jb?c?d");
        assertThat(Table.columns("上を向いて")).isEqualTo(10);
        assertThat(Table.columns("é")).isEqualTo(1);
        assertThat(Table.cut("上を向いて", 7)).isEqualTo("上を向…");
        assertThat(Table.cut("short", 7)).isEqualTo("short");
    }
}
