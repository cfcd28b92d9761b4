package org.voxelpopuli.tools.simulation;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Numbers that were measured, of which there is at least one. */
public final class Sample {
    private final double[] sorted;

    /** These numbers. */
    public Sample(DoubleStream values) {
        sorted = values.toArray();
        Arrays.sort(sorted);
    }

    /** The average. */
    public double mean() {
        return Arrays.stream(sorted).sum() / sorted.length;
    }

    /** The smallest value that so many percent do not exceed. */
    public double percentile(int percent) {
        return sorted[Math.max(0, (int) Math.ceil(sorted.length * percent / 100.0) - 1)];
    }
}
