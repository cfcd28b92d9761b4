package org.voxelpopuli.kademlia.directory;

import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;

/**
 * Where in the network the records of a world are (SPEC V1.2).
 *
 * <pre>{@code
 * NodeId key = WorldKeys.of(new ChunkPos(0, 0, -1)); // the SHA-1 of 0,0,-1
 * }</pre>
 */
public final class WorldKeys {
    private WorldKeys() {}

    /** The key of a chunk: the SHA-1 of {@code x,y,z}. */
    public static NodeId of(ChunkPos chunk) {
        return NodeId.sha1Of(chunk.toString());
    }

    /** The key of a player: the SHA-1 of the name in NFC. */
    public static NodeId of(PlayerName player) {
        return NodeId.sha1Of(player.text());
    }
}
