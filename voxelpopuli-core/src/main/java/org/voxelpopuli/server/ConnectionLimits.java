package org.voxelpopuli.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** How many connections are open, in all and from each address; loopback counts only in all. Thread-safe. */
final class ConnectionLimits {
    private final int limit;
    private final int limitPerAddress;
    private final AtomicInteger open = new AtomicInteger();
    private final ConcurrentMap<InetAddress, Integer> perAddress = new ConcurrentHashMap<>();

    ConnectionLimits(int limit, int limitPerAddress) {
        this.limit = limit;
        this.limitPerAddress = limitPerAddress;
    }

    /** Counts a connection; false, and not counted, if it is one too many. */
    boolean admit(InetSocketAddress from) {
        if (open.incrementAndGet() > limit) {
            open.decrementAndGet();
            return false;
        }
        InetAddress address = from.getAddress();
        if (!address.isLoopbackAddress() && perAddress.merge(address, 1, Integer::sum) > limitPerAddress) {
            release(from);
            return false;
        }
        return true;
    }

    /** A connection that was admitted ended. */
    void release(InetSocketAddress from) {
        open.decrementAndGet();
        perAddress.computeIfPresent(from.getAddress(), (address, count) -> count == 1 ? null : count - 1);
    }
}
