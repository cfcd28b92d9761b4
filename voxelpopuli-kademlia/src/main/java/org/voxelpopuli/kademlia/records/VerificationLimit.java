package org.voxelpopuli.kademlia.records;

import java.util.HashMap;
import java.util.Map;
import org.voxelpopuli.kademlia.routing.Subnet;

/**
 * Counts the signatures that are verified for others in windows of a second, for each source and in all: a core verifies a few thousand in a second, and whoever
 * sends records that are good or bad faster than that must not keep it from its other work. Not thread-safe.
 */
final class VerificationLimit {
    static final int PER_SOURCE = 500;
    static final int IN_ALL = 1_000;

    private static final long WINDOW_NANOS = 1_000_000_000L;

    private final Map<Long, Integer> counts = new HashMap<>();
    private int all;
    private long windowStart;

    VerificationLimit(long now) {
        windowStart = now;
    }

    boolean allows(long source, long now) {
        if (source == Subnet.EXEMPT) {
            return true;
        }
        if (now - windowStart >= WINDOW_NANOS) {
            windowStart = now;
            counts.clear();
            all = 0;
        }
        return all < IN_ALL && counts.getOrDefault(source, 0) < PER_SOURCE && count(source);
    }

    private boolean count(long source) {
        all++;
        counts.merge(source, 1, Integer::sum);
        return true;
    }
}
