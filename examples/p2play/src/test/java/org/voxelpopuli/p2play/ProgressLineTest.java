package org.voxelpopuli.p2play;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.content.DownloadProgress;

class ProgressLineTest {
    private static final long SECOND = 1_000_000_000L;

    private static DownloadProgress fetching(long bytes, long length, long resumed, int providers) {
        return new DownloadProgress(DownloadProgress.State.FETCHING, bytes, length, resumed, providers);
    }

    @Test
    void tellsBarShareBytesRateAndRest() {
        ProgressLine line = new ProgressLine("Imagine - John Lennon", true);
        assertThat(line.show(fetching(0, 200_000_000, 0, 1), 0, 120))
                .isEqualTo("Imagine - John Lennon  " + "░".repeat(30) + "   0 %  0 B of 200 MB");
        assertThat(line.show(fetching(50_000_000, 200_000_000, 0, 3), SECOND, 120))
                .isEqualTo("Imagine - John Lennon  " + "█".repeat(7) + "▌" + "░".repeat(22)
                        + "  25 %  50.0 MB of 200 MB  50.0 MB/s  0:03 left  3 providers");
        assertThat(line.show(fetching(200_000_000, 200_000_000, 0, 1), 2 * SECOND, 120))
                .contains("█".repeat(30) + " 100 %");
    }

    @Test
    void theRateIsThatOfTheLastSeconds() {
        ProgressLine line = new ProgressLine("a", true);
        for (int second = 0; second <= 10; second++) {
            line.show(fetching(second * 10_000_000L, 1_000_000_000, 0, 1), second * SECOND, 80);
        }
        assertThat(line.rate(fetching(100_000_000, 1_000_000_000, 0, 1), 20 * SECOND))
                .as("it has stopped since")
                .hasValueSatisfying(rate -> assertThat(rate).isLessThan(1_000_000));
    }

    @Test
    void whatWasHereBeforeIsNoRate() {
        ProgressLine line = new ProgressLine("a", true);
        line.show(new DownloadProgress(DownloadProgress.State.SEARCHING, 0, 0, 0, 0), 0, 80);
        line.show(fetching(0, 1000, 0, 0), SECOND, 80);
        line.show(fetching(900, 1000, 900, 1), 2 * SECOND, 80);
        assertThat(line.rate(fetching(950, 1000, 900, 1), 3 * SECOND)).contains(50.0);
    }

    @Test
    void otherStatesAreWords() {
        ProgressLine line = new ProgressLine("a", true);
        assertThat(line.show(new DownloadProgress(DownloadProgress.State.SEARCHING, 0, 0, 0, 0), 0, 80))
                .isEqualTo("a  looking for who has it");
        assertThat(line.show(new DownloadProgress(DownloadProgress.State.WAITING, 5, 10, 0, 0), 0, 80))
                .isEqualTo("a  50 %  nobody who has it answers; asking again");
        assertThat(new ProgressLine("a", false).show(fetching(0, 0, 0, 1), 0, 80))
                .contains("####")
                .contains("100 %");
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 79, 80, 200})
    void neverMoreThanALine(int width) {
        ProgressLine line = new ProgressLine("上を向いて歩こう".repeat(9), true);
        line.show(fetching(0, 999_000_000_000L, 0, 16), 0, width);
        for (int second = 1; second < 5; second++) {
            String shown = line.show(fetching(second * 123_456_789L, 999_000_000_000L, 0, 16), second * SECOND, width);
            assertThat(Table.columns(shown)).isLessThanOrEqualTo(width);
        }
    }
}
