package org.voxelpopuli.presence.ndn;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Interests that came by lately, by name and nonce, so that one that went round in a circle is recognised also when it is not pending any more. Remembers for between
 * one and two of its periods, and of the newest a bounded number. Owned by the forwarder's worker.
 */
final class SeenNonces {
    /** As long as the dead nonce list of NFD by default. */
    private static final long PERIOD_NANOS = Duration.ofSeconds(6).toNanos();

    private static final int MAX_PER_PERIOD = 1 << 16;

    private Set<Long> recent = new HashSet<>();
    private Set<Long> older = new HashSet<>();
    private long periodEndsAt;

    SeenNonces(long nowNanos) {
        periodEndsAt = nowNanos + PERIOD_NANOS;
    }

    /** Remembers an Interest. @return false if it was seen before */
    boolean isNew(Interest interest, long nowNanos) {
        if (nowNanos - periodEndsAt >= 0 || recent.size() >= MAX_PER_PERIOD) {
            boolean olderAreOld = nowNanos - periodEndsAt >= PERIOD_NANOS;
            older = olderAreOld ? new HashSet<>() : recent;
            recent = new HashSet<>();
            periodEndsAt = nowNanos + PERIOD_NANOS;
        }
        long key = (long) interest.name().hashCode() << 32 | (interest.nonce() & 0xFFFF_FFFFL);
        return !older.contains(key) && recent.add(key);
    }
}
