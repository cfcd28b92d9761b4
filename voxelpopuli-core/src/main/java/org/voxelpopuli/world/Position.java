package org.voxelpopuli.world;

/**
 * Where a player is, in world coordinates (blocks), and where they look.
 *
 * @param x east
 * @param y up
 * @param z south
 * @param yaw the direction of view in degrees as the client sent it
 */
public record Position(double x, double y, double z, double yaw) {
    /** Where a player who was never seen begins (SPEC V8.1). */
    public static final Position SPAWN = new Position(0, 32, 0, 0);

    /** @throws IllegalArgumentException if a component is not finite or the place is outside the world */
    public Position {
        ChunkPos.containing(x, y, z);
        if (!Double.isFinite(yaw)) {
            throw new IllegalArgumentException("yaw is " + yaw + ", allowed is a finite number");
        }
    }

    /** A position with a yaw of 0. */
    public Position(double x, double y, double z) {
        this(x, y, z, 0);
    }

    /** The chunk that holds this position. */
    public ChunkPos chunk() {
        return ChunkPos.containing(x, y, z);
    }
}
