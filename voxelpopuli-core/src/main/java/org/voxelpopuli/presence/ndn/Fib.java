package org.voxelpopuli.presence.ndn;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The forwarding information base: which prefixes lead to which faces (SPEC N2). Owned by the forwarder's worker. */
final class Fib {
    private final Map<Name, Set<Face>> byPrefix = new LinkedHashMap<>();
    private final Map<Face, Integer> counts = new HashMap<>();

    private final int maxPrefixesPerFace;

    Fib(int maxPrefixesPerFace) {
        this.maxPrefixesPerFace = maxPrefixesPerFace;
    }

    /** Adds a face to a prefix, unless the face has as many as it may: then false. */
    boolean add(Name prefix, Face face) {
        Set<Face> faces = byPrefix.get(prefix);
        if (faces != null && faces.contains(face)) {
            return true;
        }
        int count = counts.getOrDefault(face, 0);
        if (count >= maxPrefixesPerFace) {
            return false;
        }
        counts.put(face, count + 1);
        byPrefix.computeIfAbsent(prefix, name -> new LinkedHashSet<>()).add(face);
        return true;
    }

    void remove(Name prefix, Face face) {
        Set<Face> faces = byPrefix.get(prefix);
        if (faces == null || !faces.remove(face)) {
            return;
        }
        if (faces.isEmpty()) {
            byPrefix.remove(prefix);
        }
        counts.merge(face, -1, Integer::sum);
        counts.remove(face, 0);
    }

    void remove(Face face) {
        if (counts.remove(face) != null) {
            byPrefix.values().removeIf(faces -> faces.remove(face) && faces.isEmpty());
        }
    }

    /** The faces of the longest prefix of the name that is here; none if there is none. */
    List<Face> longestMatch(Name name) {
        List<Name> prefixes = name.prefixes();
        for (int i = prefixes.size() - 1; i >= 0; i--) {
            Set<Face> faces = byPrefix.get(prefixes.get(i));
            if (faces != null) {
                return List.copyOf(faces);
            }
        }
        return List.of();
    }

    /** The prefixes and where they lead, in the order in which they came. */
    Map<Name, Set<Face>> prefixes() {
        return byPrefix;
    }

    int size() {
        return byPrefix.size();
    }
}
