package org.voxelpopuli.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.world.ChunkPos;

/**
 * The highest claim that this node has seen of each chunk that it serves or has a copy of; durable, as rows {@code epoch owner host:port} by chunk. Changed on
 * the worker of the replication alone, read by any thread.
 */
final class Claims {
    static final String KIND = "claim";
    private static final Logger log = LoggerFactory.getLogger(Claims.class);

    private final RecordTable table;
    private final LongSupplier wallMillis;
    private final Map<ChunkPos, Claim> claims = new ConcurrentHashMap<>();

    /** How many chunks each node claims, of those that we know. */
    private final Map<WriterId, Integer> byOwner = new ConcurrentHashMap<>();

    Claims(RecordTable table, LongSupplier wallMillis) {
        this.table = table;
        this.wallMillis = wallMillis;
    }

    CompletableFuture<Void> load() {
        return table.all(KIND).thenAccept(rows -> rows.forEach(this::load));
    }

    private void load(StoredRecord row) {
        String[] parts = row.value().split(" ", -1);
        try {
            Claim claim = new Claim(
                    Long.parseLong(parts[0]),
                    WriterId.parse(parts[1]),
                    ServerAddress.parse(parts[2]).orElseThrow());
            if (!Ahead.isPlausible(claim, wallMillis.getAsLong())) {
                throw new IllegalArgumentException(Ahead.words(claim));
            }
            remember(ChunkPos.parse(row.key()), claim);
        } catch (RuntimeException e) {
            log.warn("Left out an unreadable claim of chunk {}: '{}'", row.key(), row.value());
        }
    }

    @Nullable
    Claim get(ChunkPos chunk) {
        return claims.get(chunk);
    }

    Optional<Claim> find(ChunkPos chunk) {
        return Optional.ofNullable(claims.get(chunk));
    }

    List<Map.Entry<ChunkPos, Claim>> all() {
        return new ArrayList<>(claims.entrySet());
    }

    /** How many chunks a node claims, of those that we know. */
    int countOf(WriterId owner) {
        return byOwner.getOrDefault(owner, 0);
    }

    private @Nullable Claim remember(ChunkPos chunk, Claim claim) {
        Claim before = claims.put(chunk, claim);
        uncount(before);
        byOwner.merge(claim.owner(), 1, Integer::sum);
        return before;
    }

    private void uncount(@Nullable Claim before) {
        if (before != null) {
            byOwner.computeIfPresent(before.owner(), (owner, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Takes a claim in the place of what was known. Completes when it is durable. */
    CompletableFuture<Void> put(ChunkPos chunk, Claim claim) {
        if (claim.equals(remember(chunk, claim))) {
            return CompletableFuture.completedFuture(null);
        }
        return table.put(new StoredRecord(
                KIND,
                chunk.toString(),
                claim.epoch() + " " + claim.owner() + " " + claim.server(),
                wallMillis.getAsLong()));
    }

    CompletableFuture<Void> remove(ChunkPos chunk) {
        uncount(claims.remove(chunk));
        return table.remove(KIND, chunk.toString());
    }
}
