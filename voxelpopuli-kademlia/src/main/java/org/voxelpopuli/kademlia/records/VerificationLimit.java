package org.voxelpopuli.kademlia.records;

import java.util.HashMap;
import java.util.Map;
import org.voxelpopuli.kademlia.id.Subnet;
import org.voxelpopuli.kademlia.rpc.SecondWindow;

/**
 * Counts the signatures that are verified for others in windows of a second, for each source and in all: a core verifies some ten thousand in a second, and whoever
 * sends records that are good or bad faster than that must not keep it from its other work. Not thread-safe.
 */
final class VerificationLimit {
    static final int PER_SOURCE = 1_000;
    static final int IN_ALL = 4_000;

    private final Map<Long, Integer> counts = new HashMap<>();
    private final SecondWindow window;
    private int all;

    VerificationLimit(long now) {
        window = new SecondWindow(now);
    }

    boolean allows(long source, long now) {
        if (source == Subnet.EXEMPT) {
            return true;
        }
        if (window.isOver(now)) {
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
