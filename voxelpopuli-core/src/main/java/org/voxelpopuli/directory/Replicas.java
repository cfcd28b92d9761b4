package org.voxelpopuli.directory;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.world.ChunkPos;

/** The other nodes of a network, as those who may keep copies of chunks (DESIGN D3). Thread-safe; nothing blocks. */
public interface Replicas {
    /** Of a node alone. */
    Replicas NONE = new Replicas() {
        @Override
        public CompletableFuture<List<PeerNode>> nearest(ChunkPos chunk, int count) {
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public int compareDistance(ChunkPos chunk, WriterId a, WriterId b) {
            return a.compareTo(b);
        }

        @Override
        public CompletableFuture<Boolean> isNear(ChunkPos chunk, WriterId node) {
            return CompletableFuture.completedFuture(true);
        }

        @Override
        public void onChange(Runnable listener) {
            // Nobody ever comes.
        }

        @Override
        public byte[] secret() {
            return new byte[0];
        }
    };

    /** The other nodes nearest to a chunk's key, nearest first, at most so many, as far as this node knows without asking; those that did not answer lately are left out. */
    CompletableFuture<List<PeerNode>> nearest(ChunkPos chunk, int count);

    /** Negative if the first node is nearer to the chunk's key than the second, positive if it is farther, 0 if they are one. */
    int compareDistance(ChunkPos chunk, WriterId a, WriterId b);

    /**
     * Whether a node, which may be this one, is among the k nearest to a chunk's key, and its id was paid for where the network has a puzzle. Of others as far as this node
     * knows without asking; of itself it finds out.
     */
    CompletableFuture<Boolean> isNear(ChunkPos chunk, WriterId node);

    /** Calls the listener, on any thread, when a node came or went. */
    void onChange(Runnable listener);

    /** The connection to a node was lost, or cannot be made: whoever looks for somebody shall not wait for it long. */
    default void suspect(ServerAddress server) {}

    /** What all nodes of the network share and nobody else knows; empty for an open network. */
    byte[] secret();

    /** Whether a claim of a chunk counts more than another, of nodes that both may claim it. */
    default boolean isAbove(ChunkPos chunk, Claim claim, Claim other) {
        return claim.epoch() != other.epoch()
                ? claim.epoch() > other.epoch()
                : compareDistance(chunk, claim.owner(), other.owner()) < 0;
    }

    /**
     * Whether a claim of somebody counts more than another one: that of a node near to the chunk's key more than that of a far one whatever their epochs, else as
     * {@link #isAbove} says. So nobody needs to be believed who has not paid for a place near the key.
     */
    default CompletableFuture<Boolean> prevails(ChunkPos chunk, Claim claim, Claim other) {
        boolean above = isAbove(chunk, claim, other);
        return claim.owner().equals(other.owner())
                ? CompletableFuture.completedFuture(above)
                : isNear(chunk, claim.owner())
                        .thenCombine(
                                isNear(chunk, other.owner()),
                                (near, otherNear) -> near.equals(otherNear) ? above : near);
    }
}
