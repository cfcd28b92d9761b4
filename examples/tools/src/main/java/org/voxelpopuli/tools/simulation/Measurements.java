package org.voxelpopuli.tools.simulation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.simulation.LineChart.Column;

/** The folder of what was measured: a CSV file for each scenario, and its charts. */
public final class Measurements {
    private static final String NODES = "nodes";

    private final Path folder;

    /**
     * Makes the folder if there is none, and tries whether files can be written there.
     *
     * @throws ToolException if that is impossible
     */
    public Measurements(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new ToolException("Cannot make the folder " + folder + ": " + FileError.words(e), e);
        }
        try {
            Files.delete(Files.createTempFile(folder, ".voxelpopuli", ""));
        } catch (IOException e) {
            throw new ToolException("Cannot write into the folder " + folder + ": " + FileError.words(e), e);
        }
    }

    /** Writes what lookups cost by size. */
    public void writeLookups(List<LookupRow> rows) {
        Column<LookupRow> nodes = new Column<>(NODES, LookupRow::nodes);
        write("lookups.csv", Csv.of(LookupRow.class, rows));
        draw(
                "lookup-hops.png",
                new LineChart<>(
                        "Hops of a lookup",
                        nodes,
                        true,
                        "hops to the closest node",
                        List.of(
                                new Column<>("average", LookupRow::hops),
                                new Column<>("99 % at most", LookupRow::hopsP99))),
                rows);
        draw(
                "lookup-messages.png",
                new LineChart<>(
                        "Messages of a lookup",
                        nodes,
                        true,
                        "questions and answers",
                        List.of(
                                new Column<>("average", LookupRow::messages),
                                new Column<>("99 % at most", LookupRow::messagesP99))),
                rows);
    }

    /** Writes what joining costs by size. */
    public void writeJoins(List<JoinRow> rows) {
        write("joins.csv", Csv.of(JoinRow.class, rows));
        draw(
                "join-find-node.png",
                new LineChart<>(
                        "FIND_NODE calls at join",
                        new Column<>(NODES, JoinRow::nodes),
                        true,
                        "calls until a node has joined",
                        List.of(
                                new Column<>("average", JoinRow::findNodeCalls),
                                new Column<>("99 % at most", JoinRow::findNodeCallsP99))),
                rows);
    }

    /** Writes how lookups fare by the share of the dead. */
    public void writeDeaths(List<LookupRow> rows) {
        Column<LookupRow> dead = new Column<>("silently dead nodes, %", LookupRow::deadPercent);
        write("dead.csv", Csv.of(LookupRow.class, rows));
        draw(
                "dead-success.png",
                new LineChart<>(
                        "Exact lookups just after sudden deaths",
                        dead,
                        false,
                        "lookups, %",
                        List.of(new Column<>("found exactly the closest live nodes", LookupRow::exactPercent))),
                rows);
        draw(
                "dead-latency.png",
                new LineChart<>(
                        "Time of a lookup just after sudden deaths",
                        dead,
                        false,
                        "virtual ms (a packet takes 5 to 60)",
                        List.of(
                                new Column<>("median", LookupRow::millisP50),
                                new Column<>("99 % at most", LookupRow::millisP99))),
                rows);
    }

    /** Writes how lookups fare by the share of the liars. */
    public void writeLiars(List<LiarRow> rows) {
        write("liars.csv", Csv.of(LiarRow.class, rows));
        // For the charts, what was measured in the same network is one row.
        List<Map<String, LiarRow>> networks = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (LiarRow row : rows) {
            String line = "d = " + row.paths() + (row.proofs() ? "" : ", no proofs of identity");
            if (!lines.contains(line)) {
                lines.add(line);
            }
            Optional<Map<String, LiarRow>> same = networks.stream()
                    .filter(network -> network.values().iterator().next().liarPercent() == row.liarPercent())
                    .findFirst();
            if (same.isEmpty()) {
                networks.add(new LinkedHashMap<>(Map.of(line, row)));
            } else {
                same.get().put(line, row);
            }
        }
        Column<Map<String, LiarRow>> liars = new Column<>(
                "nodes that lie, %",
                network -> network.values().iterator().next().liarPercent());
        drawLiars(
                "liars-success.png",
                "Right lookups among liars",
                "lookups, %",
                liars,
                lines,
                networks,
                LiarRow::rightPercent);
        drawLiars(
                "liars-messages.png",
                "Messages of a lookup among liars",
                "questions and answers",
                liars,
                lines,
                networks,
                LiarRow::messages);
    }

    private void drawLiars(
            String file,
            String title,
            String y,
            Column<Map<String, LiarRow>> x,
            List<String> lines,
            List<Map<String, LiarRow>> networks,
            ToDoubleFunction<LiarRow> value) {
        draw(file, new LineChart<>(title, x, false, y, columns(lines, value)), networks);
    }

    /** Writes what the layouts of the routing table cost and give, by size. */
    public void writeLayouts(List<LayoutRow> rows) {
        write("layouts.csv", Csv.of(LayoutRow.class, rows));
        List<String> layouts = rows.stream().map(LayoutRow::layout).distinct().toList();
        // For the charts, what was measured at the same size is one row.
        List<Map<String, LayoutRow>> sizes = new ArrayList<>();
        for (int nodes : rows.stream().mapToInt(LayoutRow::nodes).distinct().toArray()) {
            Map<String, LayoutRow> size = new LinkedHashMap<>();
            rows.stream().filter(row -> row.nodes() == nodes).forEach(row -> size.put(row.layout(), row));
            sizes.add(size);
        }
        drawLayouts(
                "layout-contacts.png",
                "Contacts in the routing table",
                "contacts of a node",
                layouts,
                sizes,
                LayoutRow::contacts);
        drawLayouts(
                "layout-hops.png",
                "Hops of a lookup by the layout of the table",
                "hops to the closest node",
                layouts,
                sizes,
                LayoutRow::hops);
        drawLayouts(
                "layout-join.png",
                "FIND_NODE calls at join by the layout of the table",
                "calls until a node has joined",
                layouts,
                sizes,
                LayoutRow::findNodeCalls);
    }

    private void drawLayouts(
            String file,
            String title,
            String y,
            List<String> layouts,
            List<Map<String, LayoutRow>> sizes,
            ToDoubleFunction<LayoutRow> value) {
        Column<Map<String, LayoutRow>> nodes =
                new Column<>(NODES, size -> size.values().iterator().next().nodes());
        draw(file, new LineChart<>(title, nodes, true, y, columns(layouts, value)), sizes);
    }

    private static <R> List<Column<Map<String, R>>> columns(List<String> lines, ToDoubleFunction<R> value) {
        return lines.stream()
                .map(line -> new Column<Map<String, R>>(
                        line, rows -> value.applyAsDouble(Objects.requireNonNull(rows.get(line)))))
                .toList();
    }

    /**
     * Writes what sharing files costs, by size.
     *
     * @param part of the measurement, the beginning of the files' names
     * @param clock in which the milliseconds are, for people
     * @param suffix of the titles, for people
     */
    public void writeSharing(String part, String clock, String suffix, List<SharingRow> rows) {
        write(part + ".csv", Csv.of(SharingRow.class, rows));
        new SharingCharts(rows, clock, suffix).png().forEach((name, png) -> write(part + "-" + name + ".png", png));
    }

    /** Writes how far an eclipse has come by the number of the attacker's nodes. */
    public void writeEclipse(List<EclipseRow> rows) {
        write("eclipse.csv", Csv.of(EclipseRow.class, rows));
        record Pair(EclipseRow limited, EclipseRow open) {}
        List<EclipseRow> limited = rows.stream().filter(EclipseRow::limits).toList();
        List<EclipseRow> open = rows.stream().filter(row -> !row.limits()).toList();
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < limited.size(); i++) {
            pairs.add(new Pair(limited.get(i), open.get(i)));
        }
        draw(
                "eclipse.png",
                new LineChart<>(
                        "Ids near a victim's, from two subnets",
                        new Column<>(
                                "nodes of the attacker", pair -> pair.limited().attackers()),
                        false,
                        "held by the attacker, %",
                        List.of(
                                new Column<>(
                                        "victim's table", pair -> pair.limited().tablePercent()),
                                new Column<>("found by lookups of its id", pair -> pair.limited()
                                        .closestPercent()),
                                new Column<>("table, no limits of subnets", pair -> pair.open()
                                        .tablePercent()),
                                new Column<>("found, no limits of subnets", pair -> pair.open()
                                        .closestPercent()))),
                pairs);
    }

    /** Writes what a node costs at rest by size. */
    public void writeRest(List<RestRow> rows) {
        write("rest.csv", Csv.of(RestRow.class, rows));
        draw(
                "rest-bytes.png",
                new LineChart<>(
                        "A node at rest",
                        new Column<>(NODES, RestRow::nodes),
                        true,
                        "kB sent an hour",
                        List.of(new Column<>("average", row -> row.bytesPerNodeAndHour() / 1_000))),
                rows);
    }

    /** Writes how gets fare in a network under churn, by the hour. */
    public void writeChurn(List<ChurnRow> rows) {
        write("churn.csv", Csv.of(ChurnRow.class, rows));
        draw(
                "churn-gets.png",
                new LineChart<>(
                        "Gets in a network whose nodes live an hour on average",
                        new Column<>("hours", ChurnRow::hour),
                        false,
                        "gets, %",
                        List.of(
                                new Column<>(
                                        "in this hour, did not find the newest",
                                        row -> 100.0 * (row.gets() - row.newest()) / Math.max(1, row.gets())),
                                new Column<>("since the beginning", ChurnRow::notNewestPercent),
                                new Column<>("allowed", row -> 0.1))),
                rows);
    }

    /** Writes how long chunks are without a server when it is killed, by the size of the network. */
    public void writeFailover(List<FailoverRow> rows) {
        write("failover.csv", Csv.of(FailoverRow.class, rows));
        draw(
                "failover.png",
                new LineChart<>(
                        "From kill -9 of a chunk's owner until the next edit is kept",
                        new Column<>(NODES, FailoverRow::nodes),
                        false,
                        "ms",
                        List.of(
                                new Column<>("median", FailoverRow::p50),
                                new Column<>("99 % at most", FailoverRow::p99),
                                new Column<>("bound of the median", row -> 3_000),
                                new Column<>("bound of 99 %", row -> 6_000))),
                rows);
    }

    /** Writes how long edits take until they are kept, by the share of them that took no longer. */
    public void writeAcknowledge(List<AcknowledgeRow> rows) {
        write("acknowledge.csv", Csv.of(AcknowledgeRow.class, rows));
        draw(
                "acknowledge.png",
                new LineChart<>(
                        "From sending an edit until its author hears that it is kept",
                        new Column<>("one edit in so many takes longer", AcknowledgeRow::oneIn),
                        true,
                        "ms",
                        List.of(
                                new Column<>("kept on two of the nodes' disks", AcknowledgeRow::replicatedMillis),
                                new Column<>("kept on the disk of one node alone", AcknowledgeRow::aloneMillis))),
                rows);
    }

    private <R> void draw(String file, LineChart<R> chart, List<R> rows) {
        write(file, chart.png(rows));
    }

    /**
     * Writes a text into the folder.
     *
     * @throws ToolException if that is impossible
     */
    public void write(String file, String text) {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes a file into the folder.
     *
     * @throws ToolException if that is impossible
     */
    public void write(String file, byte[] content) {
        try {
            Files.write(folder.resolve(file), content);
        } catch (IOException e) {
            throw new ToolException("Cannot write " + folder.resolve(file) + ": " + FileError.words(e), e);
        }
    }
}
