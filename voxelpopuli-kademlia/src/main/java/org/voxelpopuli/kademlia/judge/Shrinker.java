package org.voxelpopuli.kademlia.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Makes a failing scenario smaller as long as it fails in the same way: without whole kinds of fault, then without single faults, clients, nodes, edits; of each, halves first (after Zeller and Hildebrandt,
 * "Simplifying and Isolating Failure-Inducing Input", 2002).
 *
 * <pre>{@code
 * Judge judge = new Judge();
 * Verdict failing = judge.judge(Scenario.draw(17));
 * Verdict smaller = new Shrinker(judge, () -> true, verdict -> System.out.println(verdict.scenario())).shrink(failing);
 * }</pre>
 */
public final class Shrinker {
    private final Judge judge;
    private final BooleanSupplier goOn;
    private final Consumer<Verdict> progress;

    /**
     * A shrinker that plays what it tries.
     *
     * @param goOn asked before each run; false ends the shrinking with what has been reached
     * @param progress told of each smaller scenario that still fails
     */
    public Shrinker(Judge judge, BooleanSupplier goOn, Consumer<Verdict> progress) {
        this.judge = judge;
        this.goOn = goOn;
        this.progress = progress;
    }

    /** The smallest that was found. */
    public Verdict shrink(Verdict failing) {
        Verdict smallest = failing;
        int before;
        do {
            before = smallest.scenario().pieces().size();
            for (Level level : Level.values()) {
                smallest = shrink(smallest, level);
            }
        } while (smallest.scenario().pieces().size() < before && goOn.getAsBoolean());
        return smallest;
    }

    private Verdict shrink(Verdict failing, Level level) {
        Verdict smallest = failing;
        List<String> pieces = level.of(smallest.scenario());
        for (int size = pieces.size(); size >= 1; size = size == 1 ? 0 : (size + 1) / 2) {
            List<String> left = new ArrayList<>();
            for (int from = 0; from < pieces.size(); from += size) {
                List<String> part = pieces.subList(from, Math.min(pieces.size(), from + size));
                Verdict without =
                        goOn.getAsBoolean() ? judge.judge(smallest.scenario().without(part)) : null;
                if (without != null && sameFailure(without, failing)) {
                    smallest = without;
                    progress.accept(smallest);
                } else {
                    left.addAll(part);
                }
            }
            pieces = left;
        }
        return smallest;
    }

    private static boolean sameFailure(Verdict a, Verdict b) {
        return !a.held()
                && a.findings().get(0).truth().equals(b.findings().get(0).truth())
                && a.outcome() == b.outcome();
    }

    /** What is tried to do without, the coarsest first. */
    private enum Level {
        KINDS("[a-z_]+"),
        FAULTS("f\\d+"),
        CLIENTS("c\\d+"),
        NODES("n\\d+"),
        EDITS("e\\d+");

        private final String form;

        Level(String form) {
            this.form = form;
        }

        List<String> of(Scenario scenario) {
            return scenario.pieces().stream()
                    .filter(piece -> piece.matches(form))
                    .toList();
        }
    }
}
