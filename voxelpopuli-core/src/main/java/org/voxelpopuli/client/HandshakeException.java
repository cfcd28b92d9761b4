package org.voxelpopuli.client;

import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.voxelpopuli.directory.ServerAddress;

/** A server could not be reached, did not answer, or said no. The message is one line, for people. */
public final class HandshakeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What kind of failure. */
    public enum Kind {
        /** The server answered with a failure; the message holds its words. */
        REFUSED,
        /** No connection. */
        UNREACHABLE,
        /** Connected, but there was no answer in time. */
        SILENT,
        /** The connection ended, or what came is not of this protocol. */
        BROKEN
    }

    private final Kind kind;
    private final transient Optional<ServerAddress> redirect;

    HandshakeException(Kind kind, String message) {
        this(kind, message, Optional.empty());
    }

    HandshakeException(Kind kind, String message, Optional<ServerAddress> redirect) {
        super(message);
        this.kind = kind;
        this.redirect = redirect;
    }

    /** What a future failed with, as one of these. */
    static HandshakeException of(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof HandshakeException own
                ? own
                : new HandshakeException(Kind.BROKEN, String.valueOf(cause.getMessage()));
    }

    /** What kind of failure. */
    public Kind kind() {
        return kind;
    }

    /** The server that a refusal names as the better one for the chunk; empty for other failures. */
    public Optional<ServerAddress> redirect() {
        return redirect;
    }
}
