package org.voxelpopuli.protocol;

import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.world.Position;

/** The answer to a {@link DirectoryQuery}. */
public sealed interface DirectoryReply {
    /** The server of the chunk. */
    record ChunkServerAt(ServerAddress server) implements DirectoryReply {}

    /** The player's position; the spawn for a player never seen. The yaw is not sent. */
    record PlayerAt(Position position) implements DirectoryReply {}

    /** The query failed. */
    record Failed(String reason) implements DirectoryReply {}
}
