package org.voxelpopuli.kademlia.content;

import org.jspecify.annotations.Nullable;

/**
 * Why a song was not put or fetched, in a user's words.
 *
 * <pre>{@code
 * CompletableFuture<Path> song = content.get("Imagine", "John Lennon", Path.of("music")).result();
 * song.whenComplete((path, failure) -> System.out.println(failure == null ? path : failure.getMessage()));
 * }</pre>
 */
public final class ContentException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ContentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
