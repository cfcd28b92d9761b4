package org.voxelpopuli.presence;

import java.util.List;

/**
 * What one of our avatars knows and has done.
 *
 * @param name who it is, as {@link AvatarName} writes it
 * @param position where it is
 * @param radius of its area of interest, in units
 * @param drawn avatars in it that have told where they are
 * @param known avatars that somebody has spoken of, those included
 * @param places octants of the level of names in which it asks
 * @param counts of its questions and answers
 * @param octants that have names, its own included, in the order of the tree
 */
public record AvatarStatus(
        String name,
        Point position,
        double radius,
        int drawn,
        int known,
        int places,
        PresenceCounts counts,
        List<OctantNames> octants) {
    /** Copies the octants. */
    public AvatarStatus {
        octants = List.copyOf(octants);
    }
}
