package org.voxelpopuli.tools.presence;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.Octant;
import org.voxelpopuli.presence.OctreeSpace;
import org.voxelpopuli.presence.Point;

/**
 * Who is in whose area of interest: the octants that cover a sphere around each avatar (SPEC N4), made anew when it has gone an eighth of a smallest octant's edge. So it is known at which moment one enters.
 */
final class Areas {
    /** Hears of changes. */
    interface Listener {
        void entered(int who, int whom);

        void left(int who, int whom);
    }

    private final OctreeSpace space;
    private final double radius;
    private final Listener listener;
    private final @Nullable Point[] places;
    private final @Nullable Octant[] leaves;
    private final @Nullable Point[] middles;
    private final Map<Integer, Set<Octant>> covers = new HashMap<>();
    private final Map<Octant, BitSet> watchers = new HashMap<>();
    private final Map<Octant, BitSet> occupants = new HashMap<>();
    private final BitSet[] inArea;

    Areas(OctreeSpace space, double radius, int avatars, Listener listener) {
        this.space = space;
        this.radius = radius;
        this.listener = listener;
        places = new Point[avatars];
        leaves = new Octant[avatars];
        middles = new Point[avatars];
        inArea = new BitSet[avatars];
        Arrays.setAll(inArea, i -> new BitSet());
    }

    /** An avatar is there now; at first, it has come into the world. Returns whether its area is another. */
    boolean moved(int who, Point to) {
        places[who] = to;
        Octant leaf = space.leaf(to);
        Octant before = leaves[who];
        if (!leaf.equals(before)) {
            leaves[who] = leaf;
            BitSet lost = new BitSet();
            if (before != null) {
                at(occupants, before).clear(who);
                lost.or(at(watchers, before));
            }
            BitSet gained = (BitSet) at(watchers, leaf).clone();
            at(occupants, leaf).set(who);
            BitSet same = (BitSet) lost.clone();
            same.and(gained);
            lost.andNot(same);
            gained.andNot(same);
            lost.stream().forEach(watcher -> leaves(watcher, who));
            gained.stream().forEach(watcher -> enters(watcher, who));
        }
        Point middle = middles[who];
        if (middle == null || to.distance(middle) > space.edge(space.levels()) / 8) {
            middles[who] = to;
            cover(who, to);
            return true;
        }
        return false;
    }

    private static BitSet at(Map<Octant, BitSet> sets, Octant leaf) {
        return sets.computeIfAbsent(leaf, each -> new BitSet());
    }

    private void cover(int who, Point middle) {
        Set<Octant> now = new HashSet<>();
        for (Octant octant : space.cover(middle, radius)) {
            addLeaves(octant, now);
        }
        Set<Octant> before = covers.getOrDefault(who, Set.of());
        covers.put(who, now);
        BitSet lost = new BitSet();
        BitSet gained = new BitSet();
        for (Octant leaf : before) {
            if (!now.contains(leaf)) {
                at(watchers, leaf).clear(who);
                lost.or(at(occupants, leaf));
            }
        }
        for (Octant leaf : now) {
            if (!before.contains(leaf)) {
                at(watchers, leaf).set(who);
                gained.or(at(occupants, leaf));
            }
        }
        lost.stream().forEach(whom -> leaves(who, whom));
        gained.stream().forEach(whom -> enters(who, whom));
    }

    private void addLeaves(Octant octant, Set<Octant> leavesOfArea) {
        if (octant.level() == space.levels()) {
            leavesOfArea.add(octant);
            return;
        }
        for (int number = 0; number < 8; number++) {
            addLeaves(octant.child(number), leavesOfArea);
        }
    }

    private void enters(int who, int whom) {
        if (who != whom) {
            inArea[who].set(whom);
            listener.entered(who, whom);
        }
    }

    private void leaves(int who, int whom) {
        if (who != whom) {
            inArea[who].clear(whom);
            listener.left(who, whom);
        }
    }

    /** Whether the avatar is in the world. */
    boolean has(int who) {
        return places[who] != null;
    }

    /** Where an avatar is that is in the world. */
    Point place(int who) {
        Point place = places[who];
        if (place == null) {
            throw new IllegalArgumentException("avatar " + who + " is not in the world");
        }
        return place;
    }

    /** The smallest octants of an area. */
    Set<Octant> leaves(int who) {
        return covers.getOrDefault(who, Set.of());
    }

    /** Those in an area. */
    BitSet in(int who) {
        return inArea[who];
    }

    /** So many of an area are nearer than one of them. */
    int rank(int who, int whom) {
        double distance = place(who).distance(place(whom));
        return (int) inArea[who].stream()
                .filter(each -> place(who).distance(place(each)) < distance)
                .count();
    }

    /** The nearest of an area, as many as there are up to a number; nearest first if there are more. */
    List<Integer> nearest(int who, int most) {
        BitSet in = inArea[who];
        if (in.cardinality() <= most) {
            return in.stream().boxed().toList();
        }
        Point here = place(who);
        return in.stream()
                .mapToLong(each -> (long) Float.floatToIntBits((float) here.distance(place(each))) << 32 | each)
                .sorted()
                .limit(most)
                .mapToObj(each -> (int) each)
                .toList();
    }
}
