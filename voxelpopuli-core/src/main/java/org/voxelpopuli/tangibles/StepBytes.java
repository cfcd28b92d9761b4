package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.List;

/** Animation steps as bytes: for each its flags, then what differs from the step before. */
final class StepBytes {
    private static final int OTHER_ACTION = 1;
    private static final int OTHER_TICKS = 2;

    private StepBytes() {}

    /** How many, and each. */
    static void write(List<RelativeStep> steps, ByteOutput out) {
        out.varint(steps.size());
        writeEach(steps, out);
    }

    static void writeEach(List<RelativeStep> steps, ByteOutput out) {
        for (RelativeStep step : steps) {
            String action = step.action();
            boolean otherTicks = step.ticks() != RelativeStep.SAME;
            out.write((action == null ? 0 : OTHER_ACTION) | (otherTicks ? OTHER_TICKS : 0));
            if (action != null) {
                out.text(action);
            }
            if (otherTicks) {
                out.varint(step.ticks());
            }
            out.signed(step.dx());
            out.signed(step.dy());
            out.signed(step.dz());
        }
    }

    static List<RelativeStep> read(ByteInput in) {
        return readEach(in.number(AnimationQueue.MAX_STEPS), in);
    }

    static List<RelativeStep> readEach(int count, ByteInput in) {
        List<RelativeStep> steps = new ArrayList<>();
        for (int left = count; left > 0; left--) {
            int flags = in.number(OTHER_ACTION | OTHER_TICKS);
            String action = (flags & OTHER_ACTION) == 0 ? null : action(in);
            int ticks = (flags & OTHER_TICKS) == 0 ? RelativeStep.SAME : in.number(AnimationStep.MAX_TICKS);
            steps.add(new RelativeStep(action, ticks, in.signed(), in.signed(), in.signed()));
        }
        return steps;
    }

    private static String action(ByteInput in) {
        String action = in.text();
        if (action.length() > AnimationStep.MAX_ACTION) {
            throw new IllegalArgumentException(
                    "an action has " + action.length() + " characters, allowed are " + AnimationStep.MAX_ACTION);
        }
        return action;
    }
}
