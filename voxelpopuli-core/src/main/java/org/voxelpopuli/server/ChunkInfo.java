package org.voxelpopuli.server;

import java.util.List;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.replication.ChunkCopies;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;

/**
 * What an operator sees of a chunk.
 *
 * @param position of the chunk
 * @param owner the server of this chunk, as advertised
 * @param loaded whether it is ticking
 * @param clients connections to it
 * @param players residents
 * @param lastTickMicros how long its last tick took, 0 if it is not loaded
 * @param edits voxels that were ever edited; -1 if the chunk is not loaded and its edits are only in the store
 * @param copies of it on other nodes
 */
public record ChunkInfo(
        ChunkPos position,
        ServerAddress owner,
        boolean loaded,
        int clients,
        List<PlayerName> players,
        long lastTickMicros,
        int edits,
        ChunkCopies copies) {
    /** The same, with who keeps copies. */
    ChunkInfo with(ChunkCopies kept) {
        return new ChunkInfo(position, owner, loaded, clients, players, lastTickMicros, edits, kept);
    }
}
