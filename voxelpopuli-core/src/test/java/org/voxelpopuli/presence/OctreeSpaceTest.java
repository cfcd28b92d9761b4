package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("N4 The octree")
class OctreeSpaceTest {
    private static final OctreeSpace SPACE = OctreeSpace.DEFAULT;

    @Test
    @DisplayName(
            "N4 by default 2^16 units in seven levels, so that a leaf is 512; a child's number is x, y, z, x the highest bit")
    void defaults() {
        assertThat(SPACE.edge(7)).isEqualTo(512);
        assertThat(SPACE.leaf(new Point(0, 0, 0)).path()).isEqualTo("0/0/0/0/0/0/0/");
        assertThat(SPACE.leaf(new Point(65_535, 0, 0)).path()).isEqualTo("4/4/4/4/4/4/4/");
        assertThat(SPACE.leaf(new Point(0, 65_535, 0)).path()).isEqualTo("2/2/2/2/2/2/2/");
        assertThat(SPACE.leaf(new Point(0, 0, 65_535)).path()).isEqualTo("1/1/1/1/1/1/1/");
        assertThat(SPACE.leaf(new Point(32_768, 511.9, 512)).path()).isEqualTo("4/0/0/0/0/0/1/");
        assertThat(SPACE.corner(Octant.parse("4/0/0/0/0/0/1"))).isEqualTo(new Point(32_768, 0, 512));
    }

    @Test
    void aWorldMayBeCentred() {
        OctreeSpace centred = OctreeSpace.centred(1 << 20, 10, 5);
        assertThat(centred.leaf(new Point(0, 0, 0)).path()).isEqualTo("7/0/0/0/0/0/0/0/0/0/");
        assertThat(centred.leaf(new Point(-1, -1, -1)).path()).isEqualTo("0/7/7/7/7/7/7/7/7/7/");
    }

    @Test
    void outsideTheCubeCountsAsItsRim() {
        assertThat(SPACE.leaf(new Point(-1e300, 1e300, 12))).isEqualTo(SPACE.leaf(new Point(0, 65_535, 12)));
        assertThat(SPACE.cover(new Point(-5_000, 0, 0), 100)).containsExactly(SPACE.leaf(new Point(0, 0, 0)));
    }

    @Test
    @DisplayName("N4 a sphere is covered by octants, large ones inside and small ones at the rim")
    void cover() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 300; round++) {
            Point middle = anywhere(random, 65_536);
            double radius = random.nextDouble(4_000);
            List<Octant> cover = SPACE.cover(middle, radius);
            assertThat(cover)
                    .isSorted()
                    .anyMatch(each -> each.contains(SPACE.leaf(middle)))
                    .allSatisfy(octant -> {
                        assertThat(octant.level()).isBetween(5, 7);
                        assertThat(nearest(octant, middle).distance(middle)).isLessThan(radius + 1e-6);
                    });
            for (int i = 1; i < cover.size(); i++) {
                assertThat(cover.get(i - 1).contains(cover.get(i))).isFalse();
            }
            for (int i = 0; i < 50; i++) {
                Point offset = anywhere(random, 2 * radius + 1);
                Point place = new Point(
                        middle.x() + offset.x() - radius,
                        middle.y() + offset.y() - radius,
                        middle.z() + offset.z() - radius);
                boolean inCube = place.x() >= 0
                        && place.y() >= 0
                        && place.z() >= 0
                        && place.x() < 65_536
                        && place.y() < 65_536
                        && place.z() < 65_536;
                if (inCube && place.distance(middle) <= radius) {
                    Octant leaf = SPACE.leaf(place);
                    assertThat(cover).filteredOn(each -> each.contains(leaf)).hasSize(1);
                }
            }
        }
        assertThat(SPACE.cover(new Point(30_000, 30_000, 30_000), 6_000))
                .anyMatch(each -> each.level() == 5)
                .anyMatch(each -> each.level() == 7);
    }

    /** The point of an octant that is nearest to a place. */
    private static Point nearest(Octant octant, Point place) {
        Point corner = SPACE.corner(octant);
        double edge = SPACE.edge(octant.level());
        return new Point(
                Math.max(corner.x(), Math.min(corner.x() + edge, place.x())),
                Math.max(corner.y(), Math.min(corner.y() + edge, place.y())),
                Math.max(corner.z(), Math.min(corner.z() + edge, place.z())));
    }

    private static Point anywhere(SplittableRandom random, double size) {
        return new Point(random.nextDouble(size), random.nextDouble(size), random.nextDouble(size));
    }

    @Test
    void whatIsNoOctantIsRefused() {
        for (String path : List.of("8", "3/", "3//0", "03", "a", "/3", "3/0/7/9/", "1/".repeat(21))) {
            if (!path.equals("3/")) {
                assertThatThrownBy(() -> Octant.parse(path)).as(path).isInstanceOf(IllegalArgumentException.class);
            }
        }
        assertThat(Octant.parse("")).isEqualTo(Octant.WHOLE);
        assertThat(Octant.parse("3/0/7/")).isEqualTo(Octant.parse("3/0/7"));
        assertThat(Octant.parse("3/0/7").contains(Octant.parse("3/0/7/1"))).isTrue();
        assertThat(Octant.parse("3/0/7").ancestor(1)).isEqualTo(Octant.parse("3"));
        assertThatThrownBy(() -> new Octant(1, 8)).hasMessageContaining("no code");
        assertThatThrownBy(() -> new OctreeSpace(new Point(0, 0, 0), 0, 7, 5))
                .hasMessage("space.edge is 0.0, allowed is more than 0");
        assertThatThrownBy(() -> new OctreeSpace(new Point(0, 0, 0), 1, 7, 8))
                .hasMessage("space.prefixLevel is 8, allowed is 1..7");
        assertThatThrownBy(() -> new Point(Double.NaN, 0, 0)).hasMessageContaining("finite");
        assertThatThrownBy(() -> SPACE.cover(new Point(0, 0, 0), Double.NaN)).hasMessageContaining("radius");
    }
}
