package org.voxelpopuli.server;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.replication.Replication;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

/** Which chunks this node serves. Thread-safe. */
final class ResidentChunks {
    private final Set<ChunkPos> positions = ConcurrentHashMap.newKeySet();
    private final Replication replication;
    private final WorldStore store;
    private final int limit;

    ResidentChunks(Replication replication, WorldStore store, int limit) {
        this.replication = replication;
        this.store = store;
        this.limit = limit;
        positions.addAll(replication.owned());
    }

    boolean contains(ChunkPos position) {
        return positions.contains(position);
    }

    /** The other node that serves a chunk, as far as we know. */
    Optional<ServerAddress> elsewhere(ChunkPos position) {
        return contains(position)
                ? Optional.empty()
                : replication
                        .claim(position)
                        .filter(claim -> !claim.owner().equals(replication.self()))
                        .map(Claim::server);
    }

    void add(ChunkPos position) {
        positions.add(position);
    }

    void remove(ChunkPos position) {
        positions.remove(position);
    }

    /** Makes a chunk resident; does nothing if it already is. */
    CompletableFuture<Void> generate(ChunkPos position) {
        if (positions.contains(position)) {
            return CompletableFuture.completedFuture(null);
        }
        if (positions.size() >= limit) {
            return CompletableFuture.failedFuture(
                    new StoreException("this node keeps " + limit + " chunks already, its limit", null));
        }
        String error = store.status().writeError().orElse(null);
        if (error != null) {
            return CompletableFuture.failedFuture(
                    new StoreException("this node cannot keep a chunk now: " + error, null));
        }
        // Terrain is made when the chunk is loaded: it is the same then, and nobody may ever come.
        return replication.take(position);
    }

    /** In an order that is the same in each process, so that the simulator repeats its runs. */
    Set<ChunkPos> snapshot() {
        return new LinkedHashSet<>(positions);
    }
}
