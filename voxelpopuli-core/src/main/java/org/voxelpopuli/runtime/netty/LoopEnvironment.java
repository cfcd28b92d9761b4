package org.voxelpopuli.runtime.netty;

import io.netty.channel.EventLoop;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.FileStorage;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/** One event loop of an environment as the environment of one node among many: its sockets and all its workers live on that loop. Thread-safe. */
final class LoopEnvironment implements NodeEnvironment {
    private static final Logger log = LoggerFactory.getLogger(LoopEnvironment.class);

    private final NettyEnvironment whole;
    private final EventLoop loop;
    private final Consumer<LoopEnvironment> onEnd;
    private final Closing closing;
    private final NettySockets sockets;
    private final Set<LoopWorker> workers = ConcurrentHashMap.newKeySet();

    /**
     * An environment on that loop.
     *
     * @param whole whose clock and randomness it has
     * @param onEnd is told when it is closed
     */
    LoopEnvironment(
            NettyEnvironment whole, EventLoop loop, SocketKind kind, boolean daemon, Consumer<LoopEnvironment> onEnd) {
        this.whole = whole;
        this.loop = loop;
        this.onEnd = onEnd;
        this.closing = new Closing(daemon);
        this.sockets = new NettySockets(loop, kind, closing::hasBegun);
    }

    @Override
    public NodeClock clock() {
        return whole.clock();
    }

    @Override
    public RandomGenerator random() {
        return whole.random();
    }

    @Override
    public NodeIdentity newIdentity(int puzzleBits) {
        return whole.newIdentity(puzzleBits);
    }

    @Override
    public Worker worker(String name) {
        LoopWorker worker = new LoopWorker(name, loop, workers::remove);
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

    @Override
    public void close() {
        closing.close(this::closeAndWait, sockets::isOwnThread);
    }

    private void closeAndWait() {
        try {
            List.copyOf(workers).forEach(Worker::close);
            sockets.awaitLoops();
            sockets.closeAndWait();
        } catch (InterruptedException e) {
            log.debug("Closing is cut short", e);
        } finally {
            onEnd.accept(this);
        }
    }
}
