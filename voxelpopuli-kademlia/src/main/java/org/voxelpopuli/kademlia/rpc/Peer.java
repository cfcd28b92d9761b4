package org.voxelpopuli.kademlia.rpc;

import java.time.Duration;
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

    /** Whether it was silent when it was called last, or is said to be gone, and since when. */
    private boolean suspected;

    private long suspectedAt;

    /** Whoever is suspected for so long is asked as any other. */
    private static final long SUSPICION_NANOS = Duration.ofSeconds(10).toNanos();

    /** An address that has proven to be a peer's is believed to be his for so long, and so is a proof of his id. */
    private static final long PROOF_NANOS = Duration.ofHours(1).toNanos();

    Peer(RoundTripEstimate roundTrip) {
        this.roundTrip = roundTrip;
    }

    /** A call came from here. Who speaks CBOR speaks both, so JSON is no news of him. */
    void speaks(Dialect heard) {
        suspected = false;
        dialect = better(dialect, heard);
    }

    static Dialect better(@Nullable Dialect known, Dialect heard) {
        return known == Dialect.CBOR ? known : heard;
    }

    /** We answered a call of this address. */
    void served(long now) {
        provenThere = true;
        provenThereAt = now;
    }

    /** It has answered us, or shown a token of ours. */
    void proven(long now) {
        suspected = false;
        proven = true;
        provenAt = now;
    }

    /** It was silent, or somebody says that it is gone. */
    void suspect(long now) {
        suspected = true;
        suspectedAt = now;
    }

    /** Whether it was lately silent, or said to be gone, and has not been heard of since. */
    boolean isSuspected(long now) {
        return suspected && now - suspectedAt < SUSPICION_NANOS;
    }

    /** Whether it has lately answered us, so that nobody can have forged it. */
    boolean isProven(long now) {
        return proven && now - provenAt < PROOF_NANOS;
    }

    /** Whether it probably takes our address for proven. */
    boolean isProvenThere(long now) {
        return provenThere && now - provenThereAt < PROOF_NANOS;
    }

    /** Whether a node has lately proven that it is here. */
    boolean isVerified(NodeId node, long now) {
        return verified != null && verified.equals(node) && now - verifiedAt < PROOF_NANOS;
    }
}
