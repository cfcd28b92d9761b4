package org.voxelpopuli.runtime.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import jdk.net.ExtendedSocketOptions;

/** The two ways to reach the operating system's sockets. */
enum SocketKind {
    /** Linux alone, by a native library: fewer copies and threads' wake-ups, more options. */
    EPOLL(EpollDatagramChannel.class, EpollSocketChannel.class, EpollServerSocketChannel.class) {
        @Override
        IoHandlerFactory newIoHandlerFactory() {
            return EpollIoHandler.newFactory();
        }

        @Override
        DatagramChannel newDatagramChannel(SocketProtocolFamily family) {
            return new EpollDatagramChannel(family);
        }

        @Override
        void tuneKeepAlive(Channel channel) {
            set(channel, EpollChannelOption.TCP_KEEPIDLE, KEEP_ALIVE_IDLE_SECONDS);
            set(channel, EpollChannelOption.TCP_KEEPINTVL, KEEP_ALIVE_INTERVAL_SECONDS);
            set(channel, EpollChannelOption.TCP_KEEPCNT, KEEP_ALIVE_PROBES);
            set(channel, EpollChannelOption.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MILLIS);
        }
    },

    /** Everywhere. */
    NIO(NioDatagramChannel.class, NioSocketChannel.class, NioServerSocketChannel.class) {
        @Override
        IoHandlerFactory newIoHandlerFactory() {
            return NioIoHandler.newFactory();
        }

        @Override
        DatagramChannel newDatagramChannel(SocketProtocolFamily family) {
            return new NioDatagramChannel(family);
        }

        @Override
        void tuneKeepAlive(Channel channel) {
            set(channel, NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), KEEP_ALIVE_IDLE_SECONDS);
            set(channel, NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), KEEP_ALIVE_INTERVAL_SECONDS);
            set(channel, NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), KEEP_ALIVE_PROBES);
        }
    };

    /** A dead peer of a silent connection is found after 15 + 3 * 5 seconds. */
    private static final int KEEP_ALIVE_IDLE_SECONDS = 15;

    private static final int KEEP_ALIVE_INTERVAL_SECONDS = 5;
    private static final int KEEP_ALIVE_PROBES = 3;
    private static final int UNACKNOWLEDGED_MILLIS = 20_000;

    private final Class<? extends Channel> datagramChannel;
    private final Class<? extends Channel> streamChannel;
    private final Class<? extends ServerChannel> listenerChannel;

    SocketKind(
            Class<? extends Channel> datagramChannel,
            Class<? extends Channel> streamChannel,
            Class<? extends ServerChannel> listenerChannel) {
        this.datagramChannel = datagramChannel;
        this.streamChannel = streamChannel;
        this.listenerChannel = listenerChannel;
    }

    static SocketKind best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    Class<? extends Channel> datagramChannel() {
        return datagramChannel;
    }

    Class<? extends Channel> streamChannel() {
        return streamChannel;
    }

    Class<? extends ServerChannel> listenerChannel() {
        return listenerChannel;
    }

    /** One that speaks just one version of IP, which multicast needs. */
    abstract DatagramChannel newDatagramChannel(SocketProtocolFamily family);

    abstract IoHandlerFactory newIoHandlerFactory();

    /** Makes keep-alive find dead peers within half a minute, where the system allows it (its default is two hours). */
    abstract void tuneKeepAlive(Channel channel);

    private static <T> void set(Channel channel, ChannelOption<T> option, T value) {
        // Returns false where the system does not know it.
        channel.config().setOption(option, value);
    }
}
