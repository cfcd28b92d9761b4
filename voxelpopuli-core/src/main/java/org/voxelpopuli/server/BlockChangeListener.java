package org.voxelpopuli.server;

import org.voxelpopuli.world.BlockPos;

/** Told of each block that a loaded chunk changed, on the chunk's worker: it must not block. */
@FunctionalInterface
public interface BlockChangeListener {
    /** A block changed from one type to another. */
    void blockChanged(BlockPos position, int before, int after);
}
