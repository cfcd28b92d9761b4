package org.voxelpopuli.kademlia.rpc;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/** Counts datagrams per source address and port, in windows of a second. Loopback is exempt: many nodes and tools share it. */
final class SourceRateLimit {
    private static final long WINDOW_NANOS = 1_000_000_000L;
    private static final int MAX_SOURCES = 16_384;

    private final int perSecond;
    private final Map<InetSocketAddress, int[]> counts = new HashMap<>();
    private final int[] rest = new int[1];
    private long windowStart;

    SourceRateLimit(int perSecond, long now) {
        this.perSecond = perSecond;
        this.windowStart = now;
    }

    boolean allows(InetSocketAddress source, long now) {
        if (source.getAddress().isLoopbackAddress()) {
            return true;
        }
        if (now - windowStart >= WINDOW_NANOS) {
            windowStart = now;
            counts.clear();
            rest[0] = 0;
        }
        int[] count = counts.get(source);
        if (count == null) {
            // With more sources than that, somebody forges them: the newest then share one allowance.
            count = counts.size() < MAX_SOURCES ? new int[1] : rest;
            if (count != rest) {
                counts.put(source, count);
            }
        }
        return ++count[0] <= perSecond;
    }
}
