package org.voxelpopuli.presence;

import static org.voxelpopuli.presence.InvalidSettingException.require;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The cube in which all happens, and how it is cut (SPEC N4). All peers of an instance use the same.
 *
 * @param origin the corner with the smallest coordinates
 * @param edge of the cube, in units, more than 0
 * @param levels so many times it is cut, 1..{@value Octant#MAX_LEVEL}
 * @param prefixLevel at which octants are asked for by name; what is asked lies in one of these, 1..levels
 */
public record OctreeSpace(Point origin, double edge, int levels, int prefixLevel) {
    /** The document's: 2^16 units, seven levels, so that the smallest octant has 512 units; names from level 5 on. It begins at 0. */
    public static final OctreeSpace DEFAULT = new OctreeSpace(new Point(0, 0, 0), 65_536, 7, 5);

    /** @throws InvalidSettingException that names what is out of range */
    public OctreeSpace {
        Objects.requireNonNull(origin, "space.origin is null, allowed is a point");
        requireEdge(edge);
        require(levels >= 1 && levels <= Octant.MAX_LEVEL, "space.levels", levels, "1.." + Octant.MAX_LEVEL);
        require(prefixLevel >= 1 && prefixLevel <= levels, "space.prefixLevel", prefixLevel, "1.." + levels);
    }

    private static void requireEdge(double edge) {
        require(edge > 0 && Double.isFinite(edge), "space.edge", edge, "more than 0");
    }

    /**
     * A space of this size whose middle is 0.
     *
     * @throws InvalidSettingException that names what is out of range
     */
    public static OctreeSpace centred(double edge, int levels, int prefixLevel) {
        requireEdge(edge);
        return new OctreeSpace(new Point(-edge / 2, -edge / 2, -edge / 2), edge, levels, prefixLevel);
    }

    /** The edge of an octant of a level, in units. */
    public double edge(int level) {
        return Math.scalb(edge, -level);
    }

    /** The smallest octant that holds a place; for places outside the cube the nearest. */
    public Octant leaf(Point place) {
        int x = index(place.x(), origin.x());
        int y = index(place.y(), origin.y());
        int z = index(place.z(), origin.z());
        long code = 0;
        for (int bit = levels - 1; bit >= 0; bit--) {
            code = code << 3 | (x >>> bit & 1) << 2 | (y >>> bit & 1) << 1 | (z >>> bit & 1);
        }
        return new Octant(levels, code);
    }

    private int index(double coordinate, double from) {
        double leaves = Math.floor((coordinate - from) / edge(levels));
        return (int) Math.max(0, Math.min((1 << levels) - 1, leaves));
    }

    /** The corner of an octant with the smallest coordinates. */
    public Point corner(Octant octant) {
        double x = origin.x();
        double y = origin.y();
        double z = origin.z();
        for (int level = 1; level <= octant.level(); level++) {
            int number = octant.numberAt(level);
            double half = edge(level);
            x += (number >> 2 & 1) * half;
            y += (number >> 1 & 1) * half;
            z += (number & 1) * half;
        }
        return new Point(x, y, z);
    }

    /** The square of the distance from a place to the nearest point of an octant. */
    double squaredDistance(Octant octant, Point place) {
        return squaredDistance(corner(octant), edge(octant.level()), place, false);
    }

    private static double squaredDistance(Point corner, double size, Point place, boolean farthest) {
        double dx = along(corner.x(), size, place.x(), farthest);
        double dy = along(corner.y(), size, place.y(), farthest);
        double dz = along(corner.z(), size, place.z(), farthest);
        return dx * dx + dy * dy + dz * dz;
    }

    private static double along(double from, double size, double at, boolean farthest) {
        if (farthest) {
            return Math.max(Math.abs(at - from), Math.abs(at - from - size));
        }
        return at < from ? from - at : Math.max(0, at - from - size);
    }

    /**
     * The octants that cover a sphere: large ones inside, the smallest at the rim, none above the {@linkplain #prefixLevel() level of names}. The leaf of the sphere's middle is always covered.
     *
     * @param radius 0 or more
     * @return without overlaps, in the order of the tree; their number grows with the square of the radius by the edge of a leaf
     * @throws IllegalArgumentException if the radius is negative or no number
     */
    public List<Octant> cover(Point middle, double radius) {
        if (!(radius >= 0)) {
            throw new IllegalArgumentException("a radius is " + radius + ", allowed is 0 or more");
        }
        List<Octant> covered = new ArrayList<>();
        cover(Octant.WHOLE, origin, middle, radius * radius, leaf(middle), covered);
        return covered;
    }

    private void cover(
            Octant octant, Point corner, Point middle, double squaredRadius, Octant always, List<Octant> covered) {
        double size = edge(octant.level());
        boolean holdsMiddle = octant.contains(always);
        if (squaredDistance(corner, size, middle, false) > squaredRadius && !holdsMiddle) {
            return;
        }
        boolean inside = squaredDistance(corner, size, middle, true) <= squaredRadius;
        if (octant.level() == levels || (inside && octant.level() >= prefixLevel)) {
            covered.add(octant);
            return;
        }
        double half = size / 2;
        for (int number = 0; number < 8; number++) {
            Point childCorner = new Point(
                    corner.x() + (number >> 2 & 1) * half,
                    corner.y() + (number >> 1 & 1) * half,
                    corner.z() + (number & 1) * half);
            cover(octant.child(number), childCorner, middle, squaredRadius, always, covered);
        }
    }
}
