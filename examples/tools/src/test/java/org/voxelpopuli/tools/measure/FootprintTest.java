package org.voxelpopuli.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FootprintTest {
    private static Footprint footprint(double resident, double idle) {
        return new Footprint(
                List.of(new Footprint.StartPair(4, 4), new Footprint.StartPair(30, 5), new Footprint.StartPair(5, 4)),
                resident,
                170,
                idle,
                0.5);
    }

    @Test
    void oneDisturbedStartDoesNotMoveTheRatio() {
        assertThat(footprint(200, 0.2).startRatio()).isEqualTo(1.25);
    }

    @Test
    void theMedianOfAnEvenNumberIsTheMiddleOfTheTwo() {
        assertThat(Footprint.median(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(3.0);
    }

    @Test
    void eachBoundIsHeldOrMissed() {
        assertThat(footprint(280, 1).holds()).isTrue();
        assertThat(footprint(280.1, 1).holds()).isFalse();
        assertThat(footprint(280, 1.01).holds()).isFalse();
    }

    @Test
    void theTableMarksWhatIsMissed() {
        List<String> lines = footprint(300, 0.2).table().lines().toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(1))
                .startsWith("start, against bare Spring Boot")
                .contains("1.25 x", "1.40 x", "ok", "5.00 s against 4.00 s");
        assertThat(lines.get(2)).startsWith("resident memory").contains("300.00 MB", "280.00 MB", "MISS");
    }

    @Test
    void readsWhatLinuxTellsOfAProcess() {
        String stat = "4711 (ja va) x) S 1 4711 4711 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 30 0 1000 5000000 60000 0";
        assertThat(ProcessStat.parseProcessorTime(stat)).isEqualTo(Duration.ofSeconds(3));
        assertThat(ProcessStat.parseResidentMegabytes(List.of("Name:\tjava", "VmRSS:\t  204800 kB")))
                .isEqualTo(200);
    }
}
