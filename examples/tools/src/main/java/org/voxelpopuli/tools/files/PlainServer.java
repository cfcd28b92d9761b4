package org.voxelpopuli.tools.files;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** Sends one file, whole, to each that connects, and closes: as little as a server can do, with the sockets that a node has. */
final class PlainServer implements AutoCloseable {
    private final EventLoopGroup loop;
    private final InetSocketAddress address;

    PlainServer(Path file, long length) {
        boolean epoll = Epoll.isAvailable();
        Class<? extends ServerChannel> kind = epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        loop = new MultiThreadIoEventLoopGroup(1, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        address = (InetSocketAddress) new ServerBootstrap()
                .group(loop)
                .channel(kind)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelActive(ChannelHandlerContext context) {
                                context.writeAndFlush(new DefaultFileRegion(file.toFile(), 0, length))
                                        .addListener(ChannelFutureListener.CLOSE);
                            }
                        });
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel()
                .localAddress();
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        loop.shutdownGracefully().syncUninterruptibly();
    }
}
