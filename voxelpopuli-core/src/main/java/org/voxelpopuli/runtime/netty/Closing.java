package org.voxelpopuli.runtime.netty;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** An end that comes once, on a thread of its own: whoever wants it waits for it, unless he is one whom it waits for. Thread-safe. */
final class Closing {
    private final boolean daemon;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    Closing(boolean daemon) {
        this.daemon = daemon;
    }

    boolean hasBegun() {
        return begun.get();
    }

    /**
     * Does the work, if that has not begun before, and returns when it is done.
     *
     * @param onOwnThread whether the caller runs on a thread that the work waits for; then this returns at once
     */
    void close(Runnable work, BooleanSupplier onOwnThread) {
        if (begun.compareAndSet(false, true)) {
            Thread closer = new Thread(
                    () -> {
                        try {
                            work.run();
                        } finally {
                            ended.complete(null);
                        }
                    },
                    "voxelpopuli-close");
            closer.setDaemon(daemon);
            closer.start();
        }
        if (!onOwnThread.getAsBoolean()) {
            ended.join();
        }
    }
}
