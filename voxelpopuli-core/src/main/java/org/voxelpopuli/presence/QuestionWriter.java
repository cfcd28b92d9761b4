package org.voxelpopuli.presence;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Writes questions for octants of one place. Of the presence's worker. */
final class QuestionWriter {
    /** So many names are told in one question. Of more only some by chance, and no others are asked for: so what a question costs does not depend on how many are known, and after several all were asked for. */
    private static final int MOST = 100;

    private final Discovery.Ground ground;
    private final Octant parent;

    QuestionWriter(Discovery.Ground ground, Octant parent) {
        this.ground = ground;
        this.parent = parent;
    }

    /** Asks who is in octants besides those whom we know. */
    DiscoveryQuestion ask(List<Octant> where) {
        NamesByOctant names = ground.area().names();
        SortedMap<Octant, ToldNames> octants = new TreeMap<>();
        if (!isListing()) {
            where.forEach(octant -> octants.put(octant, new ToldNames.Digested(names.digest(octant))));
            return new DiscoveryQuestion(parent, octants);
        }
        int salt = salt();
        int self = ToldNames.hash(ground.area().self(), salt);
        SortedSet<Integer> known = ToldNames.hashes(ground.surroundings().heardOf(), salt);
        known.addAll(ToldNames.hashes(names.names(), salt));
        if (known.size() == 1 && where.stream().noneMatch(names::isAnybodyIn)) {
            // The same for whoever comes new, so that caches answer it.
            where.forEach(octant -> octants.put(octant, ToldNames.NOBODY));
            return new DiscoveryQuestion(parent, octants);
        }
        int upTo = known.size() <= MOST
                ? DiscoveryQuestion.ALL
                : List.copyOf(known).get(MOST - 1);
        Predicate<Integer> isUntold = hash -> hash > upTo && hash != self;
        known.removeIf(isUntold);
        for (Octant octant : where) {
            SortedSet<Integer> there = ToldNames.hashes(names.list(octant), salt);
            there.removeIf(isUntold);
            octants.put(octant, new ToldNames.Listed(List.copyOf(there)));
            known.removeAll(there);
        }
        return new DiscoveryQuestion(parent, octants, salt, upTo, List.copyOf(known));
    }

    /** Tells who is in an octant, of which there is a digest or all of them, and asks for nobody: who does not know one of them asks back. */
    DiscoveryQuestion tell(Octant octant, Collection<AvatarName> who) {
        if (!isListing()) {
            return ask(List.of(octant));
        }
        int salt = salt();
        List<Integer> hashes = ToldNames.hashes(who, salt).stream().limit(MOST).toList();
        return new DiscoveryQuestion(
                parent, new TreeMap<>(Map.of(octant, new ToldNames.Listed(hashes))), salt, 0, List.of());
    }

    private boolean isListing() {
        PresenceSettings settings = ground.settings();
        return settings.digest() == NameDigest.SUM_64 && settings.uses(Optimisation.LISTED_NAMES);
    }

    private int salt() {
        return 1 + ground.random().nextInt(Integer.MAX_VALUE);
    }
}
