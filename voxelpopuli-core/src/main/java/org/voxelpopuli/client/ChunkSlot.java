package org.voxelpopuli.client;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.world.ChunkPos;

/** A chunk that the client wants, on its way from unknown to connected. Belongs to {@link ChunkLoader}. */
final class ChunkSlot {
    enum Phase {
        /** Nothing is under way; due at some time. */
        IDLE,
        /** The directory is asked, or the server is being connected to. */
        OPENING,
        /** The server took us; its CHUNK_DATA is to come, or has come. */
        OPEN
    }

    final ChunkPos chunk;
    final ChunkReplica replica;
    final Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));
    /** Where the last server said that the chunk is now; to be tried once. */
    Optional<ServerAddress> redirect = Optional.empty();
    /** When the present connection, or the last, was opened. */
    long openedAt;
    /** When a connection that had held for a while was lost. */
    long lostAt = Long.MIN_VALUE / 2;

    Phase phase = Phase.IDLE;
    /** When to try next, in nanoseconds of the client's time. */
    long due;
    /** Counts attempts, so that late events of an earlier one are known as such. */
    int attempt;
    /** Whether the blocks came over the present connection. */
    boolean current;

    @Nullable
    ChunkChannel link;

    ChunkSlot(ChunkReplica replica, ChunkPos chunk, long due) {
        this.chunk = chunk;
        this.replica = replica;
        this.due = due;
    }

    /** Whether packets can be sent. */
    boolean isOpen() {
        return phase == Phase.OPEN;
    }

    boolean isLoaded() {
        return replica.shown() != null;
    }
}
