package org.voxelpopuli.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** What the fake servers of one test share: the blocks, the players' last places, and which server has which chunk. */
final class FakeWorld {
    final Map<ChunkPos, Chunk> chunks = new HashMap<>();
    final Map<PlayerName, Position> lastSeen = new HashMap<>();
    final Map<ChunkPos, FakeServer> owners = new HashMap<>();
    final Set<ChunkPos> located = new LinkedHashSet<>();
    /** Block ids that the servers refuse, silently, as SPEC V6.5 says. */
    final Set<Integer> refusedBlocks = new LinkedHashSet<>();

    /** The ids of edits of protocol v2 that were applied, on whatever server, and what they set, in order. */
    final Set<String> applied = new LinkedHashSet<>();

    final List<String> history = new ArrayList<>();

    FakeServer byDefault;

    Chunk chunk(ChunkPos position) {
        return chunks.computeIfAbsent(position, p -> Chunk.filled(p.y() < 0 ? 1 : 0));
    }

    FakeServer owner(ChunkPos position) {
        return owners.getOrDefault(position, byDefault);
    }

    FakeServer start(SimulatedHost host, int port) {
        FakeServer server = new FakeServer(this, host, port);
        if (byDefault == null) {
            byDefault = server;
        }
        return server;
    }
}
