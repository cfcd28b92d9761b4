package org.voxelpopuli.protocol;

/** What a codec makes of bytes from outside: a value, or the reason why not. */
public sealed interface Decoded<T> {
    /** The bytes were a message. */
    record Accepted<T>(T value) implements Decoded<T> {}

    /**
     * The bytes were none.
     *
     * @param rejection its kind, for counting
     * @param detail what was wrong and what is allowed; safe to log and to send back: bounded, one line
     */
    record Rejected<T>(Rejection rejection, String detail) implements Decoded<T> {}
}
