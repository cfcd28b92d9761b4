package org.voxelpopuli.replication;

import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;

/** Who simulates the chunks that this node serves, as replication sees it. Thread-safe; nothing blocks. */
public interface ChunkOwner {
    /** Edits of a chunk came from another node, and are kept: show them. */
    void absorb(ChunkPos chunk, EditBatch edits);

    /** From now on this node serves a chunk, which is in the store. */
    void served(ChunkPos chunk);

    /** The chunk is served by another node now: send the clients there and forget it. What was not yet kept will not be acknowledged here. */
    void superseded(ChunkPos chunk, Claim winner);

    /** A newer session plays a player on another node, which says so: this session's registration ends, if it is here. */
    void displaced(PlayerName player, long session, ServerAddress by);

    /** Applies nothing more of what clients ask for; completes when all that was applied is kept. */
    CompletableFuture<Void> pause(ChunkPos chunk);

    /** Goes on after a {@link #pause}. */
    void resume(ChunkPos chunk);
}
