package org.voxelpopuli.replication;

import java.util.concurrent.CompletableFuture;

/** What {@link CompletableFuture} lacks. */
final class Futures {
    private Futures() {}

    /** Completes a future as another one completes. */
    static <T> void forward(CompletableFuture<T> from, CompletableFuture<T> to) {
        var unused = from.whenComplete((value, failure) -> {
            if (failure == null) {
                to.complete(value);
            } else {
                to.completeExceptionally(failure);
            }
        });
    }
}
