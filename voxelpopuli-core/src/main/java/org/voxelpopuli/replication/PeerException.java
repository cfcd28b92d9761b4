package org.voxelpopuli.replication;

/** A question to another node has no answer; the message says why, for people. */
final class PeerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PeerException(String message) {
        super(message);
    }
}
