package org.voxelpopuli.client;

import org.voxelpopuli.world.BlockPos;

/** A block of the view is another now. */
record BlockChange(BlockPos position, int before, int after) {}
