package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("N8 How fast somebody goes")
class SpeedTest {
    @Test
    @DisplayName("N8 who has jumped to where the distance is endless, and back, is as slow as he goes after a while")
    void jumps() {
        Speed speed = new Speed();
        Point here = new Point(1, 2, 3);
        speed.told(here, 0);
        speed.told(new Point(1e300, 0, 0), 40);
        speed.told(here, 80);
        assertThat(speed.perMilli()).isGreaterThan(500);
        for (int millis = 120; millis <= 30_000; millis += 40) {
            speed.told(here, millis);
        }
        assertThat(speed.perMilli()).isBetween(0.0, 0.01);
    }
}
