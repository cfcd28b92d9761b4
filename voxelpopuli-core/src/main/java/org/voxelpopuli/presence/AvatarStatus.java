package org.voxelpopuli.presence;

import java.util.Map;

/**
 * What one of our avatars knows and has done.
 *
 * @param name who it is
 * @param position where it is
 * @param radius of its area of interest
 * @param drawn avatars in it that have told where they are
 * @param known avatars that somebody has spoken of, those included
 * @param places octants of the level of names in which it asks
 * @param asked discovery Interests
 * @param answersSent to others' discovery Interests
 * @param answersUseful that told of somebody new
 * @param answersUseless that did not
 * @param octants the number of names by the path of the octant
 */
public record AvatarStatus(
        String name,
        Point position,
        double radius,
        int drawn,
        int known,
        int places,
        long asked,
        long answersSent,
        long answersUseful,
        long answersUseless,
        Map<String, Integer> octants) {
    /** Copies the octants. */
    public AvatarStatus {
        octants = Map.copyOf(octants);
    }
}
