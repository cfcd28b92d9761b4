package org.voxelpopuli.tools.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartWatchTest {
    private final List<String> said = new ArrayList<>();
    private long now = -5;
    private final StartWatch watch = new StartWatch(said::add, () -> now);

    /** What is said in that many quarters of a second without an event. */
    private List<String> afterQuarters(int count, String howFar) {
        said.clear();
        for (int i = 0; i < count; i++) {
            now += Duration.ofMillis(250).toNanos();
            watch.waiting(() -> howFar);
        }
        return said;
    }

    @Test
    void speaksAfterTenSecondsOfSilenceAndTellsTheWholeTime() {
        assertThat(afterQuarters(39, "nothing yet")).isEmpty();
        assertThat(afterQuarters(41, "0 of 3 nodes are ready"))
                .containsExactly(
                        "Still starting (10 s): 0 of 3 nodes are ready.",
                        "Still starting (20 s): 0 of 3 nodes are ready.");
    }

    @Test
    void countsTheSilenceFromTheLastWord() {
        assertThat(afterQuarters(36, "nothing yet")).isEmpty();
        watch.spoken();
        assertThat(afterQuarters(39, "1 of 3 nodes are ready")).isEmpty();
        assertThat(afterQuarters(1, "1 of 3 nodes are ready"))
                .containsExactly("Still starting (19 s): 1 of 3 nodes are ready.");
    }
}
