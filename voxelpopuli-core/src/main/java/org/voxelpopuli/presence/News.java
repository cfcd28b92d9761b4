package org.voxelpopuli.presence;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.voxelpopuli.presence.ndn.Face;

/** Who has come into the leaves of one place: some of those whose areas these are in are told at once, and what comes within a short time after that together. Of the presence's worker. */
final class News {
    /** So many of those into whose areas somebody came are told of him by each who knows it. */
    private static final int TOLD = 5;

    private final Discovery.Ground ground;
    private final Teller teller;
    private final SortedMap<Octant, SortedSet<AvatarName>> untold = new TreeMap<>();
    private boolean pausing;

    /** Tells. */
    @FunctionalInterface
    interface Teller {
        void tell(Octant leaf, Set<AvatarName> who, Set<Face> peers);
    }

    News(Discovery.Ground ground, Teller teller) {
        this.ground = ground;
        this.teller = teller;
    }

    void add(AvatarName who, Octant leaf) {
        untold.computeIfAbsent(leaf, each -> new TreeSet<>()).add(who);
        if (!pausing) {
            tell();
        }
    }

    private void tell() {
        pausing = !untold.isEmpty();
        if (!pausing) {
            return;
        }
        Map<Octant, SortedSet<AvatarName>> now = new TreeMap<>(untold);
        untold.clear();
        ground.worker().schedule(ground.soon(), this::tell);
        now.forEach((leaf, who) ->
                teller.tell(leaf, who, ground.faces(ground.area().someWatchers(leaf, TOLD, ground.random()))));
    }
}
