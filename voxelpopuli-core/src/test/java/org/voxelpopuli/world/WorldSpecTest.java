package org.voxelpopuli.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
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

    @Test
    @DisplayName("D13 is told from others by name, terrain seed, generator and its version, and by nothing else")
    void identity() {
        String identity = WorldSpec.DEFAULT.identity("simplex-height-map", 1);
        // echo -ne 'voxelpopuli\n0\nsimplex-height-map\n1' | sha256sum
        assertThat(identity).isEqualTo("6a7c277dee0d74b32fab2dd32e168cb41bbb24ce");
        assertThat(new WorldSpec("voxelpopuli", 0, Duration.ofHours(1)).identity("simplex-height-map", 1))
                .isEqualTo(identity);
        assertThat(List.of(
                        new WorldSpec("other", 0, Duration.ofMinutes(20)).identity("simplex-height-map", 1),
                        new WorldSpec("voxelpopuli", 1, Duration.ofMinutes(20)).identity("simplex-height-map", 1),
                        WorldSpec.DEFAULT.identity("hills", 1),
                        WorldSpec.DEFAULT.identity("simplex-height-map", 2)))
                .doesNotContain(identity)
                .doesNotHaveDuplicates();
    }
}
