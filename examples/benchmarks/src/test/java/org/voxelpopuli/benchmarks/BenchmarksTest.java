package org.voxelpopuli.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

final class BenchmarksTest {
    @TempDir
    Path folder;

    /** Nothing is measured here; they must only not rot. */
    @Test
    void eachRuns() throws RunnerException {
        // Another build, or somebody's measurement, may run on this machine at the same time.
        System.setProperty("jmh.ignoreLock", "true");
        Options once = new OptionsBuilder()
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(1))
                .shouldFailOnError(true)
                .output(folder.resolve("output").toString())
                .build();
        assertThat(new Runner(once).run()).hasSizeGreaterThan(50);
    }
}
