package org.voxelpopuli.tools.presence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What the presence is to reach (SPEC N12), held against what was measured. */
public final class Aims {
    private static final double AGE_MILLIS = 100;
    private static final double ENTER_MILLIS = 300;
    private static final double TIMES_FEWER = 3;

    private static final String FEWER_BYTES = "3 times fewer bytes than without the optimisations";

    /** Of the thesis, a second. */
    private static final double NODE_BYTES = 600;

    /** A share of the average by which bytes may grow when there are twice as many avatars. */
    private static final double SLOPE = 0.03;

    /** Fewer say little about a median. */
    private static final int LEAST_ENTERED = 20;

    private final List<PresenceRow> rows;

    private Aims(List<PresenceRow> rows) {
        this.rows = rows;
    }

    /**
     * One aim.
     *
     * @param aim what was to be reached
     * @param measured what was
     * @param met whether that is enough
     */
    public record Aim(String aim, String measured, boolean met) {
        @Override
        public String toString() {
            return (met ? "met      " : "NOT MET  ") + aim + ": " + measured;
        }
    }

    /** Judges rows. An aim about which they say nothing is left out. */
    public static List<Aim> judge(List<PresenceRow> rows) {
        Aims aims = new Aims(rows);
        List<Aim> judged = new ArrayList<>();
        aims.worst(
                judged,
                "position age p99 below 100 ms at 25/s",
                "ms",
                AGE_MILLIS,
                row -> PresenceRow.orNaN(row.ageP99()),
                row -> row.updates() == Plan.OFTEN);
        aims.worst(
                judged,
                "half of those who enter drawn within 300 ms",
                "ms",
                ENTER_MILLIS,
                row -> PresenceRow.orNaN(row.enterP50()),
                row -> row.updates() == Plan.OFTEN && row.entered() >= LEAST_ENTERED);
        for (TraceKind trace : TraceKind.values()) {
            if (trace != TraceKind.CROWD) {
                Plan.UPDATES.forEach(updates -> aims.independence(judged, trace, updates));
            }
        }
        Plan.UPDATES.forEach(updates -> aims.fewer(judged, updates));
        rows.stream().filter(PresenceRow::isOfThesis).forEach(row -> aims.thesis(judged, row));
        return judged;
    }

    /** About which aims rows say nothing, since a way has not been run against which they are held. */
    public static List<String> unjudged(Set<Way> ways) {
        if (!ways.contains(Way.PRESENCE)) {
            return List.of("all aims, which are the presence's: --way leaves out " + Way.PRESENCE);
        }
        return ways.contains(Way.PLAIN) ? List.of() : List.of(FEWER_BYTES + ": --way leaves out " + Way.PLAIN);
    }

    private void worst(
            List<Aim> judged,
            String aim,
            String unit,
            double bound,
            ToDoubleFunction<PresenceRow> value,
            Predicate<PresenceRow> which) {
        for (TraceKind trace : TraceKind.values()) {
            rows.stream()
                    .filter(row -> row.way() == Way.PRESENCE && row.trace() == trace && which.test(row))
                    .filter(row -> !Double.isNaN(value.applyAsDouble(row)))
                    .max(Comparator.comparingDouble(value))
                    .ifPresent(row -> judged.add(new Aim(
                            aim + ", " + trace,
                            text("at most %.0f %s (%d avatars)", value.applyAsDouble(row), unit, row.avatars()),
                            value.applyAsDouble(row) < bound)));
        }
    }

    /** Least squares of the bytes of the nodes inside against the logarithm of the number. */
    private void independence(List<Aim> judged, TraceKind trace, int updates) {
        List<PresenceRow> inside = rows.stream()
                .filter(row -> row.way() == Way.PRESENCE
                        && row.trace() == trace
                        && row.updates() == updates
                        && row.inside() > 0)
                .toList();
        if (inside.size() < 3) {
            return;
        }
        double meanX = inside.stream().mapToDouble(Aims::doublings).average().orElse(0);
        double meanY =
                inside.stream().mapToDouble(PresenceRow::inside).average().orElse(0);
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (PresenceRow row : inside) {
            double x = doublings(row) - meanX;
            double y = row.inside() - meanY;
            xx += x * x;
            xy += x * y;
            yy += y * y;
        }
        double slope = xy / xx / meanY;
        judged.add(new Aim(
                "bytes of a node independent of n at constant density at " + updates + "/s, " + trace,
                text(
                        "%+.1f %% for each doubling from %d to %d avatars, R2 %.2f",
                        100 * slope,
                        inside.get(0).avatars(),
                        inside.get(inside.size() - 1).avatars(),
                        yy == 0 ? 0 : xy * xy / xx / yy),
                Math.abs(slope) < SLOPE));
    }

    private static double doublings(PresenceRow row) {
        return Math.log(row.avatars()) / Math.log(2);
    }

    private void fewer(List<Aim> judged, int updates) {
        for (TraceKind trace : TraceKind.values()) {
            rows.stream()
                    .filter(row -> row.way() == Way.PRESENCE
                            && row.trace() == trace
                            && row.updates() == updates
                            && !row.isOfThesis())
                    .max(Comparator.comparingInt(PresenceRow::avatars))
                    .ifPresent(row -> rows.stream()
                            .filter(plain -> plain.way() == Way.PLAIN
                                    && plain.trace() == trace
                                    && plain.updates() == updates
                                    && plain.avatars() == row.avatars())
                            .forEach(plain -> judged.add(new Aim(
                                    FEWER_BYTES + " at " + updates + "/s, " + trace,
                                    text(
                                            "%.1f times; discovery alone %.1f times (%d avatars)",
                                            plain.mean() / row.mean(),
                                            plain.discovery() / row.discovery(),
                                            row.avatars()),
                                    plain.mean() / row.mean() >= TIMES_FEWER))));
        }
    }

    private void thesis(List<Aim> judged, PresenceRow row) {
        judged.add(new Aim(
                text("0.6 KB/s of a node at 3/s, %d nodes with %d avatars", row.nodes(), row.avatars()),
                text(
                        "%.0f B/s, sent and got, of which %.0f for positions, %.0f for discovery, %.0f for the DHT",
                        row.mean(), row.positions(), row.discovery(), row.directory()),
                row.mean() < NODE_BYTES));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
