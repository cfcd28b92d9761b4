package org.voxelpopuli.tools.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.voxelpopuli.tools.simulation.LineChart.Column;

/** The six charts of P2Play's document, of our networks, with what the document tells in figures or in words beside them. */
final class SharingCharts {
    private static final String NODES = "nodes";

    /** What is measured at a size, by layout and operation. */
    private record Size(int nodes, Map<String, SharingRow> rows) {
        double value(String layout, String operation, ToDoubleFunction<SharingRow> value) {
            SharingRow row = rows.get(key(layout, operation));
            return row == null ? Double.NaN : value.applyAsDouble(row);
        }

        static String key(String layout, String operation) {
            return layout + " " + operation;
        }
    }

    private final String clock;
    private final String suffix;
    private final List<String> layouts;
    private final List<Size> sizes = new ArrayList<>();

    /**
     * Charts of these rows.
     *
     * @param clock in which the milliseconds are
     * @param suffix of the titles
     */
    SharingCharts(List<SharingRow> rows, String clock, String suffix) {
        this.clock = clock;
        this.suffix = suffix;
        this.layouts = rows.stream().map(SharingRow::layout).distinct().toList();
        for (int nodes :
                rows.stream().mapToInt(SharingRow::nodes).distinct().sorted().toArray()) {
            Map<String, SharingRow> here = new LinkedHashMap<>();
            rows.stream()
                    .filter(row -> row.nodes() == nodes)
                    .forEach(row -> here.put(Size.key(row.layout(), row.operation()), row));
            sizes.add(new Size(nodes, here));
        }
    }

    /** Each as PNG, by the end of its file's name. */
    Map<String, byte[]> png() {
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("join-calls", joinCalls());
        all.put("upload-calls", uploadCalls());
        all.put("download-calls", downloadCalls());
        all.put("join-millis", millis("Joining", SharingRow.JOIN, List.of()));
        all.put("upload-millis", millis("Upload", SharingRow.UPLOAD, flat(SharingRow.UPLOAD)));
        all.put("download-millis", millis("Download", SharingRow.DOWNLOAD, flat(SharingRow.DOWNLOAD)));
        all.put("deaths-millis", millisAfterDeaths());
        return all;
    }

    private byte[] joinCalls() {
        List<Column<Size>> lines = new ArrayList<>();
        for (String layout : layouts) {
            lines.add(line(layout, SharingRow.JOIN, layout + ", median", SharingRow::findNodeP50));
            lines.add(line(layout, SharingRow.JOIN, layout + ", 99 % at most", SharingRow::findNodeP99));
        }
        lines.add(new Column<>("document", size -> documentedJoin(size.nodes())));
        return draw("FIND_NODE calls of a join", "calls until a node has joined", lines);
    }

    /** "For the first 350 nodes, the number remains at about 30. Then it drastically doubles over the next 100 or so nodes." It ends with 500. */
    private static double documentedJoin(int nodes) {
        if (nodes > 500) {
            return Double.NaN;
        }
        return nodes <= 350 ? 30 : Math.min(60, 30 + 30 * (nodes - 350) / 100.0);
    }

    private byte[] uploadCalls() {
        List<Column<Size>> lines = new ArrayList<>();
        for (String layout : layouts) {
            lines.add(line(layout, SharingRow.UPLOAD, layout + ", FIND_NODE", SharingRow::findNodeP50));
            lines.add(line(layout, SharingRow.UPLOAD, layout + ", with FIND_VALUE", SharingRow::findsP50));
        }
        return draw("FIND_NODE calls of an upload", "calls, median", lines);
    }

    private byte[] downloadCalls() {
        List<Column<Size>> lines = new ArrayList<>();
        for (String layout : layouts) {
            lines.add(line(layout, SharingRow.UPLOAD, layout + ", upload", SharingRow::findsP50));
            lines.add(line(layout, SharingRow.DOWNLOAD, layout + ", download", SharingRow::findsP50));
            lines.add(line(
                    layout, SharingRow.DOWNLOAD + SharingRow.AFTER_DEATHS, layout + ", after", SharingRow::findsP50));
        }
        return draw("FIND_NODE and FIND_VALUE calls of a download, before and after deaths", "calls, median", lines);
    }

    private byte[] millis(String what, String operation, List<Column<Size>> document) {
        List<Column<Size>> lines = new ArrayList<>();
        for (String layout : layouts) {
            lines.add(line(layout, operation, layout + ", median", SharingRow::millisP50));
            lines.add(line(layout, operation, layout + ", 99 % at most", SharingRow::millisP99));
        }
        lines.addAll(document);
        return draw(what, clock, lines);
    }

    private byte[] millisAfterDeaths() {
        String after = SharingRow.DOWNLOAD + SharingRow.AFTER_DEATHS;
        List<Column<Size>> lines = new ArrayList<>();
        for (String layout : layouts) {
            lines.add(line(layout, SharingRow.DOWNLOAD, layout + ", before", SharingRow::millisP50));
            lines.add(line(layout, after, layout + ", after", SharingRow::millisP50));
            lines.add(line(layout, after, layout + ", after, 99 %", SharingRow::millisP99));
        }
        return draw("Download before and after deaths, medians", clock, lines);
    }

    /** The document tells no times in its text, but that they are flat from 60 to 70 nodes on: drawn at the height of ours, of the last layout, there. */
    private List<Column<Size>> flat(String operation) {
        String layout = layouts.get(layouts.size() - 1);
        return sizes.stream()
                .filter(size -> size.nodes() >= 70 && size.nodes() <= 500)
                .findFirst()
                .map(first -> new Column<Size>(
                        "document: flat",
                        size -> size.nodes() < first.nodes() || size.nodes() > 500
                                ? Double.NaN
                                : first.value(layout, operation, SharingRow::millisP50)))
                .stream()
                .toList();
    }

    private static Column<Size> line(String layout, String operation, String name, ToDoubleFunction<SharingRow> value) {
        return new Column<>(name, size -> size.value(layout, operation, value));
    }

    private byte[] draw(String title, String y, List<Column<Size>> lines) {
        return new LineChart<>(title + suffix, new Column<>(NODES, Size::nodes), true, y, lines).png(sizes);
    }
}
