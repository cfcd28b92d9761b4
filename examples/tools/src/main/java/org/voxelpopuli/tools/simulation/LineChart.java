package org.voxelpopuli.tools.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A chart of columns of rows against one of them.
 *
 * @param title above it
 * @param x the name of the axis and its values
 * @param logarithmic whether the horizontal axis is
 * @param y the name of the vertical axis
 * @param lines each with its name
 * @param <R> the rows
 */
public record LineChart<R>(String title, Column<R> x, boolean logarithmic, String y, List<Column<R>> lines) {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 560;

    /**
     * A column of the rows.
     *
     * @param name for people, with its unit
     * @param value of a row
     * @param <R> the rows
     */
    public record Column<R>(String name, ToDoubleFunction<R> value) {
        private double[] of(List<R> rows) {
            return rows.stream().mapToDouble(value).toArray();
        }
    }

    /** Draws it as PNG: the same bytes for the same rows, on a machine with the same fonts. */
    public byte[] png(List<R> rows) {
        System.setProperty("java.awt.headless", "true");
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x.name())
                .yAxisTitle(y)
                .build();
        chart.getStyler().setXAxisLogarithmic(logarithmic);
        chart.getStyler().setYAxisMin(0.0);
        // Below, where it hides no point.
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideS);
        chart.getStyler().setLegendLayout(Styler.LegendLayout.Horizontal);
        for (Column<R> line : lines) {
            chart.addSeries(line.name(), x.of(rows), line.of(rows)).setMarker(SeriesMarkers.CIRCLE);
        }
        try {
            return BitmapEncoder.getBitmapBytes(chart, BitmapEncoder.BitmapFormat.PNG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
