package org.voxelpopuli.store;

import java.util.Optional;
import java.util.Set;
import org.voxelpopuli.world.ChunkPos;

/**
 * How a store is doing.
 *
 * @param kind {@code memory}, {@code sqlite} or what an own one calls itself
 * @param location for people: a file, or {@code memory}
 * @param writeError why the last write failed, in words for an operator; empty while writes succeed
 * @param queuedWrites writes that are not yet durable
 * @param commits commits since the start
 * @param writes writes since the start
 * @param lastCommitNanos how long the last commit took, 0 before the first
 * @param damagedChunks chunks of which something stored was found damaged since the start: it was put aside, what is left of them is served, and they
 *     should be compared with replicas
 */
public record StoreStatus(
        String kind,
        String location,
        Optional<String> writeError,
        int queuedWrites,
        long commits,
        long writes,
        long lastCommitNanos,
        Set<ChunkPos> damagedChunks) {
    /** Whether the last write succeeded. */
    public boolean canWrite() {
        return writeError.isEmpty();
    }
}
