package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N8 Positions are drawn smoothly")
class PositionTrackTest {
    private static final AvatarName ANNA = new AvatarName(Name.of("a"), new PlayerName("anna"));
    private static final long MILLI = 1_000_000;

    /** Its clock is years behind ours. */
    private static final long SKEW = 1_000_000_000;

    private final PositionTrack track = new PositionTrack(Duration.ofMillis(100));

    private static Neighbour neighbour(long millis, double x) {
        return new Neighbour(ANNA, "player", new Point(x, 0, 0), Octant.WHOLE, 0, millis - SKEW, Duration.ZERO);
    }

    private double x(long millis) {
        Point drawn = track.at(millis * MILLI);
        assertThat(drawn).isNotNull();
        return drawn.x();
    }

    @Test
    void evenWalkingIsDrawnEvenlyThoughItArrivesUnevenly() {
        assertThat(track.at(0)).isNull();
        SplittableRandom random = new SplittableRandom(1);
        double last = 0;
        long told = 0;
        for (long now = 1_000; now < 5_000; now += 10) {
            while (told * 40 + 1_000 + (told == 0 ? 0 : random.nextInt(60)) <= now) {
                long at = told * 40 + 1_000;
                track.told(neighbour(at, at / 100.0), now * MILLI);
                told++;
            }
            if (now > 1_200) {
                double drawn = x(now);
                assertThat(drawn - last).as("step at %d", now).isBetween(0.05, 0.15);
                last = drawn;
            } else {
                last = x(now);
            }
        }
        assertThat(x(4_990)).isCloseTo(48.9, within(0.5));
    }

    @Test
    void itGoesOnForAMomentAndThenStands() {
        track.told(neighbour(1_000, 0), 1_000 * MILLI);
        track.told(neighbour(1_040, 4), 1_040 * MILLI);
        assertThat(x(1_120)).isCloseTo(2, within(0.01));
        assertThat(x(1_190)).isCloseTo(9, within(0.01));
        assertThat(x(1_340)).isCloseTo(24, within(0.01));
        assertThat(x(9_000)).isCloseTo(24, within(0.01));
    }

    @Test
    void whatIsOlderIsNotDrawnAndAJumpIsNotFlown() {
        track.told(neighbour(1_000, 0), 1_000 * MILLI);
        track.told(neighbour(1_080, 8), 1_080 * MILLI);
        track.told(neighbour(1_040, -50), 1_081 * MILLI);
        assertThat(x(1_140)).isCloseTo(4, within(0.01));
        track.told(neighbour(1_120, 5_000), 1_120 * MILLI);
        assertThat(x(1_121)).isEqualTo(5_000);
        assertThatThrownBy(() -> new PositionTrack(Duration.ofSeconds(3))).hasMessageContaining("0 to 2 s");
    }

    @Test
    void aClockThatIsSetBackIsFollowedAtOnceIfByMuchAndSoonIfByLittle() {
        track.told(neighbour(1_000, 0), 1_000 * MILLI);
        track.told(neighbour(1_040, 4), 1_040 * MILLI);
        long hour = 3_600_000;
        track.told(neighbour(2_000 - hour, 10), 2_000 * MILLI);
        track.told(neighbour(2_040 - hour, 14), 2_040 * MILLI);
        assertThat(x(2_120)).isCloseTo(12, within(0.01));
        long little = 300;
        for (long now = 2_080; now < 302_080; now += 40) {
            track.told(neighbour(now - hour - little, now / 10.0), now * MILLI);
        }
        assertThat(x(302_080)).isCloseTo(30_198, within(1.0));
    }
}
