package org.voxelpopuli.protocol;

import java.util.Optional;

/**
 * The answer to a handshake, and to a directory query that failed (SPEC V6.5).
 *
 * @param error the reason of a failure, empty for success
 */
public record Acknowledgement(Optional<String> error) {
    /** Success. */
    public static final Acknowledgement OK = new Acknowledgement(Optional.empty());

    /** A failure, with the reason in words. */
    public static Acknowledgement failure(String reason) {
        return new Acknowledgement(Optional.of(reason));
    }

    /** Whether it is a success. */
    public boolean ok() {
        return error.isEmpty();
    }
}
