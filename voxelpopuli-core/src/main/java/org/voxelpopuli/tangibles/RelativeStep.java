package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An animation step as it goes over: how it differs from the one before it, since most steps differ by little.
 *
 * @param action null: that of the step before
 * @param ticks {@link #SAME}: those of the step before
 * @param dx how far it goes, in parts of 1/256
 * @param dy likewise
 * @param dz likewise
 */
record RelativeStep(@Nullable String action, int ticks, long dx, long dy, long dz) {
    static final int SAME = -1;

    /** The step before the first. */
    static final AnimationStep ORIGIN = AnimationStep.at(0, 0, 0);

    /** Steps that follow one another, the first of them a given one. */
    static List<RelativeStep> of(AnimationStep before, List<AnimationStep> steps) {
        List<RelativeStep> relative = new ArrayList<>();
        AnimationStep last = before;
        for (AnimationStep step : steps) {
            relative.add(new RelativeStep(
                    step.action().equals(last.action()) ? null : step.action(),
                    step.ticks() == last.ticks() ? SAME : step.ticks(),
                    grid(step.x()) - grid(last.x()),
                    grid(step.y()) - grid(last.y()),
                    grid(step.z()) - grid(last.z())));
            last = step;
        }
        return relative;
    }

    /** The inverse of {@link #of}; empty if a step leads out of what is allowed. */
    static Optional<List<AnimationStep>> resolve(AnimationStep before, List<RelativeStep> relative) {
        List<AnimationStep> steps = new ArrayList<>();
        AnimationStep last = before;
        for (RelativeStep step : relative) {
            double x = step.coordinate(last.x(), step.dx);
            double y = step.coordinate(last.y(), step.dy);
            double z = step.coordinate(last.z(), step.dz);
            double farthest = Math.max(Math.abs(x), Math.max(Math.abs(y), Math.abs(z)));
            if (farthest > AnimationStep.MAX_COORDINATE) {
                return Optional.empty();
            }
            last = new AnimationStep(
                    step.action == null ? last.action() : step.action,
                    x,
                    y,
                    z,
                    step.ticks == SAME ? last.ticks() : step.ticks);
            steps.add(last);
        }
        return Optional.of(steps);
    }

    private double coordinate(double from, long difference) {
        // Any long: what is too far is so in floating point, too.
        return ((double) grid(from) + difference) / AnimationStep.GRID;
    }

    static long grid(double coordinate) {
        return (long) (coordinate * AnimationStep.GRID);
    }
}
