package org.voxelpopuli.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private record Planned(long due, int number) {}

    @Test
    void eventsHappenByTimeThenByTheOrderInWhichTheyWereScheduledAndCancelledOnesNever() {
        SeededRandom.forEachSeed(30, (seed, random) -> {
            EventQueue queue = new EventQueue();
            List<Planned> expected = new ArrayList<>();
            List<Planned> happened = new ArrayList<>();
            int count = random.nextInt(1, 5_000);
            double cancelled = random.nextDouble();
            for (int i = 0; i < count; i++) {
                Planned planned = new Planned(queue.now() + random.nextInt(50), i);
                EventQueue.Event event = queue.schedule(planned.due() - queue.now(), () -> {
                    assertThat(queue.now()).isEqualTo(planned.due());
                    happened.add(planned);
                });
                if (random.nextDouble() < cancelled) {
                    event.cancel();
                } else {
                    expected.add(planned);
                }
                if (random.nextInt(4) == 0) {
                    queue.runNext(Long.MAX_VALUE);
                }
            }
            while (queue.runNext(Long.MAX_VALUE)) {
                // Until nothing is left.
            }
            expected.sort(Comparator.comparingLong(Planned::due).thenComparing(Planned::number));
            assertThat(happened).isEqualTo(expected);
        });
    }
}
