package org.voxelpopuli.presence;

import java.util.List;

/**
 * The names that an avatar knows in one of the smallest octants.
 *
 * @param octant in which they are
 * @param names each as {@code prefix:name}, in their order; at least one
 * @param digest of them, of the kind that is agreed
 */
public record OctantNames(Octant octant, List<String> names, long digest) {
    /** Copies the names. */
    public OctantNames {
        names = List.copyOf(names);
    }
}
