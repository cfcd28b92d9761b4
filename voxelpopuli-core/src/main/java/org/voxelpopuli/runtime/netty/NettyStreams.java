package org.voxelpopuli.runtime.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.resolver.NoopAddressResolverGroup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.voxelpopuli.runtime.StreamTransport;

/** TCP by Netty. */
final class NettyStreams implements StreamTransport {
    private static final int ACCEPT_BACKLOG = 1024;
    /** What Netty holds outside the heap for one connection; more waits in the heap, where backlog() counts it. */
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(8 * 1024, 32 * 1024);

    /** What arrives in a row is taken in pieces that grow up to this. */
    private static final int MAX_RECEIVED = 256 * 1024;

    private final EventLoopGroup loops;
    private final SocketKind kind;
    private final ByteBufAllocator allocator;
    private final ChannelGroup ports;
    private final ChannelGroup connections;
    private final BooleanSupplier closed;

    /**
     * Learns the threads to use.
     *
     * @param ports learns of all listening sockets
     * @param connections learns of all connections
     * @param closed whether to refuse everything
     */
    NettyStreams(
            EventLoopGroup loops,
            SocketKind kind,
            ByteBufAllocator allocator,
            ChannelGroup ports,
            ChannelGroup connections,
            BooleanSupplier closed) {
        this.loops = loops;
        this.kind = kind;
        this.allocator = allocator;
        this.ports = ports;
        this.connections = connections;
        this.closed = closed;
    }

    @Override
    public CompletableFuture<Listener> listen(InetSocketAddress local, Function<Connection, Handler> acceptor) {
        if (closed.getAsBoolean()) {
            return CompletableFuture.failedFuture(new IOException("The environment is closed"));
        }
        if (local.isUnresolved()) {
            return CompletableFuture.failedFuture(BindErrors.unresolved("TCP", local));
        }
        ChannelFuture binding = new ServerBootstrap()
                .group(loops)
                .channel(kind.listenerChannel())
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, ACCEPT_BACKLOG)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        prepare(channel);
                        channel.pipeline().addLast(new NettyConnection(channel, acceptor));
                    }
                })
                .bind(local);
        return Ports.bound(binding, "TCP", local, ports, BoundListener::new);
    }

    @Override
    public CompletableFuture<Connection> connect(
            InetSocketAddress remote, Duration timeout, Function<Connection, Handler> initiator) {
        if (closed.getAsBoolean()) {
            return CompletableFuture.failedFuture(new IOException("The environment is closed"));
        }
        if (remote.isUnresolved()) {
            return CompletableFuture.failedFuture(new UnknownHostException("Cannot resolve " + remote.getHostString()));
        }
        CompletableFuture<Connection> connected = new CompletableFuture<>();
        int timeoutMillis = (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis()));
        new Bootstrap()
                .group(loops)
                .channel(kind.streamChannel())
                .resolver(NoopAddressResolverGroup.INSTANCE)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        prepare(channel);
                        channel.pipeline()
                                .addLast(new NettyConnection(
                                        channel, connection -> begin(connection, initiator, connected)));
                    }
                })
                .connect(remote)
                .addListener(done -> {
                    if (!done.isSuccess()) {
                        Throwable cause = done.cause();
                        connected.completeExceptionally(
                                cause instanceof IOException
                                        ? cause
                                        : new IOException("Cannot connect to " + remote + ": " + cause, cause));
                    }
                });
        return connected;
    }

    /** The future is completed after the initiator was called, and before any event. */
    private static Handler begin(
            Connection connection, Function<Connection, Handler> initiator, CompletableFuture<Connection> connected) {
        try {
            Handler handler = initiator.apply(connection);
            connected.complete(connection);
            return handler;
        } catch (RuntimeException | Error e) {
            connected.completeExceptionally(
                    new IOException("The handler for " + connection.remoteAddress() + " failed: " + e, e));
            throw e;
        }
    }

    private void prepare(Channel channel) {
        channel.config().setOption(ChannelOption.ALLOCATOR, allocator);
        channel.config()
                .setOption(ChannelOption.RECVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator(64, 2048, MAX_RECEIVED));
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        channel.config().setOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK);
        kind.tuneKeepAlive(channel);
        connections.add(channel);
    }

    private static final class BoundListener implements Listener {
        private final Channel channel;
        private final InetSocketAddress local;

        BoundListener(Channel channel) {
            this.channel = channel;
            this.local = (InetSocketAddress) channel.localAddress();
        }

        @Override
        public InetSocketAddress localAddress() {
            return local;
        }

        @Override
        public CompletableFuture<Void> close() {
            return PortCloser.close(channel);
        }
    }
}
