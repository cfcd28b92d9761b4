package org.voxelpopuli.benchmarks.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.FileStorage;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/** Time, workers and connections that cost next to nothing, so that what is measured is the server. All on the caller's thread. */
final class ManualEnvironment implements NodeEnvironment, NodeClock {
    private final Random random = new Random(1);
    private final List<ManualWorker> workers = new ArrayList<>();
    private final ManualStreams streams = new ManualStreams();
    private long nanos;

    /** Lets time pass, then runs all that is due. */
    void advance(Duration span) {
        nanos += span.toNanos();
        workers.forEach(ManualWorker::fireTimers);
        boolean busy = true;
        while (busy) {
            busy = false;
            for (ManualWorker worker : workers) {
                busy |= worker.runTasks();
            }
        }
    }

    /** A new client of the server that listens here. */
    ManualConnection connect() {
        return streams.connect();
    }

    @Override
    public long wallMillis() {
        return 1_764_000_000_000L + nanos / 1_000_000;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public NodeClock clock() {
        return this;
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
        ManualWorker worker = new ManualWorker(name);
        workers.add(worker);
        return worker;
    }

    @Override
    public DatagramTransport datagrams() {
        throw new UnsupportedOperationException("there are no datagrams here");
    }

    @Override
    public StreamTransport streams() {
        return streams;
    }

    @Override
    public FileStorage files() {
        throw new UnsupportedOperationException("there are no files here");
    }

    @Override
    public void close() {}

    private final class ManualWorker implements Worker {
        private final String name;
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private final List<ManualTimer> timers = new ArrayList<>();

        ManualWorker(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public Timer schedule(Duration delay, Runnable task) {
            ManualTimer timer = new ManualTimer(nanos + delay.toNanos(), task);
            timers.add(timer);
            return timer;
        }

        void fireTimers() {
            for (ManualTimer timer : List.copyOf(timers)) {
                if (timer.cancelled || timer.due <= nanos) {
                    timers.remove(timer);
                }
                if (!timer.cancelled && timer.due <= nanos) {
                    tasks.add(timer.task);
                }
            }
        }

        boolean runTasks() {
            boolean any = false;
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
                any = true;
            }
            return any;
        }

        @Override
        public void close() {}
    }

    private static final class ManualTimer implements Worker.Timer {
        private final long due;
        private final Runnable task;
        private boolean cancelled;

        ManualTimer(long due, Runnable task) {
            this.due = due;
            this.task = task;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    private final class ManualStreams implements StreamTransport {
        private final Worker worker = worker("connections");
        private Function<Connection, Handler> acceptor = connection -> {
            throw new IllegalStateException("nobody listens");
        };

        @Override
        public CompletableFuture<Listener> listen(InetSocketAddress local, Function<Connection, Handler> accept) {
            acceptor = accept;
            return CompletableFuture.completedFuture(new Listener() {
                @Override
                public InetSocketAddress localAddress() {
                    return local;
                }

                @Override
                public CompletableFuture<Void> close() {
                    return CompletableFuture.completedFuture(null);
                }
            });
        }

        @Override
        public CompletableFuture<Connection> connect(
                InetSocketAddress remote, Duration timeout, Function<Connection, Handler> initiator) {
            throw new UnsupportedOperationException("there is nobody to connect to");
        }

        ManualConnection connect() {
            ManualConnection connection = new ManualConnection(worker);
            connection.handler = acceptor.apply(connection);
            return connection;
        }
    }
}
