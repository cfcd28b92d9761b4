/**
 * Who is near me, and where, with no owner of any place (SPEC N4 to N12): avatars find each other by names of the octants of space, and then ask each other where they are. A library of
 * its own, for games with or without voxels; it knows {@code presence.ndn} below it, and of the rest only {@code world.PlayerName}, {@code runtime} and {@code identity}.
 *
 * <p>Entry types: {@link org.voxelpopuli.presence.OctreeSpace} and {@link org.voxelpopuli.presence.Octant}; values are immutable.
 */
@NullMarked
package org.voxelpopuli.presence;

import org.jspecify.annotations.NullMarked;
