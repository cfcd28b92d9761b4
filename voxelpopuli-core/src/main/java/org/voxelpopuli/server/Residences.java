package org.voxelpopuli.server;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.voxelpopuli.world.PlayerName;

/**
 * Which registration of each player is the latest on this node. A player who walks registers in the new chunk before leaving the old
 * one; the old chunk's save must then not count (SPEC V6.7). Thread-safe, since the chunks live on several workers.
 */
final class Residences {
    private final AtomicLong counter = new AtomicLong();
    private final ConcurrentMap<PlayerName, Long> latest = new ConcurrentHashMap<>();

    /** A player registered somewhere on this node; returns the ticket of this registration. */
    long register(PlayerName player) {
        long ticket = counter.incrementAndGet();
        latest.merge(player, ticket, Math::max);
        return ticket;
    }

    /** The registration ended. True if no later one is known, so that its last position counts. */
    boolean leave(PlayerName player, long ticket) {
        return latest.remove(player, ticket);
    }
}
