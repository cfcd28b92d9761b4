package org.voxelpopuli.presence;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.FileStorage;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.NetworkFault;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

/** A machine that can be put to sleep: nothing runs there and nothing reaches it. Its wall clock goes on; its other clock, and its timers, do or do not, as on the systems that there are. */
final class SleepingMachine implements NodeEnvironment {
    private final Simulation simulation;
    private final SimulatedHost host;
    private final boolean stopsClock;
    private final NetworkFault unreachable;
    private final Set<LateTimer> timers = new LinkedHashSet<>();
    private long sleptNanos;
    private long fellAsleepAt;

    /** @param stopsClock whether the clock for timers stops while it sleeps */
    SleepingMachine(Simulation simulation, SimulatedHost host, boolean stopsClock) {
        this.simulation = simulation;
        this.host = host;
        this.stopsClock = stopsClock;
        InetAddress own = host.address();
        unreachable = (packet, random, next) -> {
            if (!packet.from().getAddress().equals(own)
                    && !packet.to().getAddress().equals(own)) {
                next.accept(packet);
            }
        };
    }

    void sleep() {
        fellAsleepAt = host.clock().nanos();
        host.stall();
        simulation.network().add(unreachable);
    }

    void wake() {
        simulation.network().remove(unreachable);
        if (stopsClock) {
            long before = fellAsleepAt - sleptNanos;
            sleptNanos += host.clock().nanos() - fellAsleepAt;
            List.copyOf(timers).forEach(each -> each.startAgain(before));
        }
        host.goOn();
    }

    @Override
    public NodeClock clock() {
        return new NodeClock() {
            @Override
            public long wallMillis() {
                return host.clock().wallMillis();
            }

            @Override
            public long nanos() {
                return host.clock().nanos() - sleptNanos;
            }
        };
    }

    @Override
    public RandomGenerator random() {
        return host.random();
    }

    @Override
    public NodeIdentity newIdentity(int puzzleBits) {
        return host.newIdentity(puzzleBits);
    }

    @Override
    public Worker worker(String name) {
        return new LateWorker(host.worker(name));
    }

    @Override
    public DatagramTransport datagrams() {
        return new DatagramTransport() {
            @Override
            public CompletableFuture<Socket> bind(InetSocketAddress local, Worker owner, Handler handler) {
                return host.datagrams().bind(local, ((LateWorker) owner).worker, handler);
            }

            @Override
            public CompletableFuture<Socket> join(
                    InetSocketAddress group, InetAddress interfaceAddress, Worker owner, Handler handler) {
                return host.datagrams().join(group, interfaceAddress, ((LateWorker) owner).worker, handler);
            }
        };
    }

    @Override
    public StreamTransport streams() {
        return host.streams();
    }

    @Override
    public FileStorage files() {
        return host.files();
    }

    @Override
    public void close() {
        host.close();
    }

    private final class LateWorker implements Worker {
        private final Worker worker;

        LateWorker(Worker worker) {
            this.worker = worker;
        }

        @Override
        public String name() {
            return worker.name();
        }

        @Override
        public boolean isCurrent() {
            return worker.isCurrent();
        }

        @Override
        public void execute(Runnable task) {
            worker.execute(task);
        }

        @Override
        public Timer schedule(Duration delay, Runnable task) {
            return new LateTimer(worker, delay, task);
        }

        @Override
        public void close() {
            worker.close();
        }
    }

    private final class LateTimer implements Worker.Timer {
        private final Worker worker;
        private final Runnable task;
        private final long dueAt;
        private Worker.Timer timer;

        LateTimer(Worker worker, Duration delay, Runnable task) {
            this.worker = worker;
            this.task = task;
            dueAt = clock().nanos() + delay.toNanos();
            timers.add(this);
            timer = start(delay);
        }

        private Worker.Timer start(Duration delay) {
            return worker.schedule(delay, () -> {
                timers.remove(this);
                task.run();
            });
        }

        void startAgain(long now) {
            timer.cancel();
            timer = start(Duration.ofNanos(Math.max(0, dueAt - now)));
        }

        @Override
        public void cancel() {
            timers.remove(this);
            timer.cancel();
        }
    }
}
