package org.voxelpopuli.edits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The hybrid clock")
final class HybridClockTest {
    private static final WriterId WRITER = WriterId.of(new byte[WriterId.LENGTH]);
    private static final long NOON = 1_764_000_000_000L;
    private static final long HOUR = 3_600_000;

    private final HybridClock clock = new HybridClock(WRITER);

    @Test
    void givesTheWallClockWhileThatRises() {
        assertThat(clock.next(NOON)).isEqualTo(new Stamp(NOON << 16, WRITER));
        assertThat(clock.next(NOON + 1)).isEqualTo(new Stamp((NOON + 1) << 16, WRITER));
    }

    @Test
    void countsWithinAMillisecondAndWhileTheWallClockIsSetBack() {
        assertThat(clock.next(NOON).time()).isEqualTo(NOON << 16);
        assertThat(clock.next(NOON).time()).isEqualTo(NOON << 16 | 1);
        assertThat(clock.next(NOON - HOUR).time()).isEqualTo(NOON << 16 | 2);
        assertThat(clock.next(NOON + HOUR).time()).isEqualTo((NOON + HOUR) << 16);
        assertThat(clock.next(NOON).millis()).isEqualTo(NOON + HOUR);
    }

    @Test
    void goesOnIntoTheNextMillisecondAfter65536Stamps() {
        for (int i = 0; i < 65_536; i++) {
            assertThat(clock.next(NOON).millis()).isEqualTo(NOON);
        }
        assertThat(clock.next(NOON).time()).isEqualTo((NOON + 1) << 16);
    }

    @Test
    void isLaterThanWhatItHasSeen() {
        clock.observe(new Stamp((NOON + HOUR) << 16 | 5, WRITER));
        clock.observe(new Stamp(NOON, WRITER));
        assertThat(clock.next(NOON).time()).isEqualTo((NOON + HOUR) << 16 | 6);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void alwaysRises(long seed) {
        Random random = new Random(seed);
        Stamp last = clock.next(NOON);
        long wall = NOON;
        for (int i = 0; i < 20_000; i++) {
            wall += switch (random.nextInt(50)) {
                case 0 -> HOUR;
                case 1 -> -HOUR;
                default -> random.nextInt(3);
            };
            if (random.nextInt(10) == 0) {
                clock.observe(new Stamp((wall + random.nextInt(1_000)) << 16 | random.nextInt(10), WRITER));
            }
            Stamp next = clock.next(wall);
            assertThat(next).isGreaterThan(last);
            last = next;
        }
    }
}
