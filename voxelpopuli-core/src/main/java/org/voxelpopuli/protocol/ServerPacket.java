package org.voxelpopuli.protocol;

import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** What the server of a chunk tells its clients. */
public sealed interface ServerPacket extends Packet {
    /** Show this player. */
    record PlayerRegistered(PlayerName player, Position position) implements ServerPacket {}

    /** Stop showing this player. */
    record PlayerDeregistered(PlayerName player) implements ServerPacket {}

    /** This player moved. */
    record PlayerMoved(PlayerName player, Position position) implements ServerPacket {}

    /** All blocks of the chunk. The chunk must not be changed after it was given to a packet. */
    record ChunkData(Chunk chunk) implements ServerPacket {}

    /**
     * The time of day.
     *
     * @param minutes from midnight, in [0, 1440)
     */
    record TimeOfDay(double minutes) implements ServerPacket {}
}
