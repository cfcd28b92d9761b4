package org.voxelpopuli.kademlia.rpc;

import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Dialect;

/** What an endpoint knows of one address. */
final class Peer {
    final RoundTripEstimate roundTrip;

    /** What it speaks, as far as it is known. */
    @Nullable
    Dialect dialect;

    /** Whether it has answered a call of ours, so that it does receive at this address, and when it last did. */
    boolean proven;

    long provenAt;

    /** Whether we have answered a call of its, so that it takes us for proven, and when we last did. */
    boolean provenThere;

    long provenThereAt;

    /** Which node has proven that it is here, and when it did. */
    @Nullable
    NodeId verified;

    long verifiedAt;

    /** Whether it has given us a token, which proves to it that we receive at our address, and when it did. */
    boolean hasToken;

    long token;

    long tokenAt;

    Peer(RoundTripEstimate roundTrip) {
        this.roundTrip = roundTrip;
    }
}
