package org.voxelpopuli.kademlia.rpc;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts datagrams in windows of a second: of each source address and port, and of all strangers together, so that a flood from forged addresses leaves the node
 * time for those that it knows. Loopback is exempt: many nodes and tools share it.
 */
final class SourceRateLimit {
    private static final int MAX_SOURCES = 16_384;

    private final int perSource;
    private final int ofStrangers;
    private final Map<InetSocketAddress, int[]> counts = new HashMap<>();
    private final int[] rest = new int[1];
    private int strangers;
    private final SecondWindow window;

    /**
     * At the beginning of a window.
     *
     * @param perSource datagrams that one address and port may send in a second
     * @param ofStrangers datagrams that all addresses that have not proven themselves may send in a second
     */
    SourceRateLimit(int perSource, int ofStrangers, long now) {
        this.perSource = perSource;
        this.ofStrangers = ofStrangers;
        this.window = new SecondWindow(now);
    }

    boolean allows(InetSocketAddress source, boolean proven, long now) {
        if (source.getAddress().isLoopbackAddress()) {
            return true;
        }
        if (window.isOver(now)) {
            counts.clear();
            rest[0] = 0;
            strangers = 0;
        }
        if (!proven && ++strangers > ofStrangers) {
            return false;
        }
        int[] count = counts.get(source);
        if (count == null) {
            // With more sources than that, somebody forges them: the newest then share one allowance.
            count = counts.size() < MAX_SOURCES ? new int[1] : rest;
            if (count != rest) {
                counts.put(source, count);
            }
        }
        return ++count[0] <= perSource;
    }
}
