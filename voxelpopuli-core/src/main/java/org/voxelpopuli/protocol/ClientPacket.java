package org.voxelpopuli.protocol;

import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** What a client tells the server of a chunk. */
public sealed interface ClientPacket extends Packet {
    /** The player enters this chunk; its yaw is 0. */
    record RegisterPlayer(PlayerName player, Position position) implements ClientPacket {}

    /** The player left. */
    record DeregisterPlayer(PlayerName player) implements ClientPacket {}

    /** The player moved. */
    record MovePlayer(PlayerName player, Position position) implements ClientPacket {}

    /**
     * A block of this chunk shall change. The components are checked to be integers in range, but the type may be unregistered.
     *
     * @param x local, 0..31
     * @param y local, 0..31
     * @param z local, 0..31
     * @param block the id of a block type, 0..65535
     */
    record ChangeBlock(int x, int y, int z, int block) implements ClientPacket {}
}
