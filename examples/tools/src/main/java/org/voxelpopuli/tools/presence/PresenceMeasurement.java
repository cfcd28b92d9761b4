package org.voxelpopuli.tools.presence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.voxelpopuli.tools.simulation.Watcher;

/** Runs what a {@link Plan} says, several runs at a time, which share nothing but what lookups cost. */
public final class PresenceMeasurement {
    private final Plan plan;
    private final int jobs;
    private final Watcher watcher;
    private final Map<Integer, LookupCosts> costs = new ConcurrentHashMap<>();
    private long done;

    /**
     * A measurement that has not begun.
     *
     * @param jobs runs at a time
     * @param watcher is told how much is done, of {@link #steps}
     */
    public PresenceMeasurement(Plan plan, int jobs, Watcher watcher) {
        this.plan = plan;
        this.jobs = jobs;
        this.watcher = watcher;
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
            Map<Comparison, Future<PresenceRow>> futures = new LinkedHashMap<>();
            // The longest first, so that none is left alone at the end.
            plan.comparisons().stream()
                    .sorted(Comparator.comparingLong(PresenceMeasurement::weight)
                            .reversed())
                    .forEach(each -> futures.put(each, executor.submit(() -> run(each))));
            List<PresenceRow> rows = new ArrayList<>();
            for (Comparison each : plan.comparisons()) {
                Future<PresenceRow> future = futures.get(each);
                if (future != null) {
                    rows.add(future.get());
                }
            }
            return rows;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    private PresenceRow run(Comparison comparison) {
        LookupCosts lookups = costs.computeIfAbsent(
                LookupCosts.nodesFor(comparison.avatars()), size -> LookupCosts.measure(size, plan.seed()));
        PresenceRow row = comparison.run(lookups);
        finished(comparison);
        return row;
    }

    private synchronized void finished(Comparison comparison) {
        done += weight(comparison);
        watcher.done(
                done,
                comparison.avatars() + " avatars, " + comparison.trace() + ", " + comparison.way() + ", "
                        + comparison.updates() + "/s");
    }
}
