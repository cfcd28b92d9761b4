package org.voxelpopuli.presence;

import java.time.Duration;

/**
 * An avatar nearby, as it last told itself.
 *
 * @param name who it is
 * @param type what it is
 * @param position where it was
 * @param octant the smallest in which that is
 * @param sequence the number of the position, 0..1023, which goes round
 * @param wallMillis the avatar's clock at that moment
 * @param age since its answer arrived here
 */
public record Neighbour(
        AvatarName name, String type, Point position, Octant octant, int sequence, long wallMillis, Duration age) {}
