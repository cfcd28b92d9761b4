package org.voxelpopuli.kademlia.rpc;

/** Why a datagram was discarded. None of these is answered. */
public enum Discard {
    /** Its sender sent too many in this second. */
    TOO_MANY,
    /** It is longer, or nested deeper, than any honest one. */
    TOO_LARGE,
    /** It is no message. */
    MALFORMED,
    /** It does not show the secret of our network. */
    WRONG_SECRET,
    /** It is in the dialect of seed peers, which we do not serve. */
    OTHER_DIALECT,
    /** It calls a procedure that does not exist here. */
    UNKNOWN_RPC,
    /** It calls a procedure with arguments that this does not take. */
    BAD_ARGUMENTS,
    /** It answers a call that awaits no answer: never made, timed out, or answered before. */
    NOT_PENDING,
    /** It answers a call, but comes from another address than was asked, or names another procedure. */
    WRONG_SENDER,
    /** Our own handler failed; see the log. */
    HANDLER_FAILED
}
