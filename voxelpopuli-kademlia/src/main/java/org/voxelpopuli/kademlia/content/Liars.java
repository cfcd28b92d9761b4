package org.voxelpopuli.kademlia.content;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.voxelpopuli.runtime.NodeClock;

/**
 * Who has sent wrong bytes is not asked again for an hour. Remembered by address: what a kad-file says about the id of a provider nobody has checked. Belongs to the content worker.
 */
final class Liars {
    private static final int MAX = 1_024;
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final NodeClock clock;
    private final Map<InetSocketAddress, Long> since = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetSocketAddress, Long> eldest) {
            return size() > MAX;
        }
    };

    Liars(NodeClock clock) {
        this.clock = clock;
    }

    void add(Provider provider) {
        since.remove(provider.address());
        since.put(provider.address(), clock.nanos());
    }

    boolean contains(Provider provider) {
        Long lied = since.get(provider.address());
        return lied != null && clock.nanos() - lied < HOUR;
    }
}
