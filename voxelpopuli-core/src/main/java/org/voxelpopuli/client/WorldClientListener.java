package org.voxelpopuli.client;

import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** Hears what changes in a {@link WorldClient}'s view. Called on the client's worker, one call at a time: do not block. */
public interface WorldClientListener {
    /** All blocks of a chunk are known now. Later changes are reported one by one, also those that were missed while disconnected. */
    default void chunkLoaded(ChunkPos chunk) {}

    /** The chunk is too far away now, and gone from the view. */
    default void chunkUnloaded(ChunkPos chunk) {}

    /**
     * A block of the view is another now: somebody changed it, or the player did (at once), or the server did not agree with what
     * the player did. Each change is reported once.
     */
    default void blockChanged(BlockPos position, int before, int after) {}

    /** Another player came into view. */
    default void playerAppeared(PlayerName player, Position position) {}

    /** Another player moved. */
    default void playerMoved(PlayerName player, Position position) {}

    /** Another player left, or is out of view. */
    default void playerLeft(PlayerName player) {}

    /** The time of day, as the server that the player is on tells it, once a second (in the seed's dialect with every tick): minutes from midnight, in [0, 1440). */
    default void timeOfDay(double minutes) {}

    /** The connection of a chunk is lost; it is tried again. The chunk stays in the view as it was. */
    default void disconnected(ChunkPos chunk, String reason) {}

    /** The connection of a chunk is back; what changed meanwhile is reported after this. */
    default void reconnected(ChunkPos chunk) {}

    /** A server, or the directory, said no to a chunk, or nobody could be reached; it is tried again. */
    default void serverRefused(ChunkPos chunk, String reason) {}

    /** Another session took over the player, the reason says where: this client goes on watching, but its player is not in the world any more. */
    default void displaced(String reason) {}
}
