package org.voxelpopuli.runtime.netty;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.FileStorage;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/**
 * A real machine. Sockets share one or two event loops; each worker has a thread of its own, or, for many nodes in one process, those of a
 * node share a loop with its sockets ({@link #onOneLoop()}). Thread-safe.
 *
 * <p>Its threads start when they are first needed. Those of {@link #create()} keep the process alive until {@link #close()}, as a
 * server should; those of {@link #createDaemon()} do not, for programs whose main thread is something else, such as a game.
 */
public final class NettyEnvironment implements NodeEnvironment {
    private static final Logger log = LoggerFactory.getLogger(NettyEnvironment.class);
    private static final Duration WORKERS_END = Duration.ofSeconds(5);
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

    private final SocketKind kind;
    private final boolean daemon;
    private final SecureRandom random = new SecureRandom();
    private final Set<ThreadWorker> workers = ConcurrentHashMap.newKeySet();
    private final Set<LoopEnvironment> parts = ConcurrentHashMap.newKeySet();
    private final EventLoopGroup loops;
    private final Closing closing;
    private final NettySockets sockets;

    NettyEnvironment(SocketKind kind, boolean daemon) {
        this.kind = kind;
        this.daemon = daemon;
        this.closing = new Closing(daemon);
        AtomicInteger number = new AtomicInteger();
        this.loops = new MultiThreadIoEventLoopGroup(
                Math.min(2, Runtime.getRuntime().availableProcessors()),
                task -> {
                    Thread thread = new Thread(task, "voxelpopuli-io-" + number.incrementAndGet());
                    thread.setDaemon(daemon);
                    return thread;
                },
                kind.newIoHandlerFactory());
        this.sockets = new NettySockets(loops, kind, closing::hasBegun);
    }

    /** Opens an environment that keeps the process alive until it is closed. */
    public static NettyEnvironment create() {
        return new NettyEnvironment(SocketKind.best(), false);
    }

    /** Opens an environment that ends with the process. */
    public static NettyEnvironment createDaemon() {
        return new NettyEnvironment(SocketKind.best(), true);
    }

    /**
     * An environment for one of many nodes in this process: its sockets and all its workers live on one of the event loops, the next in turn, so
     * that a thousand nodes need no more threads than there are loops. A worker is still a single thread of control, but does not have its name
     * borne by a thread; and whatever blocks in a task, in a callback too, holds up every node of that loop.
     *
     * <p>Closing it closes its sockets and workers and leaves this environment as it is; closing this environment closes it too.
     *
     * @throws IllegalStateException if this environment is closed
     */
    public NodeEnvironment onOneLoop() {
        LoopEnvironment part = new LoopEnvironment(this, loops.next(), kind, daemon, parts::remove);
        parts.add(part);
        if (closing.hasBegun()) {
            part.close();
            throw new IllegalStateException("The environment is closed");
        }
        return part;
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
    public NodeIdentity newIdentity(int puzzleBits) {
        return Ed25519.generate(puzzleBits);
    }

    @Override
    public Worker worker(String name) {
        ThreadWorker worker = new ThreadWorker(name, daemon, workers::remove);
        workers.add(worker);
        if (closing.hasBegun()) {
            worker.close();
            throw new IllegalStateException("The environment is closed");
        }
        return worker;
    }

    @Override
    public DatagramTransport datagrams() {
        return sockets.datagrams();
    }

    @Override
    public StreamTransport streams() {
        return sockets.streams();
    }

    @Override
    public FileStorage files() {
        return LocalFiles.INSTANCE;
    }

    /**
     * Ends what was given to the workers, sends what was queued on connections, each for a few seconds at most, and returns when all
     * threads have ended; if called on one of them, at once.
     */
    @Override
    public void close() {
        closing.close(
                this::closeAndWait,
                () -> sockets.isOwnThread() || workers.stream().anyMatch(Worker::isCurrent));
    }

    private void closeAndWait() {
        try {
            endWorkers();
            parts.forEach(LoopEnvironment::close);
            sockets.closeAndWait();
        } catch (InterruptedException e) {
            log.debug("Closing is cut short", e);
        } finally {
            loops.shutdownGracefully(0, LOOPS_END.toNanos(), TimeUnit.NANOSECONDS)
                    .awaitUninterruptibly(LOOPS_END.toNanos(), TimeUnit.NANOSECONDS);
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
