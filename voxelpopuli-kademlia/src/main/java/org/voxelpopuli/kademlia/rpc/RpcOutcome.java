package org.voxelpopuli.kademlia.rpc;

/** How a call of ours ended. */
public enum RpcOutcome {
    /** The node answered as it should. */
    ANSWERED,
    /** No answer within the timeout. */
    TIMED_OUT,
    /** Another node answered at that address. */
    WRONG_NODE,
    /** The node answered, but not with what the procedure returns. */
    BAD_ANSWER,
    /** The node answered that it does not serve the call. */
    REFUSED,
    /** The node did not prove that it is the one that it says it is. */
    UNPROVEN,
    /** The node belongs to another network. */
    WRONG_NETWORK,
    /** It was not sent, since too many calls await their answers, the endpoint is closed, or the peer's dialect has no such procedure. */
    NOT_SENT
}
