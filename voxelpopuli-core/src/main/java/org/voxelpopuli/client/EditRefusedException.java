package org.voxelpopuli.client;

/** A server did not apply an edit and never will. The message is its reason, one line, for people. */
public final class EditRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** With the server's reason. */
    public EditRefusedException(String reason) {
        super(reason);
    }
}
