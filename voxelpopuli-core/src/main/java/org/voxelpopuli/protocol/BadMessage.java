package org.voxelpopuli.protocol;

/** Leaves the depth of a decoder; the codec turns it into a {@link Decoded.Rejected}. Without a stack trace, since strangers cause it. */
public final class BadMessage extends Exception {
    private static final long serialVersionUID = 1;

    private final Rejection rejection;

    /** Why a message is refused, and the detail, safe to log and to send back. */
    public BadMessage(Rejection rejection, String detail) {
        super(detail, null, false, false);
        this.rejection = rejection;
    }

    /** What a codec answers. */
    public <T> Decoded.Rejected<T> rejected() {
        return new Decoded.Rejected<>(rejection, String.valueOf(getMessage()));
    }
}
