package org.voxelpopuli.kademlia.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
@DisplayName("The durable world")
class JudgeTest {
    private static final int SEEDS = 200;
    private static final int THREADS = 2;

    /** Each scenario belongs to one thread. */
    private static List<Verdict> judge(Stream<Scenario> scenarios) throws Exception {
        Judge judge = new Judge();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Verdict>> running = scenarios
                    .map(scenario -> threads.submit(() -> judge.judge(scenario)))
                    .toList();
            Stream.Builder<Verdict> verdicts = Stream.builder();
            for (Future<Verdict> verdict : running) {
                verdicts.add(verdict.get());
            }
            return verdicts.build().toList();
        } finally {
            threads.shutdownNow();
        }
    }

    private static Stream<Scenario> scenarios() {
        Long only = Long.getLong("voxelpopuli.seed");
        return LongStream.rangeClosed(only == null ? 1 : only, only == null ? SEEDS : only)
                .mapToObj(Scenario::draw);
    }

    private static List<String> failures(List<Verdict> verdicts) {
        return verdicts.stream()
                .filter(verdict -> !verdict.held())
                .map(verdict -> verdict.scenario() + " [./vp measure judge --seeds "
                        + verdict.scenario().seed() + "]: " + verdict.findings())
                .toList();
    }

    @Test
    @DisplayName(
            "whatever goes wrong in 200 random worlds, no acknowledged edit is lost, and all is well again afterwards")
    void holds() throws Exception {
        List<Verdict> verdicts = judge(scenarios());
        assertThat(failures(verdicts)).isEmpty();
        assertThat(verdicts.stream().mapToInt(Verdict::acknowledged).sum()).isGreaterThan(50 * verdicts.size());
        assertThat(verdicts.stream().mapToInt(Verdict::askedAgain).sum())
                .as("edits that clients asked for again after a restart or from another owner")
                .isGreaterThanOrEqualTo(verdicts.size() / 8);
    }

    @Test
    @DisplayName("where nothing goes wrong, edits are acknowledged")
    void cleanTwins() throws Exception {
        assertThat(failures(judge(scenarios().map(Scenario::clean)))).isEmpty();
    }
}
