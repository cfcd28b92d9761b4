package org.voxelpopuli.kademlia.directory;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.voxelpopuli.directory.ChunkHost;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.world.ChunkPos;

/** The chunks that this node has published, by the keys of their records, so that it can say of each who serves it now. Used on the node's worker alone. */
final class OwnClaims {
    private static final int SMALL = 10_000;

    private final Map<NodeId, ChunkPos> published = new HashMap<>();
    private int swept;

    void published(ChunkPos chunk, ChunkHost host) {
        published.put(WorldKeys.of(chunk), chunk);
        // Those that were given up are of no use any more when all have heard of it.
        if (published.size() >= SMALL + 2 * swept) {
            published.values().removeIf(known -> !host.residentChunks().contains(known));
            swept = published.size();
        }
    }

    /** The highest claim that we know of a chunk which we have published; empty for others. */
    Optional<Claim> of(NodeId key, ChunkHost host) {
        return Optional.ofNullable(published.get(key)).map(host::claim);
    }
}
