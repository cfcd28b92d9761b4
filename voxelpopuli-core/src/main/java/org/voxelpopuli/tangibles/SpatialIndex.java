package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the tangibles around a place without looking at the others: a grid of cells, only those that hold something. */
final class SpatialIndex {
    private static final double CELL = 32;

    private Map<Cell, Crowd> cells = new HashMap<>();

    /** The tangibles of a cell, in any order: each knows its place, so that it leaves as fast as it came, however many there are. */
    private static final class Crowd {
        private @Nullable Tangible[] inside = new Tangible[2];
        private int size;

        void add(Tangible tangible) {
            if (size == inside.length) {
                inside = Arrays.copyOf(inside, 2 * size);
            }
            tangible.placeInCell = size;
            inside[size] = tangible;
            size++;
        }

        void remove(Tangible tangible) {
            size--;
            Tangible last = inside[size];
            if (last != null) {
                inside[tangible.placeInCell] = last;
                last.placeInCell = tangible.placeInCell;
            }
            inside[size] = null;
            if (size > 2 && size < inside.length / 4) {
                inside = Arrays.copyOf(inside, 2 * size);
            }
        }

        void collect(AnimationStep center, double radius, List<Long> found) {
            for (int i = 0; i < size; i++) {
                Tangible tangible = inside[i];
                if (tangible != null && tangible.where().squaredDistance(center) <= radius * radius) {
                    found.add(tangible.id());
                }
            }
        }
    }

    private record Cell(long x, long y, long z) implements Comparable<Cell> {
        private static final Comparator<Cell> ORDER =
                Comparator.comparingLong(Cell::x).thenComparingLong(Cell::y).thenComparingLong(Cell::z);

        static Cell of(AnimationStep place) {
            return new Cell(number(place.x()), number(place.y()), number(place.z()));
        }

        /** Orders, so that a hash map stays fast though many keys have one hash. */
        @Override
        public int compareTo(Cell other) {
            return ORDER.compare(this, other);
        }

        static long number(double coordinate) {
            return (long) Math.floor(coordinate / CELL);
        }
    }

    void add(Tangible tangible) {
        cells.computeIfAbsent(Cell.of(tangible.where()), cell -> new Crowd()).add(tangible);
    }

    void remove(Tangible tangible, AnimationQueue where) {
        Cell cell = Cell.of(where.last());
        Crowd inside = cells.get(cell);
        if (inside != null) {
            inside.remove(tangible);
            if (inside.size == 0) {
                cells.remove(cell);
            }
        }
    }

    void clear() {
        // A map that held many takes as long to clear each time.
        cells = new HashMap<>();
    }

    void moved(Tangible tangible, AnimationQueue before) {
        if (!Cell.of(before.last()).equals(Cell.of(tangible.where()))) {
            remove(tangible, before);
            add(tangible);
        }
    }

    /** The ids of all within the radius of a place, the border included, in rising order. */
    List<Long> scan(AnimationStep center, double radius) {
        List<Long> found = new ArrayList<>();
        long fromX = Cell.number(center.x() - radius);
        long toX = Cell.number(center.x() + radius);
        long fromY = Cell.number(center.y() - radius);
        long toY = Cell.number(center.y() + radius);
        long fromZ = Cell.number(center.z() - radius);
        long toZ = Cell.number(center.z() + radius);
        double box = cells(fromX, toX) * cells(fromY, toY) * cells(fromZ, toZ);
        if (box > cells.size()) {
            cells.values().forEach(inside -> inside.collect(center, radius, found));
        } else {
            for (long x = fromX; x <= toX; x++) {
                for (long y = fromY; y <= toY; y++) {
                    for (long z = fromZ; z <= toZ; z++) {
                        Crowd inside = cells.get(new Cell(x, y, z));
                        if (inside != null) {
                            inside.collect(center, radius, found);
                        }
                    }
                }
            }
        }
        found.sort(null);
        return found;
    }

    /** In floating point, where no radius is so large that it overflows. */
    private static double cells(long from, long to) {
        return (double) to - from + 1;
    }
}
