package org.voxelpopuli.tangibles.behaviour;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.voxelpopuli.tangibles.AnimationQueue;
import org.voxelpopuli.tangibles.AnimationStep;

/**
 * Plays an animation queue smoothly on a client, which gets steps in jerks: one step after another, each over its ticks, in a straight line. Steps that
 * come late wait for nothing; when more than {@value #MAX_WAITING} wait, the oldest are skipped, so that no client lags further behind. Belongs to one
 * thread.
 */
public final class AnimationPlayback {
    /** How many steps may wait to be played. */
    public static final int MAX_WAITING = 4;

    private final Deque<AnimationStep> waiting = new ArrayDeque<>();
    private AnimationQueue seen;
    private AnimationStep from;
    private AnimationStep to;
    /** When the step that is played began. */
    private double begun;

    /**
     * Stands where the queue ends.
     *
     * @param now in ticks
     */
    public AnimationPlayback(AnimationQueue queue, double now) {
        seen = queue;
        from = queue.last();
        to = queue.last();
        begun = now;
    }

    /**
     * Takes the tangible's queue as it is now; what is new in it will be played. To be called after each transmission, or each frame.
     *
     * @param now in ticks, rising
     */
    public void update(AnimationQueue queue, double now) {
        advance(now);
        if (queue.equals(seen)) {
            return;
        }
        List<AnimationStep> fresh = fresh(queue.steps());
        boolean idle = waiting.isEmpty() && now >= begun + to.ticks();
        waiting.addAll(fresh);
        seen = queue;
        while (waiting.size() > MAX_WAITING) {
            waiting.remove();
        }
        if (idle && !waiting.isEmpty()) {
            begin(waiting.remove(), now);
        }
    }

    /** What follows the steps that were seen. */
    private List<AnimationStep> fresh(List<AnimationStep> steps) {
        List<AnimationStep> old = seen.steps();
        for (int drop = 0; drop < old.size(); drop++) {
            List<AnimationStep> rest = old.subList(drop, old.size());
            if (rest.size() <= steps.size() && steps.subList(0, rest.size()).equals(rest)) {
                return steps.subList(rest.size(), steps.size());
            }
        }
        return steps.subList(steps.size() - 1, steps.size());
    }

    private void advance(double now) {
        while (!waiting.isEmpty() && now >= begun + to.ticks()) {
            begin(waiting.remove(), begun + to.ticks());
        }
    }

    private void begin(AnimationStep step, double when) {
        from = to;
        to = step;
        begun = when;
    }

    /**
     * How it looks.
     *
     * @param now in ticks, rising
     */
    public Pose at(double now) {
        advance(now);
        double part = to.ticks() == 0 ? 1 : Math.min(1, Math.max(0, (now - begun) / to.ticks()));
        return new Pose(
                to.action(),
                between(from.x(), to.x(), part),
                between(from.y(), to.y(), part),
                between(from.z(), to.z(), part));
    }

    private static double between(double from, double to, double part) {
        return from + (to - from) * part;
    }
}
