package org.voxelpopuli.replication;

import java.util.List;
import org.voxelpopuli.directory.ServerAddress;

/**
 * The copies of a chunk that a node serves.
 *
 * @param epoch at which it serves the chunk
 * @param keepers the nodes that keep copies, nearest first; none before the first edit
 * @param equal so many of them were found equal at the last comparison, with nothing edited since
 * @param unacknowledged batches of edits that are on their way to the disks
 */
public record ChunkCopies(long epoch, List<ServerAddress> keepers, int equal, int unacknowledged) {
    /** Of a chunk that this node does not serve. */
    public static final ChunkCopies NONE = new ChunkCopies(0, List.of(), 0, 0);

    /** Copies the list. */
    public ChunkCopies {
        keepers = List.copyOf(keepers);
    }
}
