package org.voxelpopuli.server;

import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/**
 * What an operator sees of a player who is resident on this node.
 *
 * @param name of the player
 * @param chunk where the player is registered
 * @param position where the player stands
 * @param silentMillis since the player's last packet
 */
public record PlayerInfo(PlayerName name, ChunkPos chunk, Position position, long silentMillis) {}
