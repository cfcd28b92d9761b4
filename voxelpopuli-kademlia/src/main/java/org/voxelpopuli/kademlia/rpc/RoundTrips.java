package org.voxelpopuli.kademlia.rpc;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The estimates of the peers that were talked to last, and one over all of them, with which a new peer begins. Not thread-safe. */
final class RoundTrips {
    static final int MAX_PEERS = 1_024;

    private final RoundTripEstimate overall;
    private final Map<InetSocketAddress, RoundTripEstimate> peers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetSocketAddress, RoundTripEstimate> eldest) {
            return size() > MAX_PEERS;
        }
    };

    /** @param callTimeout of a call, in nanoseconds: half of it is waited for the first answer of all, so that it can be asked for again */
    RoundTrips(long callTimeout) {
        overall = new RoundTripEstimate(callTimeout / 2, callTimeout, 16);
    }

    /** What is known of all. */
    RoundTripEstimate overall() {
        return overall;
    }

    /** What is known of a peer, or else of all. */
    RoundTripEstimate of(InetSocketAddress peer) {
        @Nullable RoundTripEstimate known = peers.get(peer);
        return known == null ? overall : known;
    }

    /** The smoothed round-trip time of a peer in nanoseconds; 0 if it is not known. */
    long smoothed(InetSocketAddress peer) {
        @Nullable RoundTripEstimate known = peers.get(peer);
        return known == null ? 0 : known.smoothed();
    }

    void measured(InetSocketAddress peer, long nanos) {
        peers.computeIfAbsent(peer, address -> new RoundTripEstimate(overall)).measured(nanos);
        overall.measured(nanos);
    }
}
