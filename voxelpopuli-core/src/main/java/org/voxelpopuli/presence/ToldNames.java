package org.voxelpopuli.presence;

import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What somebody who asks says that it knows in one octant. Immutable. */
sealed interface ToldNames {
    /** Nobody. */
    ToldNames NOBODY = new Listed(List.of());

    /**
     * A digest of the names.
     *
     * @param digest of the kind that all use
     */
    record Digested(long digest) implements ToldNames {}

    /**
     * A {@linkplain #hash short hash} of each name, so that only the others are answered.
     *
     * @param hashes in ascending order, none twice
     */
    record Listed(List<Integer> hashes) implements ToldNames {
        /** More are not told of one octant. */
        static final int MOST = 255;

        /** @throws IllegalArgumentException if they are too many */
        public Listed {
            hashes = List.copyOf(new TreeSet<>(hashes));
            if (hashes.size() > MOST) {
                throw new IllegalArgumentException(
                        "of an octant " + hashes.size() + " names are told, allowed are 0.." + MOST);
            }
        }
    }

    /** The hashes of names, which may be fewer. */
    static SortedSet<Integer> hashes(Collection<AvatarName> names, int salt) {
        SortedSet<Integer> hashes = new TreeSet<>();
        names.forEach(name -> hashes.add(hash(name, salt)));
        return hashes;
    }

    /**
     * 16 bits of a name. With another salt other names have the same, so that nobody is taken for another twice, nor can choose a name for being taken for another.
     */
    static int hash(AvatarName name, int salt) {
        // The finaliser of SplitMix64.
        long hash = name.hash() ^ salt * 0x9E3779B97F4A7C15L;
        hash = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
        hash = (hash ^ hash >>> 27) * 0x94D049BB133111EBL;
        return (int) ((hash ^ hash >>> 31) >>> 48);
    }
}
