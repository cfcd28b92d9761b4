package org.voxelpopuli.protocol;

import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;

/** A request of a DHT session (SPEC V8.1). */
public sealed interface DirectoryQuery {
    /** Which server has this chunk? It is generated if it is nowhere. */
    record LocateChunk(ChunkPos chunk) implements DirectoryQuery {}

    /** Where did this player last stand? */
    record FindPlayer(PlayerName player) implements DirectoryQuery {}
}
