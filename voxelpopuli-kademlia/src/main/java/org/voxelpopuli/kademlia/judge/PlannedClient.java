package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import java.util.List;
import org.voxelpopuli.world.ChunkPos;

/**
 * A player to be.
 *
 * @param number names it in its scenario
 * @param chunk where it stands
 * @param stones the nodes that it knows
 * @param at when it connects
 */
record PlannedClient(int number, ChunkPos chunk, List<Integer> stones, Duration at) {
    String name() {
        return "c" + number;
    }
}
