package org.voxelpopuli.directory;

import org.jspecify.annotations.Nullable;

/** A directory could not do what it was asked. The message says why. */
public final class DirectoryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DirectoryException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
