package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the tangibles around a place without looking at the others: a grid of cells, only those that hold something. */
final class SpatialIndex {
    private static final double CELL = 32;

    private final Map<Cell, List<Tangible>> cells = new HashMap<>();

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
        cells.computeIfAbsent(Cell.of(tangible.animation().last()), cell -> new ArrayList<>(2))
                .add(tangible);
    }

    void remove(Tangible tangible, AnimationQueue where) {
        Cell cell = Cell.of(where.last());
        List<Tangible> inside = cells.get(cell);
        if (inside != null) {
            inside.remove(tangible);
            if (inside.isEmpty()) {
                cells.remove(cell);
            }
        }
    }

    void clear() {
        cells.clear();
    }

    void moved(Tangible tangible, AnimationQueue before) {
        if (!Cell.of(before.last()).equals(Cell.of(tangible.animation().last()))) {
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
            cells.values().forEach(inside -> collect(inside, center, radius, found));
        } else {
            for (long x = fromX; x <= toX; x++) {
                for (long y = fromY; y <= toY; y++) {
                    for (long z = fromZ; z <= toZ; z++) {
                        collect(cells.getOrDefault(new Cell(x, y, z), List.of()), center, radius, found);
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

    private static void collect(Collection<Tangible> inside, AnimationStep center, double radius, List<Long> found) {
        for (Tangible tangible : inside) {
            if (tangible.animation().last().squaredDistance(center) <= radius * radius) {
                found.add(tangible.id());
            }
        }
    }
}
