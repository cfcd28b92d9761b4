package org.voxelpopuli.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A world")
final class WorldSpecTest {
    @Test
    @DisplayName("D7 time of day is a function of the wall clock and the day's length")
    void timeOfDay() {
        WorldSpec world = WorldSpec.DEFAULT;
        long day = Duration.ofMinutes(20).toMillis();
        assertThat(world.minutesOfDay(0)).isZero();
        assertThat(world.minutesOfDay(day / 2)).isEqualTo(720);
        assertThat(world.minutesOfDay(day - 1)).isBetween(1_439.0, 1_440.0);
        assertThat(world.minutesOfDay(day)).isZero();
        assertThat(world.minutesOfDay(1_000_000 * day + day / 4)).isEqualTo(360);
        assertThat(world.minutesOfDay(-1)).isBetween(1_439.0, 1_440.0);
        WorldSpec real = new WorldSpec("real", 0, Duration.ofHours(24));
        assertThat(real.minutesOfDay(90_000)).isEqualTo(1.5);
    }

    @Test
    void refusesDaysThatAreTooShortOrTooLong() {
        new WorldSpec("w", 0, Duration.ofMinutes(1));
        new WorldSpec("w", 0, Duration.ofHours(24));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WorldSpec("w", 0, Duration.ofSeconds(59)))
                .withMessageContaining("1m..24h");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WorldSpec("w", 0, Duration.ofHours(24).plusNanos(1)));
    }

    @Test
    void hasANameOf1To64Characters() {
        assertThat(new WorldSpec("x".repeat(64), -1, Duration.ofMinutes(20)).name())
                .hasSize(64);
        for (String name : new String[] {"", " ", "x".repeat(65)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new WorldSpec(name, 0, Duration.ofMinutes(20)))
                    .withMessageContaining("1 to 64");
        }
    }
}
