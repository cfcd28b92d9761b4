package org.voxelpopuli.tools.map;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.voxelpopuli.terrain.HeightMapTerrain;
import org.voxelpopuli.world.ChunkPos;

/**
 * Draws a {@link WorldMap} as SVG: a tile for each chunk in the colour of its node, the hills as contour lines, the ways of players.
 * SVG is written as text, so that no fonts or image libraries are needed where it is made. The same map gives the same bytes.
 */
public final class SvgMap {
    /** The colours of Okabe and Ito (2008), told apart by people with any colour vision; more nodes than colours repeat them. */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#8a8a8a");

    private static final int MARGIN = 28;
    private static final int AXIS = 30;
    private static final int HEADER = 64;
    private static final int LEGEND_ROW = 26;
    private static final int WIDEST_MAP = 900;
    private static final int LARGEST_TILE = 34;
    private static final int MARK_ROW = 17;
    private static final int SMALLEST_WIDTH = 560;
    private static final int CONTOUR_EDGE = 8;
    private static final int CONTOUR_STEP = 3;

    private final WorldMap map;
    private final Map<String, String> colours = new HashMap<>();
    private final Map<ChunkPos, String> owners = new HashMap<>();
    private final StringBuilder svg = new StringBuilder(1 << 16);
    private int minX;
    private int minZ;
    private int columns = 1;
    private int rows = 1;
    private double tile = LARGEST_TILE;
    private double left;

    private SvgMap(WorldMap map) {
        this.map = map;
        for (int i = 0; i < map.servers().size(); i++) {
            colours.put(map.servers().get(i).address(), COLOURS.get(i % COLOURS.size()));
        }
        map.tiles().forEach(t -> owners.put(t.position(), t.server()));
    }

    /** The picture as an SVG document. */
    public static String draw(WorldMap map) {
        return new SvgMap(map).draw();
    }

    private String draw() {
        measure();
        double mapWidth = columns * tile;
        double width = Math.max(SMALLEST_WIDTH, mapWidth + AXIS + 2 * MARGIN);
        left = (width - mapWidth + AXIS) / 2;
        double height =
                HEADER + MARGIN + rows * tile + AXIS + (map.servers().size() + 1) * LEGEND_ROW + 3 * MARK_ROW + MARGIN;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\""
                        + " role=\"img\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">",
                width, height, width, height);
        add("<title>Which node serves which chunk</title>");
        add("<rect width=\"100%%\" height=\"100%%\" rx=\"14\" fill=\"#fbfaf7\"/>");
        header();
        tiles();
        contours();
        borders();
        axes();
        trails();
        legend(HEADER + MARGIN + rows * tile + AXIS + LEGEND_ROW);
        add("</svg>");
        return svg.toString();
    }

    private void measure() {
        minX = map.tiles().stream().mapToInt(t -> t.position().x()).min().orElse(0);
        minZ = map.tiles().stream().mapToInt(t -> t.position().z()).min().orElse(0);
        columns = map.tiles().stream().mapToInt(t -> t.position().x()).max().orElse(0) - minX + 1;
        rows = map.tiles().stream().mapToInt(t -> t.position().z()).max().orElse(0) - minZ + 1;
        tile = Math.min(LARGEST_TILE, (double) WIDEST_MAP / Math.max(columns, rows));
    }

    private void header() {
        add(
                "<text x=\"%d\" y=\"40\" font-size=\"21\" font-weight=\"600\" fill=\"#22262a\">"
                        + "Which node serves which chunk</text>",
                MARGIN);
        add(
                "<text x=\"%d\" y=\"62\" font-size=\"13\" fill=\"#5d656d\">%d chunks on %d nodes; a tile is a chunk of"
                        + " 32 × 32 blocks, seen from above</text>",
                MARGIN, map.tiles().size(), map.servers().size());
    }

    private void tiles() {
        add("<g stroke=\"#fbfaf7\" stroke-width=\"0.6\">");
        for (WorldMap.Tile t : map.tiles()) {
            add(
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>chunk %s, served by %s</title></rect>",
                    x(t.position().x() * ChunkPos.SIZE),
                    y(t.position().z() * ChunkPos.SIZE),
                    tile,
                    tile,
                    colour(t.server()),
                    t.position(),
                    escape(t.server()));
        }
        add("</g>");
    }

    private void contours() {
        if (map.terrainSeed().isEmpty()) {
            return;
        }
        HeightMapTerrain terrain = new HeightMapTerrain(map.terrainSeed().getAsLong());
        Contours contours = new Contours(terrain::height);
        StringBuilder path = new StringBuilder();
        for (WorldMap.Tile t : map.tiles()) {
            for (int x = 0; x < ChunkPos.SIZE; x += CONTOUR_EDGE) {
                for (int z = 0; z < ChunkPos.SIZE; z += CONTOUR_EDGE) {
                    square(
                            contours,
                            t.position().x() * ChunkPos.SIZE + x,
                            t.position().z() * ChunkPos.SIZE + z,
                            path);
                }
            }
        }
        add(
                "<path d=\"%s\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\"0.38\" stroke-width=\"0.9\" stroke-linecap=\"round\"/>",
                path);
    }

    private void square(Contours contours, int x, int z, StringBuilder path) {
        for (double level = HeightMapTerrain.LOWEST + 1.5; level < HeightMapTerrain.HIGHEST; level += CONTOUR_STEP) {
            for (Contours.Segment s : contours.inSquare(x, z, CONTOUR_EDGE, level)) {
                path.append(format("M%.1f %.1fL%.1f %.1f", x(s.x1()), y(s.z1()), x(s.x2()), y(s.z2())));
            }
        }
    }

    /** A line wherever the node changes. */
    private void borders() {
        StringBuilder path = new StringBuilder();
        for (WorldMap.Tile t : map.tiles()) {
            ChunkPos position = t.position();
            double x = x(position.x() * ChunkPos.SIZE);
            double y = y(position.z() * ChunkPos.SIZE);
            if (changes(t, 1, 0)) {
                path.append(format("M%.1f %.1fv%.1f", x + tile, y, tile));
            }
            if (changes(t, 0, 1)) {
                path.append(format("M%.1f %.1fh%.1f", x, y + tile, tile));
            }
        }
        add("<path d=\"%s\" fill=\"none\" stroke=\"#fbfaf7\" stroke-width=\"2.2\" stroke-linecap=\"square\"/>", path);
        double radius = Math.max(1.6, tile / 11);
        add("<g fill=\"#fff\" stroke=\"#22262a\" stroke-width=\"1\">");
        for (WorldMap.Tile t : map.tiles()) {
            if (t.edited()) {
                add(
                        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>",
                        x(t.position().x() * ChunkPos.SIZE) + tile - 2.2 * radius,
                        y(t.position().z() * ChunkPos.SIZE) + 2.2 * radius,
                        radius);
            }
        }
        add("</g>");
    }

    private boolean changes(WorldMap.Tile t, int dx, int dz) {
        ChunkPos p = t.position();
        if (p.x() + dx > ChunkPos.MAX || p.z() + dz > ChunkPos.MAX) {
            return false;
        }
        String other = owners.get(p.offset(dx, 0, dz));
        return other != null && !other.equals(t.server());
    }

    private void axes() {
        int step = Math.max(1, (int) Math.ceil(30 / tile));
        double bottom = HEADER + MARGIN + rows * tile;
        add("<g font-size=\"11\" fill=\"#7a828a\">");
        for (int column = 0; column < columns; column++) {
            if (Math.floorMod(minX + column, step) == 0) {
                add(
                        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%d</text>",
                        left + (column + 0.5) * tile, bottom + 16, minX + column);
            }
        }
        for (int row = 0; row < rows; row++) {
            if (Math.floorMod(minZ + row, step) == 0) {
                add(
                        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%d</text>",
                        left - 7, HEADER + MARGIN + (row + 0.5) * tile + 4, minZ + row);
            }
        }
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">chunk x, east →</text>",
                left + columns * tile / 2, bottom + AXIS);
        add(
                "<text transform=\"translate(%.1f %.1f) rotate(90)\" text-anchor=\"middle\">chunk z, south →</text>",
                left - AXIS - 6, HEADER + MARGIN + rows * tile / 2);
        add("</g>");
    }

    private void trails() {
        for (WorldMap.Trail trail : map.trails()) {
            if (trail.points().isEmpty()) {
                continue;
            }
            StringBuilder points = new StringBuilder();
            for (WorldMap.Point point : trail.points()) {
                points.append(format("%.1f,%.1f ", x(point.x()), y(point.z())));
            }
            add(
                    "<polyline points=\"%s\" fill=\"none\" stroke=\"#22262a\" stroke-opacity=\"0.75\" stroke-width=\"1.8\""
                            + " stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
                    points.toString().strip());
            WorldMap.Point last = trail.points().get(trail.points().size() - 1);
            add(
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#22262a\" stroke=\"#fff\" stroke-width=\"1.4\"/>",
                    x(last.x()), y(last.z()));
            add(
                    "<text x=\"%.1f\" y=\"%.1f\" font-size=\"12\" font-weight=\"600\" fill=\"#22262a\" stroke=\"#fff\" stroke-width=\"3\""
                            + " stroke-linejoin=\"round\" paint-order=\"stroke\">%s</text>",
                    x(last.x()) + 7, y(last.z()) + 4, escape(trail.player()));
        }
    }

    private void legend(double top) {
        double y = top + 12;
        for (WorldMap.Server server : map.servers()) {
            int chunks = map.chunksOf(server);
            double share =
                    map.tiles().isEmpty() ? 0 : 100.0 * chunks / map.tiles().size();
            add(
                    "<rect x=\"%d\" y=\"%.1f\" width=\"16\" height=\"16\" rx=\"3\" fill=\"%s\"/>",
                    MARGIN, y - 13, colour(server.address()));
            add(
                    "<text x=\"%d\" y=\"%.1f\" font-size=\"14\" fill=\"#22262a\">%s"
                            + "<tspan dx=\"14\" fill=\"#5d656d\">%s</tspan>"
                            + "<tspan dx=\"14\" fill=\"#5d656d\">%d chunks (%.0f %%)</tspan></text>",
                    MARGIN + 26, y, escape(server.name()), escape(server.address()), chunks, share);
            y += LEGEND_ROW;
        }
        List<String> marks = new ArrayList<>();
        if (!map.trails().isEmpty()) {
            marks.add("dark lines: where players walked");
        }
        if (map.tiles().stream().anyMatch(WorldMap.Tile::edited)) {
            marks.add("white dots: chunks that they built in");
        }
        if (map.terrainSeed().isPresent()) {
            marks.add("light lines: the hills, every " + CONTOUR_STEP + " blocks");
        }
        for (String mark : marks) {
            add("<text x=\"%d\" y=\"%.1f\" font-size=\"12\" fill=\"#5d656d\">%s</text>", MARGIN, y, mark);
            y += MARK_ROW;
        }
    }

    private String colour(String server) {
        return colours.getOrDefault(server, "#bbbbbb");
    }

    private double x(double blocks) {
        return left + (blocks / ChunkPos.SIZE - minX) * tile;
    }

    private double y(double blocks) {
        return HEADER + MARGIN + (blocks / ChunkPos.SIZE - minZ) * tile;
    }

    private void add(String format, Object... values) {
        svg.append(format(format, values)).append('\n');
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
