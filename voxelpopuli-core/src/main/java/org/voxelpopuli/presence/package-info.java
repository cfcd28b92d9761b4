/**
 * Who is near me, and where, with no owner of any place (SPEC N4 to N12): avatars find each other by names of the octants of space, and then ask each other where they are. A library of
 * its own, for games with or without voxels; it knows {@code presence.ndn} below it, and of the rest only {@code world.PlayerName}, {@code runtime} and {@code identity}.
 *
 * <p>Entry type: {@link org.voxelpopuli.presence.Presence}, which needs to be told where names lead: {@link org.voxelpopuli.presence.Routes}. A presence has one worker, on which all of its state lives and its
 * listeners are called; its public types may be used by any thread, but for {@link org.voxelpopuli.presence.PositionTrack}, and values are immutable. See {@code docs/presence.md}.
 */
@NullMarked
package org.voxelpopuli.presence;

import org.jspecify.annotations.NullMarked;
