package org.voxelpopuli.runtime.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The sockets of one environment, all on the same event loops. Thread-safe. */
final class NettySockets {
    private static final Duration CONNECTIONS_END = Duration.ofSeconds(2);
    private static final Duration LOOPS_ANSWER = Duration.ofSeconds(5);

    private final EventLoopGroup loops;
    private final ChannelGroup ports = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final NettyDatagrams datagrams;
    private final NettyStreams streams;

    /** @param closed whether to refuse everything */
    NettySockets(EventLoopGroup loops, SocketKind kind, BooleanSupplier closed) {
        this.loops = loops;
        ByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
        datagrams = new NettyDatagrams(loops, kind, allocator, ports, closed);
        streams = new NettyStreams(loops, kind, allocator, ports, connections, closed);
    }

    NettyDatagrams datagrams() {
        return datagrams;
    }

    NettyStreams streams() {
        return streams;
    }

    boolean isOwnThread() {
        for (EventExecutor loop : loops) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    /** Frees the ports, sends what was queued on connections, for a few seconds at most, and returns when all are closed. */
    void closeAndWait() throws InterruptedException {
        ports.close().await(CONNECTIONS_END.toNanos(), TimeUnit.NANOSECONDS);
        awaitLoops();
        for (Channel channel : connections) {
            NettyConnection connection = channel.pipeline().get(NettyConnection.class);
            if (connection != null && channel.isActive()) {
                connection.close();
            } else {
                var unused = channel.close();
            }
        }
        connections.newCloseFuture().await(CONNECTIONS_END.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** What was given to the loops before is done. What the ports accepted before they closed is then known; a loop that ends would forget to close it. */
    void awaitLoops() throws InterruptedException {
        for (EventExecutor loop : loops) {
            loop.submit(() -> {}).await(LOOPS_ANSWER.toNanos(), TimeUnit.NANOSECONDS);
        }
    }
}
