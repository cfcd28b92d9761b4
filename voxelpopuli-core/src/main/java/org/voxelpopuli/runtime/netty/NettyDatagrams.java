package org.voxelpopuli.runtime.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketProtocolFamily;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.Worker;

/** UDP by Netty. */
final class NettyDatagrams implements DatagramTransport {
    private static final Logger log = LoggerFactory.getLogger(NettyDatagrams.class);
    /** Any datagram of IPv4 or IPv6 fits, so that none is cut. */
    private static final int RECEIVE_BUFFER = 64 * 1024;

    private static final int SYSTEM_BUFFER = 1024 * 1024;
    /** So many bytes may wait for a slow owner, and as many for a slow network; the rest is lost, as it would be in the system's buffers. */
    private static final long MAX_WAITING = 1024 * 1024;
    /** Datagrams that are read, or handled, in one go. */
    private static final int MAX_AT_ONCE = 64;
    /** What an empty datagram counts for. */
    private static final int OVERHEAD = 128;

    private final EventLoopGroup loops;
    private final SocketKind kind;
    private final ByteBufAllocator allocator;
    private final ChannelGroup ports;
    private final BooleanSupplier closed;

    /**
     * Learns the threads to use.
     *
     * @param ports learns of all sockets
     * @param closed whether to refuse everything
     */
    NettyDatagrams(
            EventLoopGroup loops,
            SocketKind kind,
            ByteBufAllocator allocator,
            ChannelGroup ports,
            BooleanSupplier closed) {
        this.loops = loops;
        this.kind = kind;
        this.allocator = allocator;
        this.ports = ports;
        this.closed = closed;
    }

    @Override
    public CompletableFuture<Socket> bind(InetSocketAddress local, Worker owner, Handler handler) {
        if (closed.getAsBoolean()) {
            return CompletableFuture.failedFuture(new IOException("The environment is closed"));
        }
        if (local.isUnresolved()) {
            return CompletableFuture.failedFuture(BindErrors.unresolved("UDP", local));
        }
        ChannelFuture binding =
                bootstrap(owner, handler).channel(kind.datagramChannel()).bind(local);
        return Ports.bound(binding, "UDP", local, ports, BoundSocket::new);
    }

    private Bootstrap bootstrap(Worker owner, Handler handler) {
        return new Bootstrap()
                .group(loops)
                .option(ChannelOption.ALLOCATOR, allocator)
                .option(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new FixedRecvByteBufAllocator(RECEIVE_BUFFER).maxMessagesPerRead(MAX_AT_ONCE))
                .option(ChannelOption.SO_RCVBUF, SYSTEM_BUFFER)
                .option(ChannelOption.SO_SNDBUF, SYSTEM_BUFFER)
                .handler(new Receiver(owner, handler));
    }

    @Override
    public CompletableFuture<Socket> join(
            InetSocketAddress group, InetAddress interfaceAddress, Worker owner, Handler handler) {
        if (closed.getAsBoolean()) {
            return CompletableFuture.failedFuture(new IOException("The environment is closed"));
        }
        if (group.isUnresolved() || !group.getAddress().isMulticastAddress()) {
            return CompletableFuture.failedFuture(BindErrors.group(group, "it is no multicast address", null));
        }
        NetworkInterface through = interfaceOf(interfaceAddress);
        if (through == null) {
            return CompletableFuture.failedFuture(
                    BindErrors.group(group, "no interface has the address " + interfaceAddress.getHostAddress(), null));
        }
        boolean isV6 = group.getAddress() instanceof Inet6Address;
        SocketProtocolFamily family = isV6 ? SocketProtocolFamily.INET6 : SocketProtocolFamily.INET;
        InetSocketAddress local = new InetSocketAddress(isV6 ? "::" : "0.0.0.0", group.getPort());
        ChannelFuture binding = bootstrap(owner, handler)
                .channelFactory(() -> kind.newDatagramChannel(family))
                .option(ChannelOption.SO_REUSEADDR, true)
                .bind(local);
        CompletableFuture<Channel> bound = Ports.bound(binding, "UDP", local, ports, channel -> channel)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        BindErrors.group(group, String.valueOf(failure.getMessage()), failure)));
        return bound.thenCompose(channel -> {
            CompletableFuture<Socket> joined = new CompletableFuture<>();
            ChannelFuture joining = ((DatagramChannel) channel).joinGroup(group.getAddress(), through, null);
            joining.addListener(done -> {
                if (done.isSuccess()) {
                    joined.complete(new BoundSocket(channel));
                } else {
                    var unused = PortCloser.close(channel);
                    joined.completeExceptionally(BindErrors.group(
                            group, "through " + through.getName() + ": " + done.cause(), done.cause()));
                }
            });
            return joined;
        });
    }

    private static @Nullable NetworkInterface interfaceOf(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address);
        } catch (SocketException e) {
            log.debug("The interfaces of this machine cannot be read", e);
            return null;
        }
    }

    /**
     * Hands datagrams to the owner: a task for each would cost more than the datagram, so one takes all that wait. After a number of them others get their
     * turn, timers above all.
     */
    private static final class Receiver extends SimpleChannelInboundHandler<DatagramPacket> {
        private final Worker owner;
        private final Handler handler;
        private final Queue<Received> queue = new ConcurrentLinkedQueue<>();
        private final AtomicLong waiting = new AtomicLong();
        private final AtomicBoolean taken = new AtomicBoolean();

        private static final class Received {
            final InetSocketAddress from;
            final byte[] payload;

            Received(InetSocketAddress from, byte[] payload) {
                this.from = from;
                this.payload = payload;
            }
        }

        Receiver(Worker owner, Handler handler) {
            this.owner = owner;
            this.handler = handler;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
            int size = packet.content().readableBytes() + OVERHEAD;
            if (waiting.addAndGet(size) > MAX_WAITING) {
                waiting.addAndGet(-size);
                return;
            }
            queue.add(new Received(packet.sender(), ByteBufUtil.getBytes(packet.content())));
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            deliver();
            context.fireChannelReadComplete();
        }

        private void deliver() {
            if (!queue.isEmpty() && taken.compareAndSet(false, true)) {
                owner.execute(this::handle);
            }
        }

        private void handle() {
            taken.set(false);
            try {
                for (int left = MAX_AT_ONCE; left > 0; left--) {
                    Received next = queue.poll();
                    if (next == null) {
                        return;
                    }
                    waiting.addAndGet(-next.payload.length - OVERHEAD);
                    handler.received(next.from, next.payload);
                }
            } finally {
                // Also when a handler failed.
                deliver();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // An earlier datagram could not be delivered, or the like: UDP promises nothing.
            log.debug("UDP {}: {}", context.channel().localAddress(), cause.toString());
        }
    }

    /** Sends what has gathered since the loop last looked, all with one task and, where the system can, one call. */
    private static final class BoundSocket implements Socket {
        private final Channel channel;
        private final InetSocketAddress local;
        private final Queue<DatagramPacket> queue = new ConcurrentLinkedQueue<>();
        private final AtomicLong waiting = new AtomicLong();
        private final AtomicBoolean taken = new AtomicBoolean();

        /** Whether multicast leaves by the interface that is bound; of the loop. */
        private boolean aimed;

        BoundSocket(Channel channel) {
            this.channel = channel;
            this.local = (InetSocketAddress) channel.localAddress();
        }

        @Override
        public InetSocketAddress localAddress() {
            return local;
        }

        @Override
        public void send(InetSocketAddress to, byte[] payload) {
            int size = payload.length + OVERHEAD;
            boolean fits = payload.length > 0 && payload.length <= MAX_PAYLOAD;
            if (!fits || to.isUnresolved() || to.getPort() == 0 || !channel.isActive()) {
                return;
            }
            if (waiting.addAndGet(size) > MAX_WAITING) {
                waiting.addAndGet(-size);
                return;
            }
            queue.add(new DatagramPacket(Unpooled.wrappedBuffer(payload), to));
            if (taken.compareAndSet(false, true)) {
                try {
                    channel.eventLoop().execute(this::transmit);
                } catch (RejectedExecutionException e) {
                    // The environment is closed, and with it this socket.
                    queue.clear();
                }
            }
        }

        private void transmit() {
            taken.set(false);
            for (DatagramPacket next = queue.poll(); next != null; next = queue.poll()) {
                int size = next.content().readableBytes() + OVERHEAD;
                if (!aimed && next.recipient().getAddress().isMulticastAddress()) {
                    aim();
                }
                channel.write(next).addListener(done -> waiting.addAndGet(-size));
            }
            channel.flush();
        }

        private void aim() {
            aimed = true;
            NetworkInterface through = local.getAddress().isAnyLocalAddress() ? null : interfaceOf(local.getAddress());
            try {
                channel.config().setOption(ChannelOption.IP_MULTICAST_TTL, 1);
                if (through != null) {
                    channel.config().setOption(ChannelOption.IP_MULTICAST_IF, through);
                }
            } catch (RuntimeException e) {
                log.debug("UDP {}: multicast leaves as the system likes", local, e);
            }
        }

        @Override
        public CompletableFuture<Void> close() {
            return PortCloser.close(channel);
        }
    }
}
