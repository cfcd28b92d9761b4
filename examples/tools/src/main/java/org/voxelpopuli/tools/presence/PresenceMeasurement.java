package org.voxelpopuli.tools.presence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.voxelpopuli.tools.simulation.Watcher;

/** Runs what a {@link Plan} says, several runs at a time, which share nothing but what lookups cost. */
public final class PresenceMeasurement {
    private final Plan plan;
    private final int jobs;
    private final Watcher watcher;
    private final Consumer<List<PresenceRow>> soFar;
    private final Map<Integer, LookupCosts> costs = new ConcurrentHashMap<>();
    private final Map<Comparison, PresenceRow> rows = new HashMap<>();

    /** Of each run that has begun. */
    private final Map<Comparison, Long> done = new HashMap<>();

    /**
     * A measurement that has not begun.
     *
     * @param jobs runs at a time
     * @param watcher is told how much is done, of {@link #steps}
     * @param soFar gets the rows after each run, in the plan's order; on one thread at a time
     */
    public PresenceMeasurement(Plan plan, int jobs, Watcher watcher, Consumer<List<PresenceRow>> soFar) {
        this.plan = plan;
        this.jobs = jobs;
        this.watcher = watcher;
        this.soFar = soFar;
    }

    /** How much there is to do. */
    public static long steps(Plan plan) {
        return plan.comparisons().stream()
                .mapToLong(PresenceMeasurement::weight)
                .sum();
    }

    /** About as much as it takes. */
    private static long weight(Comparison run) {
        long positions = (long) run.avatars() * (10 + run.updates());
        return run.way().isPresence() ? 20 * positions : positions;
    }

    /** The rows, in the plan's order. */
    public List<PresenceRow> run() {
        ExecutorService executor = Executors.newFixedThreadPool(jobs);
        try {
            List<Future<?>> futures = new ArrayList<>();
            // The longest first, so that none is left alone at the end.
            plan.comparisons().stream()
                    .sorted(Comparator.comparingLong(PresenceMeasurement::weight)
                            .reversed())
                    .forEach(each -> futures.add(executor.submit(() -> run(each))));
            for (Future<?> each : futures) {
                each.get();
            }
            return rows();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    private void run(Comparison comparison) {
        LookupCosts lookups = costs.computeIfAbsent(
                LookupCosts.nodesFor(comparison.avatars()), size -> LookupCosts.measure(size, plan.seed()));
        finished(comparison, comparison.run(lookups, part -> advanced(comparison, part)));
    }

    private synchronized List<PresenceRow> rows() {
        return plan.comparisons().stream()
                .flatMap(each -> Stream.ofNullable(rows.get(each)))
                .toList();
    }

    private synchronized void finished(Comparison comparison, PresenceRow row) {
        rows.put(comparison, row);
        soFar.accept(rows());
        advanced(comparison, 1);
    }

    private synchronized void advanced(Comparison comparison, double part) {
        done.put(comparison, (long) (part * weight(comparison)));
        watcher.done(
                done.values().stream().mapToLong(each -> each).sum(),
                comparison.avatars() + " avatars, " + comparison.trace() + ", " + comparison.way() + ", "
                        + comparison.updates() + "/s, " + (int) (100 * part) + " %");
    }
}
