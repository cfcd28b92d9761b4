package org.voxelpopuli.kademlia.content;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.voxelpopuli.store.FileError;

/** Futures, and what their failures say to a user. */
final class Futures {
    private Futures() {}

    /** A future that ends as another does; to complete it changes nothing of the other. */
    static <T> CompletableFuture<T> copy(CompletableFuture<T> future) {
        CompletableFuture<T> copy = new CompletableFuture<>();
        var unused = future.whenComplete((value, failure) -> {
            if (failure == null) {
                copy.complete(value);
            } else {
                copy.completeExceptionally(cause(failure));
            }
        });
        return copy;
    }

    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    static String words(Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof IOException e) {
            return FileError.words(e);
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
