package org.voxelpopuli.protocol.json;

import org.voxelpopuli.protocol.Rejection;

/** Leaves the depth of a decoder; {@link SeedJsonCodec} turns it into a value. Without a stack trace, since strangers cause it. */
final class BadMessage extends Exception {
    private static final long serialVersionUID = 1;

    private final Rejection rejection;

    BadMessage(Rejection rejection, String detail) {
        super(detail, null, false, false);
        this.rejection = rejection;
    }

    Rejection rejection() {
        return rejection;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
