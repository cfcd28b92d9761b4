package org.voxelpopuli.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowsTest {
    @Test
    void percentilesAreValuesThatWereMeasured() {
        Sample hundred =
                new Sample(IntStream.rangeClosed(1, 100).map(i -> 101 - i).asDoubleStream());
        assertThat(hundred.percentile(50)).isEqualTo(50);
        assertThat(hundred.percentile(99)).isEqualTo(99);
        assertThat(hundred.percentile(100)).isEqualTo(100);
        assertThat(hundred.mean()).isEqualTo(50.5);
        assertThat(new Sample(DoubleStream.of(7)).percentile(1)).isEqualTo(7);
    }

    @Test
    void theSizesEndWithTheLimit() {
        assertThat(Sizes.upTo(20)).containsExactly(20);
        assertThat(Sizes.upTo(120)).containsExactly(20, 50, 100, 120);
        assertThat(Sizes.upTo(10_000)).containsExactly(20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000);
    }

    @Test
    void rowsBecomeLines() {
        assertThat(Csv.of(RestRow.class, List.of(new RestRow(20, 1234.5678, 9))))
                .isEqualTo("nodes,bytesPerNodeAndHour,datagramsPerNodeAndHour\n20,1234.568,9.000\n");
    }

    @Test
    void whatIsMissingIsNothingBetweenCommas() {
        record Row(int n, @Nullable Double millis, long last) {}
        assertThat(Csv.of(Row.class, List.of(new Row(1, null, 2), new Row(1, 1.5, 2))))
                .isEqualTo("n,millis,last\n1,,2\n1,1.500,2\n");
    }
}
