package org.voxelpopuli.replication;

import java.time.Duration;
import java.util.List;
import org.voxelpopuli.directory.ServerAddress;

/**
 * The copies of a chunk that a node serves.
 *
 * @param epoch at which it serves the chunk
 * @param copies nearest first; none before the first edit
 * @param unacknowledged batches of edits that are on their way to the disks
 */
public record ChunkCopies(long epoch, List<Copy> copies, int unacknowledged) {
    /** Of a chunk that this node does not serve. */
    public static final ChunkCopies NONE = new ChunkCopies(0, List.of(), 0);

    /** Copies the list. */
    public ChunkCopies {
        copies = List.copyOf(copies);
    }

    /**
     * One of them.
     *
     * @param keeper where it is
     * @param lag for how long it may have lacked an edit; zero if it has all
     */
    public record Copy(ServerAddress keeper, Duration lag) {}
}
