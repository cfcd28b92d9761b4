package org.voxelpopuli.presence;

import java.time.Duration;

/**
 * An avatar nearby, as it last told itself. Immutable: it does not grow older.
 *
 * @param name who it is
 * @param type what it is, such as {@code player}: 1 to {@value PositionRecord#MAX_TYPE} of the characters a-z 0-9 . _ -
 * @param position where it was, in units of the game, in single precision
 * @param octant the smallest in which that is
 * @param sequence the number of the position, 0..1023, which goes round
 * @param wallMillis the avatar's clock at that moment, in milliseconds since 1970; it may be wrong
 * @param age from when its answer arrived here until this was made
 */
public record Neighbour(
        AvatarName name, String type, Point position, Octant octant, int sequence, long wallMillis, Duration age) {}
