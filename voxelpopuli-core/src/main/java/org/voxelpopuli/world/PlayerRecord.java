package org.voxelpopuli.world;

import java.util.OptionalLong;

/**
 * What the network keeps of a player, during and between visits.
 *
 * @param name whose it is
 * @param position where the player last stood; the yaw is not kept
 * @param session random bits that the client which plays now drew once; empty when the player has left, or its client draws none
 * @param server {@code host:port} where that session is registered; empty if there is none
 */
public record PlayerRecord(PlayerName name, Position position, OptionalLong session, String server) {
    /** A player who has left, or of whose session nothing is known. */
    public PlayerRecord(PlayerName name, Position position) {
        this(name, position, OptionalLong.empty(), "");
    }
}
