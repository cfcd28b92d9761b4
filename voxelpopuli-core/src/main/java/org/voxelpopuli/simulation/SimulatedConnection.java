package org.voxelpopuli.simulation;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/** One end of a connection. */
final class SimulatedConnection implements StreamTransport.Connection {
    /** So long may a close take to send what is queued. */
    private static final long CLOSE_NANOS = 5_000_000_000L;
    /** As often does an idle connection ask whether the peer is still there (TCP keep-alive). */
    private static final long PROBE_NANOS = 15_000_000_000L;

    private static final int PROBES = 2;
    private static final byte[] PROBE = {};

    private enum State {
        OPEN,
        /** We closed it: what is queued is still sent, what arrives is dropped. */
        CLOSING,
        /** The handler knows the end; the operating system still delivers what it took. */
        CLOSED,
        /** Nothing is sent or taken any more. */
        DEAD
    }

    private final SimulatedHost host;
    private final SimulatedNetwork network;
    private final SimulatedStreams streams;
    private final SimulatedWorker worker;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private SimulatedConnection peer = this;
    private StreamPipe outgoing;
    private StreamTransport.@Nullable Handler handler;
    private State state = State.OPEN;
    private boolean reading = true;
    private boolean inputEnded;
    private int unanswered;

    SimulatedConnection(
            SimulatedHost host,
            SimulatedStreams streams,
            SimulatedNetwork network,
            SimulatedWorker worker,
            InetSocketAddress local,
            InetSocketAddress remote) {
        this.host = host;
        this.streams = streams;
        this.network = network;
        this.worker = worker;
        this.local = local;
        this.remote = remote;
        this.outgoing = new StreamPipe(network, this, this);
    }

    static void join(SimulatedConnection a, SimulatedConnection b) {
        a.peer = b;
        b.peer = a;
        a.outgoing = new StreamPipe(a.network, a, b);
        b.outgoing = new StreamPipe(b.network, b, a);
    }

    /** Asks the owner of the events for the handler. Runs on the worker. */
    void begin(Function<StreamTransport.Connection, StreamTransport.Handler> initiator) {
        if (state == State.OPEN || state == State.CLOSING) {
            streams.opened(this);
        }
        handler = initiator.apply(this);
        scheduleProbe();
    }

    /** Whoever handles a connection wrongly loses that connection. */
    void runOnWorker(Runnable event) {
        worker.runNow(() -> {
            try {
                event.run();
            } catch (RuntimeException | Error e) {
                if (state == State.OPEN || state == State.CLOSING) {
                    tellPeerReset();
                    die(e);
                }
                throw e;
            }
        });
    }

    StreamPipe outgoing() {
        return outgoing;
    }

    InetSocketAddress address() {
        return local;
    }

    boolean isDead() {
        return state == State.DEAD || host.isCrashed();
    }

    /** Whether what arrives has to wait. Nobody waits for what is dropped anyway. */
    boolean isPaused() {
        return state == State.OPEN && (!reading || streams.isPaused());
    }

    /** Takes what has arrived in a pause. */
    void readOn() {
        peer.outgoing.read();
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    @Override
    public Worker worker() {
        return worker;
    }

    @Override
    public void send(byte[] bytes) {
        if (state == State.OPEN && !host.isCrashed()) {
            outgoing.send(bytes);
        }
    }

    @Override
    public void reading(boolean wanted) {
        reading = wanted;
        // Not at once: the handler may be at work on what it has just received.
        network.queue().schedule(0, this::readOn);
    }

    @Override
    public long backlog() {
        return outgoing.queued();
    }

    @Override
    public void close() {
        if (state == State.OPEN && !host.isCrashed()) {
            state = State.CLOSING;
            outgoing.end();
            readOn();
            network.queue().schedule(CLOSE_NANOS, () -> {
                if (state == State.CLOSING) {
                    abort();
                }
            });
        }
    }

    @Override
    public void abort() {
        if (state == State.OPEN || state == State.CLOSING) {
            tellPeerReset();
            die(null);
        }
    }

    /** Breaks, as if something on the way had lost track of it. */
    void reset() {
        if (state == State.OPEN || state == State.CLOSING) {
            tellPeerReset();
            die(new IOException("Connection reset by " + remote));
        }
    }

    /** The whole host closes: as {@link #close()}, but the handler knows at once. */
    void closeNow() {
        close();
        finish(State.CLOSED, null);
    }

    /** All that was queued is with the operating system, and so is the end. */
    void endSent() {
        if (state == State.CLOSING) {
            finish(State.CLOSED, null);
        }
    }

    void pieceReceived(byte[] piece) {
        if (state == State.OPEN) {
            runOnWorker(() -> {
                if (handler != null) {
                    handler.received(ByteBuffer.wrap(piece));
                }
            });
        }
    }

    void endReceived() {
        inputEnded = true;
        if (state == State.OPEN) {
            runOnWorker(() -> {
                if (handler == null || !handler.endOfInput()) {
                    close();
                }
            });
        }
    }

    void timedOut() {
        die(new IOException("Connection timed out: " + remote));
    }

    /** What we sent came to a peer that does not know the connection any more. */
    void arrivedAtDeadPeer() {
        if (network.isUp(remote.getAddress()) && !isDead()) {
            die(new IOException("Connection reset by " + remote));
        }
        // Otherwise nobody answers, and the probes find it out.
    }

    private void tellPeerReset() {
        network.transmit(Transmission.Kind.STREAM, local, remote, PROBE, packet -> network.queue()
                .schedule(packet.delay().toNanos(), () -> {
                    if (!peer.host.isCrashed()) {
                        peer.die(new IOException("Connection reset by " + local));
                    }
                }));
    }

    private void die(@Nullable Throwable cause) {
        outgoing.clear();
        finish(State.DEAD, cause);
    }

    private void finish(State last, @Nullable Throwable cause) {
        boolean known = state == State.CLOSED || state == State.DEAD;
        if (state != State.DEAD) {
            state = last;
        }
        if (!known) {
            streams.closed(this);
            worker.execute(() -> {
                if (handler != null) {
                    handler.closed(cause);
                }
            });
        }
    }

    private void scheduleProbe() {
        network.queue().schedule(PROBE_NANOS, this::probe);
    }

    private void probe() {
        if (isDead() || state == State.CLOSED) {
            return;
        }
        if (canReachPeer() && !peer.isDead()) {
            unanswered = 0;
        } else if (canReachPeer() && network.isUp(remote.getAddress())) {
            die(new IOException("Connection reset by " + remote));
            return;
        } else if (++unanswered >= PROBES) {
            timedOut();
            return;
        }
        if (inputEnded && peer.state == State.CLOSED) {
            // It will never read again; what we still had to say is not wanted.
            die(null);
            return;
        }
        scheduleProbe();
    }

    private boolean canReachPeer() {
        boolean[] passed = new boolean[2];
        network.transmit(Transmission.Kind.STREAM, local, remote, PROBE, there -> passed[0] = true);
        network.transmit(Transmission.Kind.STREAM, remote, local, PROBE, back -> passed[1] = true);
        return passed[0] && passed[1];
    }

    @Override
    public String toString() {
        return local + " -> " + remote + " (" + state + ")";
    }
}
