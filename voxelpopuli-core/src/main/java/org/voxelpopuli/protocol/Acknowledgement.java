package org.voxelpopuli.protocol;

import java.util.Optional;
import org.voxelpopuli.directory.ServerAddress;

/**
 * The answer to a handshake, and to a directory query that failed (SPEC V6.5).
 *
 * @param error the reason of a failure, empty for success
 */
public record Acknowledgement(Optional<String> error) {
    /** Success. */
    public static final Acknowledgement OK = new Acknowledgement(Optional.empty());

    private static final String REDIRECT = "served better by ";

    /** A failure, with the reason in words. */
    public static Acknowledgement failure(String reason) {
        return new Acknowledgement(Optional.of(reason));
    }

    /** The refusal to generate a chunk that another node holds, or that a nearer node should generate (SPEC V5.3): it names that node. */
    public static Acknowledgement redirect(ServerAddress better) {
        return failure(REDIRECT + better);
    }

    /** The node that a {@link #redirect refusal} names; empty for any other answer. */
    public Optional<ServerAddress> redirect() {
        return error.filter(reason -> reason.startsWith(REDIRECT))
                .flatMap(reason -> ServerAddress.parse(reason.substring(REDIRECT.length())));
    }

    /** Whether it is a success. */
    public boolean ok() {
        return error.isEmpty();
    }
}
