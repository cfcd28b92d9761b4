package org.voxelpopuli.presence;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which avatars are in which of the smallest octants, as far as one avatar knows. Of one thread. */
final class NamesByOctant {
    private final OctreeSpace space;
    private final NameDigest kind;
    private final NavigableMap<Long, SortedSet<AvatarName>> byLeaf = new TreeMap<>();
    private final Map<AvatarName, Octant> leaves = new HashMap<>();

    /** The digest of each leaf, if digests add up. */
    private final NavigableMap<Long, Long> sums = new TreeMap<>();

    NamesByOctant(OctreeSpace space, NameDigest kind) {
        this.space = space;
        this.kind = kind;
    }

    /** Puts an avatar into a leaf, and out of the one in which it was. */
    void put(AvatarName avatar, Octant leaf) {
        Octant before = leaves.put(avatar, leaf);
        if (leaf.equals(before)) {
            return;
        }
        if (before != null) {
            takeFrom(before, avatar);
        }
        byLeaf.computeIfAbsent(leaf.code(), code -> new TreeSet<>()).add(avatar);
        if (kind.addsUp()) {
            sums.merge(leaf.code(), avatar.hash(), Long::sum);
        }
    }

    void remove(AvatarName avatar) {
        Octant leaf = leaves.remove(avatar);
        if (leaf != null) {
            takeFrom(leaf, avatar);
        }
    }

    private void takeFrom(Octant leaf, AvatarName avatar) {
        SortedSet<AvatarName> names = byLeaf.get(leaf.code());
        if (names == null || !names.remove(avatar)) {
            return;
        }
        if (names.isEmpty()) {
            byLeaf.remove(leaf.code());
            sums.remove(leaf.code());
        } else if (kind.addsUp()) {
            sums.merge(leaf.code(), -avatar.hash(), Long::sum);
        }
    }

    /** All that are in a leaf. */
    Set<AvatarName> names() {
        return Collections.unmodifiableSet(leaves.keySet());
    }

    /** The leaf in which an avatar is, or null. */
    @Nullable
    Octant leafOf(AvatarName avatar) {
        return leaves.get(avatar);
    }

    /** Whether a name is known in an octant. */
    boolean isAnybodyIn(Octant octant) {
        return !leavesIn(octant, byLeaf).isEmpty();
    }

    /** The names in each leaf of an octant. */
    NavigableMap<Octant, List<AvatarName>> in(Octant octant) {
        NavigableMap<Octant, List<AvatarName>> found = new TreeMap<>();
        leavesIn(octant, byLeaf)
                .forEach((code, names) -> found.put(new Octant(space.levels(), code), List.copyOf(names)));
        return found;
    }

    /** The names in an octant. */
    List<AvatarName> list(Octant octant) {
        List<AvatarName> names = new ArrayList<>();
        leavesIn(octant, byLeaf).values().forEach(names::addAll);
        return names;
    }

    private <T> SortedMap<Long, T> leavesIn(Octant octant, NavigableMap<Long, T> all) {
        int shift = 3 * (space.levels() - octant.level());
        long first = octant.code() << shift;
        return all.subMap(first, first + (1L << shift));
    }

    /** The digest of the names in an octant. */
    long digest(Octant octant) {
        if (kind.addsUp()) {
            long sum = 0;
            for (long each : leavesIn(octant, sums).values()) {
                sum += each;
            }
            return sum;
        }
        return kind.of(list(octant).stream().map(AvatarName::toString).toList());
    }

    /** The leaves that have names, in the order of the tree. */
    List<OctantNames> octants() {
        List<OctantNames> octants = new ArrayList<>(byLeaf.size());
        byLeaf.forEach((code, names) -> {
            List<String> texts = names.stream().map(AvatarName::toString).toList();
            octants.add(new OctantNames(new Octant(space.levels(), code), texts, kind.of(texts)));
        });
        return octants;
    }
}
