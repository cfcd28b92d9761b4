package org.voxelpopuli.tools.map;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;

/** Lines of equal height by marching squares (Maple 2003), with linear interpolation on the edges of a square. */
final class Contours {
    /**
     * A piece of a line, in blocks.
     *
     * @param x1 east of one end
     * @param z1 south of one end
     * @param x2 east of the other end
     * @param z2 south of the other end
     */
    record Segment(double x1, double z1, double x2, double z2) {}

    private final IntBinaryOperator height;

    /** The lines of a height map over (x, z). */
    Contours(IntBinaryOperator height) {
        this.height = height;
    }

    /** The pieces of the line at a level inside the square with that corner and edge, all in blocks. */
    List<Segment> inSquare(int x, int z, int edge, double level) {
        double[] corners = {
            height.applyAsInt(x, z),
            height.applyAsInt(x + edge, z),
            height.applyAsInt(x + edge, z + edge),
            height.applyAsInt(x, z + edge)
        };
        double[][] places = {{x, z}, {x + edge, z}, {x + edge, z + edge}, {x, z + edge}};
        List<double[]> crossings = new ArrayList<>(4);
        for (int i = 0; i < 4; i++) {
            int next = (i + 1) % 4;
            if (corners[i] > level != corners[next] > level) {
                double part = (level - corners[i]) / (corners[next] - corners[i]);
                crossings.add(new double[] {
                    places[i][0] + part * (places[next][0] - places[i][0]),
                    places[i][1] + part * (places[next][1] - places[i][1])
                });
            }
        }
        List<Segment> segments = new ArrayList<>(2);
        // Two crossings, or four at a saddle, of which either pairing is right.
        for (int i = 0; i + 1 < crossings.size(); i += 2) {
            double[] from = crossings.get(i);
            double[] to = crossings.get(i + 1);
            segments.add(new Segment(from[0], from[1], to[0], to[1]));
        }
        return segments;
    }
}
