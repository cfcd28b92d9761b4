package org.voxelpopuli.kademlia.rpc;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Dialect;

/**
 * What is known of the addresses that were talked to last. Those that were called and those that merely called are kept apart, so that forged
 * senders cannot push out what was learned by calling. Not thread-safe. Time is in nanoseconds of the monotonic clock.
 */
final class Peers {
    static final int MAX_PEERS = 1_024;

    /** So long is a token certainly taken (see {@link AddressTokens}). */
    private static final long TOKEN_NANOS = Duration.ofMinutes(5).toNanos();

    private final RoundTripEstimate overall;
    private final Map<InetSocketAddress, Peer> called = bounded();
    private final Map<InetSocketAddress, Dialect> callers = bounded();

    /** @param callTimeout of a call, in nanoseconds: half of it is waited for the first answer of all, so that it can be asked for again */
    Peers(long callTimeout) {
        overall = new RoundTripEstimate(callTimeout / 2, callTimeout, 16);
    }

    private static <V> Map<InetSocketAddress, V> bounded() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<InetSocketAddress, V> eldest) {
                return size() > MAX_PEERS;
            }
        };
    }

    /** How long answers of anybody take. */
    RoundTripEstimate overall() {
        return overall;
    }

    /** How long answers of a peer take, or else of anybody. */
    RoundTripEstimate roundTrip(InetSocketAddress address) {
        @Nullable Peer peer = called.get(address);
        return peer == null ? overall : peer.roundTrip;
    }

    /** The smoothed round-trip time of a peer in nanoseconds; 0 if it is not known. */
    long smoothed(InetSocketAddress address) {
        @Nullable Peer peer = called.get(address);
        return peer == null ? 0 : peer.roundTrip.smoothed();
    }

    /** What is spoken at an address; null if it is not known. */
    @Nullable
    Dialect dialect(InetSocketAddress address) {
        @Nullable Peer peer = called.get(address);
        return peer != null && peer.dialect != null ? peer.dialect : callers.get(address);
    }

    /** A call came from an address. Who speaks CBOR speaks both, so JSON is no news of him. */
    void called(InetSocketAddress address, Dialect dialect) {
        @Nullable Peer peer = called.get(address);
        if (peer != null) {
            peer.speaks(dialect);
        } else {
            callers.merge(address, dialect, Peer::better);
        }
    }

    /** What is known of an address that was called; null if nothing is. */
    @Nullable
    Peer find(InetSocketAddress address) {
        return called.get(address);
    }

    /** An address answered a call of ours. */
    void answered(InetSocketAddress address, Dialect dialect, long nanos, long now) {
        Peer peer = called.computeIfAbsent(address, a -> new Peer(new RoundTripEstimate(overall)));
        peer.roundTrip.measured(nanos);
        overall.measured(nanos);
        peer.dialect = Peer.better(peer.dialect == null ? callers.remove(address) : peer.dialect, dialect);
        peer.proven(now);
    }

    /** A peer did not answer: perhaps it is another one now, and speaks another dialect. */
    void silent(InetSocketAddress address, long now) {
        @Nullable Peer peer = called.get(address);
        if (peer != null) {
            peer.suspect(now);
            peer.dialect = null;
            peer.verified = null;
        }
    }

    /** Somebody says that the node at an address is gone. */
    void suspect(InetSocketAddress address, long now) {
        @Nullable Peer peer = called.get(address);
        if (peer != null) {
            peer.suspect(now);
        }
    }

    /** Whether an address was silent lately, or is said to be gone. */
    boolean isSuspected(InetSocketAddress address, long now) {
        @Nullable Peer peer = called.get(address);
        return peer != null && peer.isSuspected(now);
    }

    /** We answered a call of this address. */
    void served(InetSocketAddress address, long now) {
        @Nullable Peer peer = called.get(address);
        if (peer != null) {
            peer.served(now);
        }
    }

    /** An address has shown a token of ours. */
    Peer proven(InetSocketAddress address, long now) {
        Peer peer = called.computeIfAbsent(address, a -> new Peer(new RoundTripEstimate(overall)));
        peer.speaks(Dialect.CBOR);
        peer.proven(now);
        return peer;
    }

    /** A peer that has just answered gave us a token. */
    void given(InetSocketAddress address, long token, long now) {
        @Nullable Peer peer = called.get(address);
        if (peer != null) {
            peer.hasToken = true;
            peer.token = token;
            peer.tokenAt = now;
        }
    }

    /** The token to show to a peer that does not take our address for proven. */
    OptionalLong token(InetSocketAddress address, long now) {
        @Nullable Peer peer = called.get(address);
        return peer != null && peer.hasToken && now - peer.tokenAt < TOKEN_NANOS
                ? OptionalLong.of(peer.token)
                : OptionalLong.empty();
    }

    /** A node has proven that it is at an address, which has just answered. */
    void verified(InetSocketAddress address, NodeId node, long now) {
        @Nullable Peer peer = called.get(address);
        if (peer != null) {
            peer.verified = node;
            peer.verifiedAt = now;
        }
    }

    /** Whether a node has lately proven that it is at an address. */
    boolean isVerified(InetSocketAddress address, NodeId node, long now) {
        @Nullable Peer peer = called.get(address);
        return peer != null && peer.isVerified(node, now);
    }

    /** Whether a peer probably takes our address for proven. */
    boolean isProvenThere(InetSocketAddress address, long now) {
        @Nullable Peer peer = called.get(address);
        return peer != null && peer.isProvenThere(now);
    }
}
