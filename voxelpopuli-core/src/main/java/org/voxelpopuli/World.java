package org.voxelpopuli;

import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.WorldSpec;

/**
 * The world as the game that embeds a node sees it, no matter which node serves a block. Thread-safe; nothing blocks. Futures fail
 * with a {@link org.voxelpopuli.directory.DirectoryException} if no server for the block's chunk can be found, and with {@link IllegalStateException} if the node is stopped first.
 */
public interface World {
    /** What this world is. */
    WorldSpec spec();

    /** The id of the block type at a position. */
    CompletableFuture<Integer> block(BlockPos position);

    /**
     * Sets a block.
     *
     * @param type the id of a registered block type
     * @return completes when the change is kept, wherever the chunk is served: it outlives that node. A change of a chunk that another node serves is asked
     *     for again, and made once, if that node goes away. Fails with {@link IllegalArgumentException} for a type that is not registered; with
     *     {@link org.voxelpopuli.client.EditRefusedException} if the other node refuses it; with
     *     {@link org.voxelpopuli.directory.DirectoryException} if no node has kept it within 30 s, and then whether it was made is not known
     */
    CompletableFuture<Void> setBlock(BlockPos position, int type);

    /**
     * Listens to the changes of all blocks that this node serves.
     *
     * @return closing it ends the listening
     */
    Subscription onBlockChange(BlockListener listener);

    /** Receives changes, in the order in which each chunk made them, on a thread of the node: it must not block. */
    @FunctionalInterface
    interface BlockListener {
        /** A block changed from one type to another. */
        void blockChanged(BlockPos position, int before, int after);
    }

    /** Something that ends when it is closed. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
