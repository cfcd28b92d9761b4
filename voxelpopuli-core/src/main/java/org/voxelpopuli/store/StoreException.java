package org.voxelpopuli.store;

import org.jspecify.annotations.Nullable;

/** A store could not be opened, read or written. The message says what is wrong and what to do, in words for an operator. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
