package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("N7 Who goes to and fro over the border of an area of interest")
class BorderTest extends SimulatedGame {
    private static final Duration STEP = Duration.ofMillis(100);

    @Test
    @DisplayName(
            "N3 is asked by way of who spoke of him, and not looked up: what he told before he left is no reason to wait for more of it")
    void isAskedByWayOfWhoSpokeOfHim() {
        AtomicInteger lookups = new AtomicInteger();
        routes.detour((prefix, there) -> {
            lookups.addAndGet(HostPrefix.is(prefix) ? 1 : 0);
            return there;
        });
        settings = settings.withRadius(1_024, 64, 1_024);
        // The next multiple of the edge of a leaf, 512 units.
        double border = 11_264;
        SimulatedPlayer anna = join("anna", at(10_000));
        join("carl", at(10_700));
        join("dora", at(10_800));
        SimulatedPlayer bert = join("bert", at(border));
        simulation.run(Duration.ofSeconds(10));
        lookups.set(0);
        int crossings = 0;
        boolean seen = anna.sees(bert);
        for (int step = 0; step < 600; step++) {
            bert.avatar.moveTo(at(border + 50 * Math.sin(step / 2.0)));
            simulation.run(STEP);
            if (seen != anna.sees(bert)) {
                seen = !seen;
                crossings++;
            }
        }
        assertThat(crossings).as("seed %d", seed).isGreaterThan(10);
        assertThat(lookups).as("seed %d", seed).hasValue(0);
    }

    private static Point at(double x) {
        return new Point(x, 10_000, 10_000);
    }
}
