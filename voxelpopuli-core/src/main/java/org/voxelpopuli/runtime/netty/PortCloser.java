package org.voxelpopuli.runtime.netty;

import io.netty.channel.Channel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Closes a bound socket and tells when its port is free. NIO lets go of a socket that is registered with a selector only when the
 * selector selects again, some time after the channel says that it is closed.
 */
final class PortCloser {
    private final Channel channel;
    private final CompletableFuture<Void> free = new CompletableFuture<>();

    private PortCloser(Channel channel) {
        this.channel = channel;
    }

    static CompletableFuture<Void> close(Channel channel) {
        PortCloser closer = new PortCloser(channel);
        channel.close().addListener(done -> closer.await(false));
        return closer.free;
    }

    /** A timer's task never runs before the loop has selected once more. */
    private void await(boolean deregistered) {
        try {
            channel.eventLoop().schedule(() -> {}, 1, TimeUnit.MILLISECONDS).addListener(done -> {
                if (deregistered || !done.isSuccess()) {
                    free.complete(null);
                } else {
                    await(!channel.isRegistered());
                }
            });
        } catch (RejectedExecutionException e) {
            // The loop has ended, and its selector with it.
            free.complete(null);
        }
    }
}
