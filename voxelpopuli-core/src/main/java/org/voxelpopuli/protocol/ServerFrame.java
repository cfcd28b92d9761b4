package org.voxelpopuli.protocol;

import java.util.List;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/** What a server tells a client. */
public sealed interface ServerFrame extends Frame {
    /**
     * The client is taken.
     *
     * @param version of the protocol that both will speak
     * @param world the identity of the world (DESIGN D13)
     */
    record Welcome(int version, String world) implements ServerFrame {}

    /** The connection ends, and why; nothing follows. */
    record Goodbye(String reason) implements ServerFrame {}

    /**
     * All blocks of a chunk. The chunk must not be changed after it was given to a frame.
     *
     * @param version rises by one with each {@link BlocksChanged}; comparable only within one subscription
     */
    record ChunkState(ChunkPos chunk, long version, Chunk blocks) implements ServerFrame {}

    /**
     * What changed in a chunk since the version before. If that is not the version that the client has, it has missed something, and subscribes
     * again.
     *
     * @param version one more than that of the blocks before
     * @param blocks each voxel at most once
     */
    record BlocksChanged(ChunkPos chunk, long version, List<Changed> blocks) implements ServerFrame {
        /** Copies the list. */
        public BlocksChanged {
            blocks = List.copyOf(blocks);
        }
    }

    /**
     * A block that changed.
     *
     * @param voxel the index in the chunk, 0..32767
     * @param block the id of its block type now, 0..65535
     */
    record Changed(int voxel, int block) {}

    /** The chunk is not, or no more, served here and the subscription has ended: ask the directory, or try later. */
    record ChunkGone(ChunkPos chunk, String reason) implements ServerFrame {}

    /** The chunk is served there from now on and the subscription has ended: subscribe there, and send unanswered edits again. */
    record Redirect(ChunkPos chunk, ServerAddress server) implements ServerFrame {}

    /** The edit of this number is kept: it outlives this server and its disk. */
    record EditAccepted(ChunkPos chunk, int number) implements ServerFrame {}

    /** The edit of this number was not applied and never will be; the reason is for people. */
    record EditRefused(ChunkPos chunk, int number, String reason) implements ServerFrame {}

    /** The player that this subscription registered is played by another session from now on; the reason is for people. The subscription goes on without a player. */
    record Displaced(ChunkPos chunk, String reason) implements ServerFrame {}

    /** Players and time in a chunk that is subscribed to. Never a {@link ServerPacket.ChunkData}. */
    record InChunk(ChunkPos chunk, ServerPacket packet) implements ServerFrame {}
}
