package org.voxelpopuli.client;

import java.time.Duration;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/**
 * Another player, as far as the client knows.
 *
 * @param name who
 * @param position the latest
 * @param nanos when it was received, in nanoseconds of {@link WorldClient#nanos()}
 * @param before the position before the latest; equal to it for a player just met
 * @param beforeNanos when that was received
 */
public record SeenPlayer(PlayerName name, Position position, long nanos, Position before, long beforeNanos) {
    /** So long is a movement continued beyond the latest position. */
    public static final Duration EXTRAPOLATION = Duration.ofMillis(250);

    /** A step this long, in blocks, is a jump to another place, not a movement. */
    private static final double JUMP = 32;

    static SeenPlayer met(PlayerName name, Position position, long now) {
        return new SeenPlayer(name, position, now, position, now);
    }

    SeenPlayer movedTo(Position next, long now) {
        return new SeenPlayer(name, next, now, position, nanos);
    }

    /**
     * Where to draw the player (SPEC V9.7): between the two positions for a time between them, beyond the latest for at most
     * {@link #EXTRAPOLATION} after it. Drawing some 100 ms in the past gives the smoothest movement.
     *
     * @param time in nanoseconds of {@link WorldClient#nanos()}
     */
    public Position at(long time) {
        double span = nanos - beforeNanos;
        double dx = position.x() - before.x();
        double dy = position.y() - before.y();
        double dz = position.z() - before.z();
        if (span <= 0 || dx * dx + dy * dy + dz * dz > JUMP * JUMP) {
            return position;
        }
        double until = Math.min(time, nanos + EXTRAPOLATION.toNanos());
        double part = Math.max(0, (until - beforeNanos) / span);
        double turn = Math.IEEEremainder(position.yaw() - before.yaw(), 360);
        try {
            return new Position(
                    before.x() + dx * part,
                    before.y() + dy * part,
                    before.z() + dz * part,
                    part >= 1 ? position.yaw() : before.yaw() + turn * part);
        } catch (IllegalArgumentException e) {
            // Beyond the edge of the world.
            return position;
        }
    }
}
