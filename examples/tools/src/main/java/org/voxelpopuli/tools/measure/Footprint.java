package org.voxelpopuli.tools.measure;

import java.util.List;
import java.util.Locale;

/**
 * What a node costs, and whether that is within the bounds.
 *
 * @param starts times to start, in pairs measured one after the other
 * @param residentMegabytes of an idle node with a heap of at most 256 MB
 * @param bareResidentMegabytes of the bare application with the same heap
 * @param idlePercent of a core that an idle node uses, alone
 * @param idlePercentAmongOthers the most of a core that one of several idle nodes uses
 */
record Footprint(
        List<StartPair> starts,
        double residentMegabytes,
        double bareResidentMegabytes,
        double idlePercent,
        double idlePercentAmongOthers) {
    static final double MAX_START_RATIO = 1.4;
    static final double MAX_RESIDENT_MEGABYTES = 280;
    static final double MAX_IDLE_PERCENT = 1;

    /**
     * Seconds from {@code java -jar} to serving.
     *
     * @param node a VoxelPopuli node
     * @param bare Spring Boot with Actuator and MVC alone
     */
    record StartPair(double node, double bare) {
        double ratio() {
            return node / bare;
        }
    }

    /**
     * A number and its bound.
     *
     * @param name what was measured
     * @param value in the unit
     * @param bound the most that is allowed
     * @param unit for people, may be empty
     * @param beside what it is compared with
     */
    record Line(String name, double value, double bound, String unit, String beside) {
        boolean holds() {
            return value <= bound;
        }
    }

    /** The median of the pairs' ratios: one disturbed start does not move it. */
    double startRatio() {
        return median(starts.stream().map(StartPair::ratio).toList());
    }

    List<Line> lines() {
        return List.of(
                new Line(
                        "start, against bare Spring Boot",
                        startRatio(),
                        MAX_START_RATIO,
                        "x",
                        text(
                                "%.2f s against %.2f s",
                                median(starts.stream().map(StartPair::node).toList()),
                                median(starts.stream().map(StartPair::bare).toList()))),
                new Line(
                        "resident memory, idle, -Xmx256m",
                        residentMegabytes,
                        MAX_RESIDENT_MEGABYTES,
                        "MB",
                        text("bare Spring Boot: %.0f MB", bareResidentMegabytes)),
                new Line("processor, idle, alone", idlePercent, MAX_IDLE_PERCENT, "%", "of one core"),
                new Line(
                        "processor, idle, among others",
                        idlePercentAmongOthers,
                        MAX_IDLE_PERCENT,
                        "%",
                        "of one core, the busiest node"));
    }

    boolean holds() {
        return lines().stream().allMatch(Line::holds);
    }

    /** The table for people. */
    String table() {
        StringBuilder table = new StringBuilder();
        table.append(text("%-33s %9s %9s      %s%n", "", "measured", "bound", ""));
        for (Line line : lines()) {
            table.append(text(
                    "%-33s %6.2f %-2s %6.2f %-2s %-5s %s%n",
                    line.name(),
                    line.value(),
                    line.unit(),
                    line.bound(),
                    line.unit(),
                    line.holds() ? "ok" : "MISS",
                    line.beside()));
        }
        return table.toString();
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
