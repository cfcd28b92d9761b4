package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.List;

/**
 * What a tangible does and did last: the last step holds its position, those before it are for the eye.
 *
 * @param steps 1..{@value #MAX_STEPS}, in order of time
 */
public record AnimationQueue(List<AnimationStep> steps) {
    /** The most steps that a queue holds; the oldest are dropped. */
    public static final int MAX_STEPS = 16;

    /** @throws IllegalArgumentException if there are too many steps, or none */
    public AnimationQueue {
        steps = List.copyOf(steps);
        if (steps.isEmpty() || steps.size() > MAX_STEPS) {
            throw new IllegalArgumentException(
                    "an animation queue has " + steps.size() + " steps, allowed is 1.." + MAX_STEPS);
        }
    }

    /** The queue of a tangible that stands at a place. */
    public static AnimationQueue at(double x, double y, double z) {
        return new AnimationQueue(List.of(AnimationStep.at(x, y, z)));
    }

    /** The last step, whose place is the tangible's position. */
    public AnimationStep last() {
        return steps.get(steps.size() - 1);
    }

    /** This queue and one more step; without the oldest if it was full. */
    public AnimationQueue then(AnimationStep step) {
        List<AnimationStep> longer = new ArrayList<>(steps);
        longer.add(step);
        return new AnimationQueue(longer.size() > MAX_STEPS ? longer.subList(1, longer.size()) : longer);
    }
}
