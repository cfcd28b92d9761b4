package org.voxelpopuli.protocol;

import org.voxelpopuli.edits.EditId;
import org.voxelpopuli.world.ChunkPos;

/** What a client tells a server. The first is a {@link Hello}. */
public sealed interface ClientFrame extends Frame {
    /**
     * Opens the connection; the server answers with {@link ServerFrame.Welcome} or {@link ServerFrame.Goodbye}.
     *
     * @param minVersion the lowest version of the protocol that the client speaks
     * @param maxVersion the highest
     * @param world the identity of the world that the client expects (DESIGN D13); empty for any
     * @param session random bits, the {@link EditId#session()} of its edits
     */
    record Hello(int minVersion, int maxVersion, String world, long session) implements ClientFrame {}

    /** Show me this chunk, and what changes in it. Answered by {@link ServerFrame.ChunkState} or {@link ServerFrame.ChunkGone}. */
    record Subscribe(ChunkPos chunk) implements ClientFrame {}

    /** No more of this chunk; the player, if it was registered there, leaves it. Not answered. */
    record Unsubscribe(ChunkPos chunk) implements ClientFrame {}

    /**
     * Change a block of a chunk that is subscribed to. Answered by {@link ServerFrame.EditAccepted} or {@link ServerFrame.EditRefused}; if neither
     * comes, ask again with the same number, whoever serves the chunk then.
     *
     * @param number the {@link EditId#number()}: from 1, rising by one within this chunk
     * @param voxel the index in the chunk, 0..32767
     * @param block the id of a block type, 0..65535
     */
    record ChangeBlock(ChunkPos chunk, int number, int voxel, int block) implements ClientFrame {}

    /** The player registers, moves or leaves, in a chunk that is subscribed to. Never a {@link ClientPacket.ChangeBlock}. */
    record OfPlayer(ChunkPos chunk, ClientPacket packet) implements ClientFrame {}
}
