package org.voxelpopuli.tools.presence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.tools.simulation.BarChart;
import org.voxelpopuli.tools.simulation.Csv;
import org.voxelpopuli.tools.simulation.LineChart;
import org.voxelpopuli.tools.simulation.LineChart.Column;
import org.voxelpopuli.tools.simulation.Measurements;

/** Draws what was measured. */
public final class PresenceCharts {
    private static final double KILO = 1_000;

    private final List<PresenceRow> rows;
    private final Measurements measurements;

    private PresenceCharts(List<PresenceRow> rows, Measurements measurements) {
        this.rows = rows;
        this.measurements = measurements;
    }

    /** Writes the rows without charts. */
    public static void writeRows(List<PresenceRow> rows, Measurements measurements) {
        measurements.write("presence.csv", Csv.of(PresenceRow.class, rows));
    }

    /** Writes the rows and their charts. */
    public static void write(List<PresenceRow> rows, Measurements measurements) {
        writeRows(rows, measurements);
        PresenceCharts charts = new PresenceCharts(
                rows.stream().filter(row -> !row.isOfThesis()).toList(), measurements);
        for (TraceKind trace : TraceKind.values()) {
            charts.write(trace);
            charts.writeOptimisations(trace);
        }
        charts.ofPresence(
                "presence-traces", "Bytes of a node by trace, 25/s", "kB/s, sent and got", row -> row.mean() / KILO);
        charts.ofPresence(
                "presence-caches",
                "Questions answered from caches",
                "% of those that met one",
                PresenceRow::cachePercent);
        charts.ofPresence(
                "presence-work",
                "Work of a node",
                "packets and signatures a second",
                row -> row.packets() + row.signatures());
    }

    private void write(TraceKind trace) {
        String of = ", " + trace;
        for (int updates : Plan.UPDATES) {
            byWay(
                    "presence-bytes-" + updates + "-" + trace,
                    "Bytes of a node, " + updates + "/s" + of,
                    "kB/s, sent and got, average",
                    trace,
                    updates,
                    row -> row.mean() / KILO);
        }
        byWay(
                "presence-busiest-" + trace,
                "The busiest node, the server among them, 25/s" + of,
                "packets/s",
                trace,
                Plan.OFTEN,
                row -> Math.max(row.packetsMost(), row.serverPackets()));
        byWay(
                "presence-age-" + trace,
                "Age of drawn positions, 25/s" + of,
                "ms, 99 % at most",
                trace,
                Plan.OFTEN,
                row -> PresenceRow.orNaN(row.ageP99()));
        byWay(
                "presence-enter-" + trace,
                "From entering an area until being drawn" + of,
                "ms, half at most",
                trace,
                Plan.OFTEN,
                row -> PresenceRow.orNaN(row.enterP50()));
    }

    /** What each optimisation does to the bytes, and the other ways beside. */
    private void writeOptimisations(TraceKind trace) {
        rows.stream()
                .filter(row -> row.trace() == trace && row.way().leavesOneOut() && row.updates() < Plan.OFTEN)
                .mapToInt(PresenceRow::avatars)
                .findFirst()
                .ifPresent(size -> {
                    List<PresenceRow> bars = rows.stream()
                            .filter(row -> row.trace() == trace && row.avatars() == size && row.updates() < Plan.OFTEN)
                            .sorted(Comparator.comparing(PresenceRow::way))
                            .toList();
                    BarChart<PresenceRow> chart = new BarChart<>(
                            "Bytes of a node, " + size + " avatars, 3/s (4/s without numbers), " + trace,
                            "kB/s, sent and got, average",
                            List.of(
                                    new Column<>("positions", row -> row.positions() / KILO),
                                    new Column<>("discovery", row -> row.discovery() / KILO),
                                    new Column<>("lookups in the DHT", row -> row.directory() / KILO)));
                    measurements.write(
                            "presence-optimisations-" + trace + ".png",
                            chart.png(
                                    bars.stream()
                                            .map(row -> row.way().toString())
                                            .toList(),
                                    bars));
                });
    }

    private void byWay(
            String file, String title, String y, TraceKind trace, int updates, ToDoubleFunction<PresenceRow> value) {
        draw(
                file,
                title,
                y,
                row -> row.trace() == trace && row.updates() == updates,
                row -> row.way().toString(),
                value);
    }

    private void ofPresence(String file, String title, String y, ToDoubleFunction<PresenceRow> value) {
        draw(
                file,
                title,
                y,
                row -> row.way() == Way.PRESENCE && row.updates() == Plan.OFTEN,
                row -> row.trace().toString(),
                value);
    }

    /** Lines that there are at every size and that have a number at one; where it is missing they have a gap. */
    private void draw(
            String file,
            String title,
            String y,
            Predicate<PresenceRow> which,
            Function<PresenceRow, String> line,
            ToDoubleFunction<PresenceRow> value) {
        Map<Integer, Map<String, PresenceRow>> sizes = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (PresenceRow row : rows) {
            if (which.test(row)) {
                sizes.computeIfAbsent(row.avatars(), size -> new LinkedHashMap<>())
                        .put(line.apply(row), row);
                if (!lines.contains(line.apply(row))) {
                    lines.add(line.apply(row));
                }
            }
        }
        lines.removeIf(each -> sizes.values().stream().anyMatch(size -> !size.containsKey(each)));
        lines.removeIf(each -> sizes.values().stream().allMatch(size -> Double.isNaN(valueOf(size.get(each), value))));
        if (lines.isEmpty()) {
            return;
        }
        Column<Map<String, PresenceRow>> avatars =
                new Column<>("avatars", size -> size.values().iterator().next().avatars());
        List<Column<Map<String, PresenceRow>>> columns = lines.stream()
                .map(each -> new Column<Map<String, PresenceRow>>(each, size -> valueOf(size.get(each), value)))
                .toList();
        measurements.write(
                file + ".png", new LineChart<>(title, avatars, true, y, columns).png(List.copyOf(sizes.values())));
    }

    private static double valueOf(@Nullable PresenceRow row, ToDoubleFunction<PresenceRow> value) {
        return row == null ? Double.NaN : value.applyAsDouble(row);
    }
}
