package org.voxelpopuli.runtime.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/**
 * A TCP connection. Its state belongs to its event loop.
 *
 * <p>What is sent goes through a queue of our own, also on the event loop itself: so nobody overtakes anybody, all that one task
 * sends is flushed at once, and a peer that does not read costs heap, which {@link #backlog()} shows, rather than direct memory.
 *
 * <p>A close shuts down the output only and then reads on for a moment. A socket that is closed while unread bytes lie in it is reset
 * by the system, and the peer may lose our last words.
 */
final class NettyConnection extends SimpleChannelInboundHandler<ByteBuf> implements StreamTransport.Connection {
    private static final Logger log = LoggerFactory.getLogger(NettyConnection.class);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
    private static final Duration LINGER_LIMIT = Duration.ofSeconds(2);
    private static final Outgoing NOTHING = new OutgoingBytes(new byte[0]);

    private final Channel channel;
    private final EventLoopWorker worker;
    private final Function<StreamTransport.Connection, StreamTransport.Handler> opener;
    private final Queue<Outgoing> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong backlog = new AtomicLong();
    private final AtomicBoolean drainScheduled = new AtomicBoolean();
    private volatile boolean closeRequested;
    private volatile @Nullable InetSocketAddress local;
    private volatile @Nullable InetSocketAddress remote;
    private Outgoing head = NOTHING;
    private long headOffset;
    private StreamTransport.@Nullable Handler handler;
    private @Nullable Throwable cause;
    private boolean inputEnded;
    private boolean outputEnding;
    private boolean reported;

    NettyConnection(Channel channel, Function<StreamTransport.Connection, StreamTransport.Handler> opener) {
        this.channel = channel;
        this.worker = new EventLoopWorker(channel.eventLoop());
        this.opener = opener;
    }

    @Override
    public InetSocketAddress localAddress() {
        return known(local);
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return known(remote);
    }

    private static InetSocketAddress known(@Nullable InetSocketAddress address) {
        if (address == null) {
            throw new IllegalStateException("not connected yet");
        }
        return address;
    }

    @Override
    public Worker worker() {
        return worker;
    }

    @Override
    public long backlog() {
        return channel.isOpen() ? backlog.get() : 0;
    }

    @Override
    public void send(byte[] bytes) {
        enqueue(new OutgoingBytes(bytes));
    }

    @Override
    public void sendFile(FileChannel file, long position, long count) {
        enqueue(new OutgoingFile(file, position, count));
    }

    @Override
    public void reading(boolean wanted) {
        channel.config().setAutoRead(wanted);
    }

    private void enqueue(Outgoing outgoing) {
        if (closeRequested || outgoing.length() == 0) {
            return;
        }
        backlog.addAndGet(outgoing.length());
        queue.add(outgoing);
        scheduleDrain();
    }

    @Override
    public void close() {
        if (!closeRequested) {
            closeRequested = true;
            reading(true);
            worker.schedule(CLOSE_LIMIT, () -> {
                if (!reported) {
                    log.info("{} did not take its last {} bytes in time", remote, backlog);
                    abort();
                }
            });
            scheduleDrain();
        }
    }

    @Override
    public void abort() {
        closeRequested = true;
        worker.execute(() -> {
            if (channel.isActive()) {
                forgetUnsent();
            }
            closeSocket();
        });
    }

    /** The system, too, drops what it has not sent, and resets the connection. */
    private void forgetUnsent() {
        try {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        } catch (ChannelException e) {
            log.debug("{} is closed already", this, e);
        }
    }

    private void scheduleDrain() {
        if (drainScheduled.compareAndSet(false, true)) {
            worker.execute(() -> {
                drainScheduled.set(false);
                drain();
            });
        }
    }

    /** Gives Netty as much as it can hold. */
    private void drain() {
        boolean wrote = false;
        while (channel.isWritable() && advance()) {
            long count = Math.min(head.piece(), head.length() - headOffset);
            channel.write(head.part(headOffset, count)).addListener(done -> backlog.addAndGet(-count));
            headOffset += count;
            wrote = true;
        }
        if (wrote) {
            channel.flush();
        }
        if (closeRequested && !outputEnding && channel.isActive() && headOffset == head.length() && queue.isEmpty()) {
            outputEnding = true;
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> outputEnded());
        }
    }

    /** Whether there is something left to send. */
    private boolean advance() {
        if (headOffset == head.length()) {
            Outgoing next = queue.poll();
            head = next == null ? NOTHING : next;
            headOffset = 0;
        }
        return headOffset < head.length();
    }

    private void outputEnded() {
        if (inputEnded || !channel.isActive()) {
            closeSocket();
        } else {
            // Should it fail, the peer is gone and the channel about to close.
            var unused = ((DuplexChannel) channel).shutdownOutput();
            worker.schedule(LINGER_LIMIT, this::closeSocket);
            reportClosed();
        }
    }

    private void closeSocket() {
        var unused = channel.close();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        local = (InetSocketAddress) channel.localAddress();
        remote = (InetSocketAddress) channel.remoteAddress();
        contained(() -> handler = opener.apply(this));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
        StreamTransport.Handler receiver = handler;
        if (!closeRequested && receiver != null && bytes.isReadable()) {
            contained(() -> receiver.received(bytes.nioBuffer()));
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (channel.isWritable()) {
            scheduleDrain();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (!(event instanceof ChannelInputShutdownEvent)) {
            return;
        }
        inputEnded = true;
        StreamTransport.Handler receiver = handler;
        if (reported) {
            closeSocket();
        } else if (!closeRequested) {
            contained(() -> {
                if (receiver == null || !receiver.endOfInput()) {
                    close();
                }
            });
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
        if (cause == null) {
            cause = error;
        }
        closeSocket();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        closeRequested = true;
        queue.clear();
        head = NOTHING;
        headOffset = 0;
        reportClosed();
    }

    private void reportClosed() {
        if (!reported) {
            reported = true;
            StreamTransport.Handler receiver = handler;
            if (receiver != null) {
                contained(() -> receiver.closed(cause));
            }
        }
    }

    /** Whoever handles a connection wrongly loses that connection and nothing else. */
    private void contained(Runnable event) {
        try {
            event.run();
        } catch (Throwable e) {
            log.error("The handler of the connection with {} failed", remote, e);
            if (cause == null) {
                cause = e;
            }
            abort();
        }
    }

    @Override
    public String toString() {
        return local + " -> " + remote;
    }
}
