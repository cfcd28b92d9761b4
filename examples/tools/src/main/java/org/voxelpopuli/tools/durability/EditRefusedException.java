package org.voxelpopuli.tools.durability;

/** A server will never apply an edit; the message is its reason. */
public final class EditRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    EditRefusedException(String reason) {
        super(reason);
    }
}
