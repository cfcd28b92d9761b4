package org.voxelpopuli.tools.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler;

/**
 * A bar for each row, made of parts one on top of another.
 *
 * @param title above it
 * @param y the name of the vertical axis
 * @param parts each with its name
 * @param <R> the rows
 */
public record BarChart<R>(String title, String y, List<LineChart.Column<R>> parts) {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 560;
    private static final int SLANT = 30;

    /**
     * Draws it as PNG: the same bytes for the same rows, on a machine with the same fonts.
     *
     * @param names of the rows, in their order
     */
    public byte[] png(List<String> names, List<R> rows) {
        System.setProperty("java.awt.headless", "true");
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .yAxisTitle(y)
                .build();
        chart.getStyler().setStacked(true);
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setXAxisLabelRotation(SLANT);
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideS);
        chart.getStyler().setLegendLayout(Styler.LegendLayout.Horizontal);
        for (LineChart.Column<R> part : parts) {
            List<Double> values =
                    rows.stream().map(row -> part.value().applyAsDouble(row)).toList();
            chart.addSeries(part.name(), names, values);
        }
        try {
            return BitmapEncoder.getBitmapBytes(chart, BitmapEncoder.BitmapFormat.PNG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
