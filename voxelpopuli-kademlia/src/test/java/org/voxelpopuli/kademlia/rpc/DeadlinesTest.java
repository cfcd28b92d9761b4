package org.voxelpopuli.kademlia.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;

class DeadlinesTest {
    private static final long MILLI = 1_000_000;

    /** A worker that runs its timer when it is told to, however late that is. */
    private static final class SlowWorker implements Worker, NodeClock {
        private final List<Runnable> timers = new ArrayList<>();
        private long now;
        private long due;

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public Timer schedule(Duration delay, Runnable task) {
            due = now + delay.toNanos();
            timers.add(task);
            return () -> timers.remove(task);
        }

        void runTimer(long late) {
            now = due + late;
            timers.remove(0).run();
        }

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public long wallMillis() {
            return 0;
        }

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public void close() {}
    }

    private final SlowWorker worker = new SlowWorker();
    private final Deadlines deadlines = new Deadlines(worker, worker);
    private final List<Long> late = new ArrayList<>();

    private void add(long due, Supplier<Boolean> over) {
        deadlines.add(new Deadlines.Waiting() {
            @Override
            public long due() {
                return due;
            }

            @Override
            public boolean isOver() {
                return over.get();
            }

            @Override
            public boolean isLate(long now) {
                late.add(now);
                return false;
            }
        });
    }

    @Test
    void whoeverIsDueIsLookedAfterAtItsTime() {
        add(100 * MILLI, () -> false);
        add(50 * MILLI, () -> false);
        worker.runTimer(0);
        assertThat(late).containsExactly(50 * MILLI);
        worker.runTimer(19 * MILLI);
        assertThat(late).containsExactly(50 * MILLI, 119 * MILLI);
    }

    @Test
    void whenTheWorkerWasHeldUpAnswersThatWaitAreReadFirst() {
        boolean[] answered = {false};
        add(100 * MILLI, () -> answered[0]);
        add(100 * MILLI, () -> false);
        worker.runTimer(70 * MILLI);
        assertThat(late).isEmpty();
        answered[0] = true;
        worker.runTimer(30 * MILLI);
        assertThat(late).as("once more is not waited").containsExactly(270 * MILLI);
    }
}
