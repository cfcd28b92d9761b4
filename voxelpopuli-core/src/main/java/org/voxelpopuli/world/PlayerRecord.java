package org.voxelpopuli.world;

/**
 * What the network keeps of a player between visits.
 *
 * @param name whose it is
 * @param position where the player last stood; the yaw is not kept
 */
public record PlayerRecord(PlayerName name, Position position) {}
