package org.voxelpopuli.benchmarks.tangibles;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;

/**
 * The same benchmarks by the CPU time of their thread, the best of some rounds: for a machine that others use, too, where the clock on the wall tells
 * more of them.
 */
public final class CpuTime {
    private static final int ROUNDS = 6;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CpuTime() {}

    /** Prints a line for each. */
    public static void main(String[] arguments) {
        TransmissionBenchmark changes = transmission(false);
        measure("nothing", 50_000, changes::nothing);
        measure("one change", 50_000, changes::oneChange);
        measure("one new table", 30_000, changes::oneNewTable);
        measure("enters or leaves", 1_000, changes::entersAndLeaves);
        measure("walking", 500, changes::walking);
        measure("one change, all compared", 20, transmission(true)::oneChange);
        crowd(1, true, 5_000);
        crowd(100, true, 150);
        crowd(100, false, 60);
    }

    private static TransmissionBenchmark transmission(boolean compareAll) {
        TransmissionBenchmark benchmark = new TransmissionBenchmark();
        benchmark.tables = 20_000;
        benchmark.players = 1;
        benchmark.compareAll = compareAll;
        benchmark.build();
        return benchmark;
    }

    private static void crowd(int players, boolean sharing, int times) {
        CrowdBenchmark benchmark = new CrowdBenchmark();
        benchmark.players = players;
        benchmark.sharing = sharing;
        benchmark.build();
        String name = players + (sharing ? " players, sharing: " : " players, not sharing: ");
        double game = measure(name + "the game", times, benchmark::game);
        double tick = measure(name + "all", times, benchmark::tick);
        print(name + "each transmission", (tick - game) / players);
    }

    private static double measure(String name, int times, Runnable benchmark) {
        double best = Double.POSITIVE_INFINITY;
        for (int round = 0; round < ROUNDS; round++) {
            long before = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < times; i++) {
                benchmark.run();
            }
            best = Math.min(best, (THREADS.getCurrentThreadCpuTime() - before) / 1e3 / times);
        }
        print(name, best);
        return best;
    }

    private static void print(String name, double micros) {
        System.out.println(String.format(Locale.ROOT, "%-50s %10.2f us", name, micros));
    }
}
