package org.voxelpopuli.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The processor time of the measuring threads for each operation: on a machine that others use too, the wall clock tells mostly about
 * them. Without compiler, collector and the program's own threads. Use: {@code -prof org.voxelpopuli.benchmarks.CpuTimeProfiler}.
 */
public class CpuTimeProfiler implements InternalProfiler {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long before;

    @Override
    public String getDescription() {
        return "processor time of the measuring threads per operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = cpuNanos();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = cpuNanos() - before;
        long operations = result.getMetadata().getAllOps();
        return List.of(new ScalarResult("cpu", nanos / Math.max(1, operations), "ns/op", AggregationPolicy.AVG));
    }

    private long cpuNanos() {
        long sum = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().contains("jmh-worker")) {
                sum += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return sum;
    }
}
