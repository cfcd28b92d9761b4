package org.voxelpopuli.kademlia.rpc;

/** Told, on the node's worker, what goes over the wire. Must not block. */
public interface RpcListener {
    /** A call of ours ended. */
    default void called(String rpc, RpcOutcome outcome, long nanos) {}

    /** A call by another node was answered. */
    default void served(String rpc) {}

    /** A datagram came in, good or bad. */
    default void datagramReceived(int bytes) {}

    /** A datagram went out. */
    default void datagramSent(int bytes) {}

    /** A datagram that had come in was discarded. */
    default void datagramDiscarded(Discard reason) {}
}
