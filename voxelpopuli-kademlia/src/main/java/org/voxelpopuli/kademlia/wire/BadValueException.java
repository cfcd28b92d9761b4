package org.voxelpopuli.kademlia.wire;

import org.voxelpopuli.protocol.Rejection;

/**
 * A value from outside is not what it should be. It is thrown by the readers of arguments and results and caught by who dispatches them;
 * it never leaves the module. Carries no stack trace, since strangers can cause it as often as they like.
 */
public final class BadValueException extends Exception {
    private static final long serialVersionUID = 1;

    private final Rejection rejection;

    /**
     * A refusal.
     *
     * @param detail what was wrong and what is allowed, without the input itself
     */
    public BadValueException(Rejection rejection, String detail) {
        super(detail, null, false, false);
        this.rejection = rejection;
    }

    /** Its kind, for counting. */
    public Rejection rejection() {
        return rejection;
    }
}
