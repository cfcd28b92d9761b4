package org.voxelpopuli.kademlia.content;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/** How many connections are open to our files, in all and from each address; loopback counts only in all. Thread-safe: sockets are accepted on several threads. */
final class OpenConnections {
    private final int limit;
    private final int limitPerAddress;
    private final Map<InetAddress, Integer> perAddress = new HashMap<>();
    private int open;

    OpenConnections(int limit, int limitPerAddress) {
        this.limit = limit;
        this.limitPerAddress = limitPerAddress;
    }

    /** Whether one more may be opened; it is counted then. */
    synchronized boolean open(InetAddress address) {
        boolean full = open >= limit
                || (!address.isLoopbackAddress() && perAddress.getOrDefault(address, 0) >= limitPerAddress);
        if (!full) {
            open++;
            perAddress.merge(address, 1, Integer::sum);
        }
        return !full;
    }

    synchronized void closed(InetAddress address) {
        open--;
        perAddress.computeIfPresent(address, (a, count) -> count == 1 ? null : count - 1);
    }

    synchronized int count() {
        return open;
    }
}
