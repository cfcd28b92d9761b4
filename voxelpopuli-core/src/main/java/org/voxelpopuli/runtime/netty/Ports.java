package org.voxelpopuli.runtime.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.group.ChannelGroup;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Turns a bind under way into what the ports promise: a registered socket, or an error that names the address. */
final class Ports {
    private Ports() {}

    /**
     * A future of the bound socket.
     *
     * @param protocol for the error, {@code UDP} or {@code TCP}
     * @param ports learns of the channel once it is bound
     */
    static <T> CompletableFuture<T> bound(
            ChannelFuture binding,
            String protocol,
            InetSocketAddress local,
            ChannelGroup ports,
            Function<Channel, T> socket) {
        CompletableFuture<T> bound = new CompletableFuture<>();
        binding.addListener(done -> {
            if (done.isSuccess()) {
                ports.add(binding.channel());
                bound.complete(socket.apply(binding.channel()));
            } else {
                bound.completeExceptionally(BindErrors.of(protocol, local, done.cause()));
            }
        });
        return bound;
    }
}
