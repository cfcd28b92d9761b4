package org.voxelpopuli.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D10 A share of the time")
class TimeShareTest {
    private static final long MILLI = 1_000_000;

    private final TimeShare share = new TimeShare(20, -5);

    /** So many questions of a stranger, one right after another, are served within a second if each takes so long. */
    private int servedInASecond(long start, long nanosOfOne) {
        int served = 0;
        for (long now = start; now < start + Duration.ofSeconds(1).toNanos(); ) {
            if (share.allows(now)) {
                served++;
                share.spend(nanosOfOne);
                now += nanosOfOne;
            } else {
                now += 1_000;
            }
        }
        return served;
    }

    @Test
    void isAFifthWhateverAQuestionCosts() {
        // And 40 ms that are taken ahead.
        assertThat(servedInASecond(0, MILLI / 10)).isBetween(2_350, 2_450);
        assertThat(servedInASecond(1_000 * MILLI, MILLI / 10)).isBetween(1_950, 2_050);
        assertThat(servedInASecond(2_000 * MILLI, MILLI)).isBetween(195, 205);
    }

    @Test
    @DisplayName(
            "D10 what takes longer than any packet costs, such as the first signature of a program, shuts nobody out")
    void slowMachines() {
        for (int i = 0; i < 30; i++) {
            assertThat(share.allows(0)).isTrue();
            share.spend(100 * MILLI);
        }
        assertThat(share.allows(0)).isTrue();
    }

    @Test
    @DisplayName("D10 who sends 50 at once is served at once")
    void few() {
        TimeShare large = new TimeShare(75, 0);
        for (long i = 0; i < 10; i++) {
            for (int packet = 0; packet < 50; packet++) {
                long now = i * 1_000 * MILLI + packet * MILLI / 2;
                assertThat(large.allows(now)).isTrue();
                large.spend(MILLI / 2);
            }
        }
    }

    @Test
    void isBetweenOneAndAHundredPercent() {
        assertThatThrownBy(() -> new TimeShare(0, 0)).hasMessage("a share of the time is 0 %, allowed is 1..100");
        assertThatThrownBy(() -> new TimeShare(101, 0)).hasMessageContaining("1..100");
    }

    @Test
    void othersWaitSomeMillisecondsForAFloodAndNotTensOfThem() {
        TimeShare large = new TimeShare(75, 0);
        long begun = 0;
        for (long now = 0; now < 1_000 * MILLI; ) {
            if (large.allows(now)) {
                large.spend(MILLI / 5);
                now += MILLI / 5;
                assertThat(now - begun).as("at %d ms", now / MILLI).isLessThan(now < 200 * MILLI ? 165 * MILLI : MILLI);
            } else {
                now += MILLI / 100;
                begun = now;
            }
        }
    }

    @Test
    void whoAsksLittleIsAlwaysServed() {
        for (long i = 0; i < 1_000; i++) {
            assertThat(share.allows(i * 10 * MILLI)).isTrue();
            share.spend(MILLI);
        }
    }
}
