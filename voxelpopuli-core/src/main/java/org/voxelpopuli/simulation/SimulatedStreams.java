package org.voxelpopuli.simulation;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.voxelpopuli.runtime.StreamTransport;

/** TCP of one host. */
final class SimulatedStreams implements StreamTransport {
    private static final long FIRST_RETRY_NANOS = 1_000_000_000L;
    private static final byte[] NOTHING = {};
    private static final Map<InetSocketAddress, Object> NOTHING_TAKEN = new HashMap<>();

    private final SimulatedHost host;
    private final SimulatedNetwork network;
    private final Set<SimulatedConnection> connections = new LinkedHashSet<>();
    private boolean paused;

    SimulatedStreams(SimulatedHost host, SimulatedNetwork network) {
        this.host = host;
        this.network = network;
    }

    @Override
    public CompletableFuture<Listener> listen(InetSocketAddress local, Function<Connection, Handler> acceptor) {
        CompletableFuture<Listener> bound = new CompletableFuture<>();
        host.ioWorker().execute(() -> {
            try {
                InetSocketAddress claimed = network.claim(host, local, network.listeners());
                BoundListener listener = new BoundListener(
                        claimed, new InetSocketAddress(local.getAddress(), claimed.getPort()), acceptor);
                network.listeners().put(claimed, listener);
                host.onStop(listener.release);
                bound.complete(listener);
            } catch (BindException e) {
                bound.completeExceptionally(e);
            }
        });
        return host.orClosed(bound);
    }

    @Override
    public CompletableFuture<Connection> connect(
            InetSocketAddress remote, Duration timeout, Function<Connection, Handler> initiator) {
        CompletableFuture<Connection> connected = new CompletableFuture<>();
        host.ioWorker().execute(() -> {
            if (remote.isUnresolved()) {
                connected.completeExceptionally(new UnknownHostException("Cannot resolve " + remote.getHostString()));
                return;
            }
            try {
                InetSocketAddress local = network.freePort(host.address(), NOTHING_TAKEN);
                new Attempt(local, remote, initiator, connected).start(timeout);
            } catch (BindException e) {
                connected.completeExceptionally(e);
            }
        });
        return host.orClosed(connected);
    }

    private SimulatedConnection newConnection(InetSocketAddress at, InetSocketAddress to) {
        return new SimulatedConnection(host, this, network, host.newIoWorker(), at, to);
    }

    void opened(SimulatedConnection connection) {
        connections.add(connection);
    }

    void closed(SimulatedConnection connection) {
        connections.remove(connection);
    }

    void closeAll() {
        List.copyOf(connections).forEach(SimulatedConnection::closeNow);
    }

    void resetAll() {
        List.copyOf(connections).forEach(SimulatedConnection::reset);
    }

    int open() {
        return connections.size();
    }

    boolean isPaused() {
        return paused || host.isStalled();
    }

    void setPaused(boolean paused) {
        this.paused = paused;
        readOn();
    }

    void readOn() {
        if (!isPaused()) {
            List.copyOf(connections).forEach(SimulatedConnection::readOn);
        }
    }

    /** A three-way handshake: a request that is lost is sent again until the time is over. */
    private final class Attempt {
        private final InetSocketAddress local;
        private final InetSocketAddress remote;
        private final Function<Connection, Handler> initiator;
        private final CompletableFuture<Connection> connected;
        private final Runnable release = this::hostStopped;
        private boolean accepted;
        private boolean over;

        Attempt(
                InetSocketAddress local,
                InetSocketAddress remote,
                Function<Connection, Handler> initiator,
                CompletableFuture<Connection> connected) {
            this.local = local;
            this.remote = remote;
            this.initiator = initiator;
            this.connected = connected;
        }

        void start(Duration timeout) {
            host.onStop(release);
            host.ioWorker()
                    .schedule(
                            timeout,
                            () -> fail(new SocketTimeoutException(
                                    "No connection to " + remote + " within " + timeout.toMillis() + " ms")));
            request(FIRST_RETRY_NANOS);
        }

        private void request(long retryNanos) {
            if (over || accepted) {
                return;
            }
            network.transmit(Transmission.Kind.STREAM, local, remote, NOTHING, there -> network.queue()
                    .schedule(there.delay().toNanos(), this::arrived));
            network.queue().schedule(retryNanos, () -> request(retryNanos * 2));
        }

        private void arrived() {
            if (over || accepted || !network.isUp(remote.getAddress())) {
                return;
            }
            BoundListener listener = network.listeners().get(remote);
            network.transmit(Transmission.Kind.STREAM, remote, local, NOTHING, back -> {
                long delay = back.delay().toNanos();
                if (listener == null) {
                    network.queue().schedule(delay, () -> host.ioWorker()
                            .runNow(() -> fail(new ConnectException("Connection refused: " + remote))));
                } else if (!accepted) {
                    accepted = true;
                    establish(listener, delay);
                }
            });
        }

        private void establish(BoundListener listener, long delay) {
            SimulatedConnection client = newConnection(local, remote);
            SimulatedConnection server = listener.newConnection(remote, local);
            SimulatedConnection.join(client, server);
            server.outgoing().notBefore(network.queue().now() + delay);
            network.queue().schedule(delay, () -> client.runOnWorker(() -> begin(client)));
            listener.accept(server);
        }

        private void begin(SimulatedConnection client) {
            if (over) {
                client.abort();
                return;
            }
            over = true;
            host.forgetStop(release);
            try {
                client.begin(initiator);
                connected.complete(client);
            } catch (RuntimeException | Error e) {
                connected.completeExceptionally(new IOException("The handler for " + remote + " failed: " + e, e));
                throw e;
            }
        }

        private void hostStopped() {
            fail(new IOException("The environment of host " + host.name() + " is closed"));
        }

        private void fail(IOException cause) {
            if (!over) {
                over = true;
                host.forgetStop(release);
                connected.completeExceptionally(cause);
            }
        }
    }

    /** A port that accepts connections. */
    final class BoundListener implements Listener {
        private final InetSocketAddress claimed;
        private final InetSocketAddress local;
        private final Function<Connection, Handler> acceptor;
        private final Runnable release = this::unbind;

        private BoundListener(
                InetSocketAddress claimed, InetSocketAddress local, Function<Connection, Handler> acceptor) {
            this.claimed = claimed;
            this.local = local;
            this.acceptor = acceptor;
        }

        private SimulatedConnection newConnection(InetSocketAddress at, InetSocketAddress from) {
            return SimulatedStreams.this.newConnection(at, from);
        }

        private void accept(SimulatedConnection connection) {
            connection.runOnWorker(() -> connection.begin(acceptor));
        }

        @Override
        public InetSocketAddress localAddress() {
            return local;
        }

        @Override
        public CompletableFuture<Void> close() {
            unbind();
            host.forgetStop(release);
            return host.completeSoon();
        }

        private void unbind() {
            network.listeners().remove(claimed, this);
        }
    }
}
