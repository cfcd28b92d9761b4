package org.voxelpopuli.presence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes questions for octants of one place. A few names are told by themselves, which is shorter than a digest; many by a digest, unless that has led to answers that told nothing new. Of the presence's
 * worker.
 */
final class QuestionWriter {
    /** So many names of two bytes each are as short as a digest. */
    private static final int FEW = 4;

    /** So many names are told in one question, so that it fits into a datagram of any network. */
    private static final int MOST = 400;

    private final Discovery.Ground ground;
    private final Octant parent;

    QuestionWriter(Discovery.Ground ground, Octant parent) {
        this.ground = ground;
        this.parent = parent;
    }

    /** @param listed octants whose names are told, however many they are */
    DiscoveryQuestion write(List<Octant> where, Set<Octant> listed) {
        SortedMap<Octant, ToldNames> octants = new TreeMap<>();
        PresenceSettings settings = ground.settings();
        if (settings.digest() != NameDigest.SUM_64 || !settings.uses(Optimisation.LISTED_NAMES)) {
            where.forEach(octant -> octants.put(octant, digest(octant)));
            return new DiscoveryQuestion(parent, octants, 0, List.of());
        }
        int salt = 1 + ground.random().nextInt(Integer.MAX_VALUE);
        Set<AvatarName> told = new HashSet<>();
        boolean any = false;
        for (Octant octant : where) {
            List<AvatarName> names = ground.area().names().list(octant);
            boolean isListed = listed.contains(octant);
            any |= isListed;
            if (names.size() > (isListed ? Math.min(ToldNames.Listed.MOST, MOST - told.size()) : FEW)) {
                octants.put(octant, digest(octant));
            } else {
                octants.put(octant, ToldNames.listed(names, salt));
                told.addAll(names);
            }
        }
        List<Integer> others = any ? others(told, salt) : List.of();
        return new DiscoveryQuestion(parent, octants, told.isEmpty() && others.isEmpty() ? 0 : salt, others);
    }

    private ToldNames digest(Octant octant) {
        return new ToldNames.Digested(ground.area().names().digest(octant));
    }

    /** Who is known besides: somebody who is asked may take them to be in these octants. Of too many some by chance. */
    private List<Integer> others(Set<AvatarName> told, int salt) {
        List<AvatarName> others = new ArrayList<>(ground.surroundings().known());
        others.removeIf(told::contains);
        while (others.size() > MOST - told.size()) {
            int last = others.size() - 1;
            others.set(ground.random().nextInt(last + 1), others.get(last));
            others.remove(last);
        }
        return others.stream().map(name -> ToldNames.hash(name, salt)).toList();
    }
}
