package org.voxelpopuli.runtime.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/**
 * A real machine. Sockets share one or two event loops; each worker has a thread of its own. Thread-safe.
 *
 * <p>Its threads start when they are first needed. Those of {@link #create()} keep the process alive until {@link #close()}, as a
 * server should; those of {@link #createDaemon()} do not, for programs whose main thread is something else, such as a game.
 */
public final class NettyEnvironment implements NodeEnvironment {
    private static final Logger log = LoggerFactory.getLogger(NettyEnvironment.class);
    private static final Duration WORKERS_END = Duration.ofSeconds(5);
    private static final Duration CONNECTIONS_END = Duration.ofSeconds(2);
    private static final Duration LOOPS_END = Duration.ofSeconds(5);

    private static final NodeClock CLOCK = new NodeClock() {
        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }
    };

    private final boolean daemon;
    private final SecureRandom random = new SecureRandom();
    private final Set<ThreadWorker> workers = ConcurrentHashMap.newKeySet();
    private final ChannelGroup ports = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final EventLoopGroup loops;
    private final NettyDatagrams datagrams;
    private final NettyStreams streams;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    NettyEnvironment(SocketKind kind, boolean daemon) {
        this.daemon = daemon;
        AtomicInteger number = new AtomicInteger();
        this.loops = new MultiThreadIoEventLoopGroup(
                Math.min(2, Runtime.getRuntime().availableProcessors()),
                task -> {
                    Thread thread = new Thread(task, "voxelpopuli-io-" + number.incrementAndGet());
                    thread.setDaemon(daemon);
                    return thread;
                },
                kind.newIoHandlerFactory());
        ByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
        this.datagrams = new NettyDatagrams(loops, kind, allocator, ports, closed::get);
        this.streams = new NettyStreams(loops, kind, allocator, ports, connections, closed::get);
    }

    /** Opens an environment that keeps the process alive until it is closed. */
    public static NettyEnvironment create() {
        return new NettyEnvironment(SocketKind.best(), false);
    }

    /** Opens an environment that ends with the process. */
    public static NettyEnvironment createDaemon() {
        return new NettyEnvironment(SocketKind.best(), true);
    }

    @Override
    public NodeClock clock() {
        return CLOCK;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public Worker worker(String name) {
        ThreadWorker worker = new ThreadWorker(name, daemon, workers::remove);
        workers.add(worker);
        if (closed.get()) {
            worker.close();
            throw new IllegalStateException("The environment is closed");
        }
        return worker;
    }

    @Override
    public DatagramTransport datagrams() {
        return datagrams;
    }

    @Override
    public StreamTransport streams() {
        return streams;
    }

    /**
     * Ends what was given to the workers, sends what was queued on connections, each for a few seconds at most, and returns when all
     * threads have ended; if called on one of them, at once.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            Thread closer = new Thread(this::closeAndWait, "voxelpopuli-close");
            closer.setDaemon(daemon);
            closer.start();
        }
        if (!isOwnThread()) {
            ended.join();
        }
    }

    private boolean isOwnThread() {
        for (EventExecutor loop : loops) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return workers.stream().anyMatch(Worker::isCurrent);
    }

    private void closeAndWait() {
        try {
            endWorkers();
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
        } catch (InterruptedException e) {
            log.debug("Closing is cut short", e);
        } finally {
            loops.shutdownGracefully(0, LOOPS_END.toNanos(), TimeUnit.NANOSECONDS)
                    .awaitUninterruptibly(LOOPS_END.toNanos(), TimeUnit.NANOSECONDS);
            ended.complete(null);
        }
    }

    /** What the ports accepted before they closed is known afterwards; a loop that ends would forget to close it. */
    private void awaitLoops() throws InterruptedException {
        for (EventExecutor loop : loops) {
            loop.submit(() -> {}).await(LOOPS_END.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void endWorkers() throws InterruptedException {
        List<ThreadWorker> open = List.copyOf(workers);
        open.forEach(ThreadWorker::close);
        long deadline = System.nanoTime() + WORKERS_END.toNanos();
        for (ThreadWorker worker : open) {
            if (!worker.awaitEnd(Duration.ofNanos(deadline - System.nanoTime()))) {
                log.warn("Worker {} did not end by itself, and is interrupted", worker.name());
                worker.interrupt();
            }
        }
    }
}
