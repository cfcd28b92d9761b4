package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import org.voxelpopuli.world.BlockPos;

/**
 * An edit to be.
 *
 * @param block the id of a block type that no other edit of the scenario uses: it names the edit
 * @param client who makes it
 * @param at when
 * @param position where
 */
record PlannedEdit(int block, int client, Duration at, BlockPos position) {}
