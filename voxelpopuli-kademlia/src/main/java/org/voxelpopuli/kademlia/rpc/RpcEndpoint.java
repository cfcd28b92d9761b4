package org.voxelpopuli.kademlia.rpc;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.Envelope;
import org.voxelpopuli.kademlia.wire.EnvelopeCodec;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;

/**
 * One end of the conversation: dispatches requests to the registered procedures, and matches replies to the calls that await them
 * (SPEC V4.2, V4.3). Used on its worker alone.
 *
 * <p>A call that is not answered within the peer's {@linkplain RoundTripEstimate timeout} is sent again, and after three times this a last
 * time, as long as the call's own timeout has not passed: a lost datagram costs little more than a round trip. One queue and one timer serve
 * all calls, and none runs while nothing is awaited.
 */
public final class RpcEndpoint {
    /** Longer datagrams are discarded unread. Twenty contacts take about 2 KiB; the largest record stays below 10. */
    public static final int MAX_DATAGRAM = 16 << 10;

    /** Datagrams that one address and port may send in a second. */
    public static final int MAX_PER_SOURCE = 5_000;

    /** Calls that may await their answers at once. */
    private static final int MAX_PENDING = 20_000;

    /** Nodes with our own id that the log names. */
    private static final int MAX_SAME_ID = 16;

    private static final Logger log = LoggerFactory.getLogger(RpcEndpoint.class);

    private final NodeId own;
    private final Duration timeout;
    private final EnvelopeCodec codec;
    private final Worker worker;
    private final NodeClock clock;
    private final RandomGenerator random;
    private final DatagramTransport transport;
    private final PeerObserver peers;
    private final RpcListener listener;
    private final Map<String, Rpc<?, ?>> procedures = new HashMap<>();
    private final Map<Long, Pending<?>> pending = new HashMap<>();
    private final PriorityQueue<Pending<?>> deadlines = new PriorityQueue<>();
    private final RoundTrips roundTrips;
    private final SourceRateLimit rateLimit;
    private final Set<InetSocketAddress> sameId = new HashSet<>();
    private DatagramTransport.@Nullable Socket socket;
    private Worker.@Nullable Timer timer;
    private long timerDue;

    /**
     * An endpoint that is not yet bound.
     *
     * @param own the id in what we send
     * @param timeout of a call
     * @param peers is told who was heard and who was silent
     */
    public RpcEndpoint(
            NodeId own,
            Duration timeout,
            EnvelopeCodec codec,
            NodeEnvironment environment,
            Worker worker,
            PeerObserver peers,
            RpcListener listener) {
        this.own = own;
        this.timeout = timeout;
        this.codec = codec;
        this.worker = worker;
        this.clock = environment.clock();
        this.rateLimit = new SourceRateLimit(MAX_PER_SOURCE, clock.nanos());
        this.random = environment.random();
        this.roundTrips = new RoundTrips(timeout.toNanos());
        this.transport = environment.datagrams();
        this.peers = peers;
        this.listener = listener;
    }

    /**
     * Lets a procedure be called from outside.
     *
     * @throws IllegalStateException if one of that name is registered
     */
    public void register(Rpc<?, ?> procedure) {
        if (procedures.putIfAbsent(procedure.name(), procedure) != null) {
            throw new IllegalStateException("a procedure " + procedure.name() + " is registered already");
        }
    }

    /** The names of the registered procedures. */
    public Set<String> procedures() {
        return new TreeSet<>(procedures.keySet());
    }

    /** Opens the socket. Requests are answered from then on. */
    public CompletableFuture<InetSocketAddress> bind(InetSocketAddress local) {
        return transport
                .bind(local, worker, this::received)
                .thenApplyAsync(
                        bound -> {
                            socket = bound;
                            return bound.localAddress();
                        },
                        worker);
    }

    /** The number of calls that await their answers. */
    public int pending() {
        return pending.size();
    }

    /** The smoothed round-trip time of a peer in nanoseconds; 0 if it is not known. */
    public long roundTrip(InetSocketAddress peer) {
        return roundTrips.smoothed(peer);
    }

    /** Calls a node; whoever answers with another id is not that node. The result is told once, on the worker; empty if there is none. */
    public <A, R> void call(Contact node, Rpc<A, R> procedure, A arguments, Consumer<Optional<R>> result) {
        send(
                new Pending<>(node.address(), node, procedure, true, null, (id, value) -> result.accept(value)),
                arguments);
    }

    /**
     * As {@link #call}, for one who has others to ask. If the answer does not come within a usual round trip, {@code late} is told; if it does not come
     * to the repeated question either, the result is told to be empty already then. The peer itself has the whole timeout before it counts as silent.
     */
    public <A, R> void query(
            Contact node, Rpc<A, R> procedure, A arguments, Runnable late, Consumer<Optional<R>> result) {
        send(
                new Pending<>(node.address(), node, procedure, true, late, (id, value) -> result.accept(value)),
                arguments);
    }

    /** As {@link #call}, but silence is not reported to the {@link PeerObserver}: the caller sees to that. */
    public <A, R> void probe(Contact node, Rpc<A, R> procedure, A arguments, Consumer<Optional<R>> result) {
        send(
                new Pending<>(node.address(), node, procedure, false, null, (id, value) -> result.accept(value)),
                arguments);
    }

    /** Calls whoever is at an address. Tells the id that answered, or empty. */
    public <A, R> void callAddress(
            InetSocketAddress address, Rpc<A, R> procedure, A arguments, Consumer<Optional<NodeId>> answerer) {
        send(
                new Pending<>(
                        address,
                        null,
                        procedure,
                        false,
                        null,
                        (id, value) -> answerer.accept(value.isPresent() ? Optional.ofNullable(id) : Optional.empty())),
                arguments);
    }

    private <A, R> void send(Pending<R> call, A arguments) {
        if (socket == null || pending.size() >= MAX_PENDING) {
            worker.execute(() -> call.end(null, null, RpcOutcome.NOT_SENT));
            return;
        }
        do {
            call.id = random.nextInt() & Envelope.MAX_JSON_ID;
        } while (pending.containsKey(call.id));
        pending.put(call.id, call);
        @SuppressWarnings("unchecked")
        Rpc<A, R> procedure = (Rpc<A, R>) call.procedure;
        call.request =
                codec.encode(new Envelope.Request(call.id, own, procedure.name(), procedure.writeArguments(arguments)));
        call.transmit();
        await(call);
    }

    private void await(Pending<?> call) {
        deadlines.add(call);
        startTimer();
    }

    private void transmit(InetSocketAddress to, byte[] datagram) {
        if (socket != null) {
            listener.datagramSent(datagram.length);
            socket.send(to, datagram);
        }
    }

    /** One timer, for the call that is due next. Called often; in most cases an earlier one is running already. */
    private void startTimer() {
        Pending<?> next = deadlines.peek();
        if (next == null || (timer != null && timerDue - next.due <= 0)) {
            return;
        }
        if (timer != null) {
            timer.cancel();
        }
        timerDue = next.due;
        timer = worker.schedule(Duration.ofNanos(Math.max(0, next.due - clock.nanos())), this::endOverdue);
    }

    private void endOverdue() {
        timer = null;
        long now = clock.nanos();
        for (Pending<?> next = deadlines.peek();
                next != null && (next.over || next.due - now <= 0);
                next = deadlines.peek()) {
            deadlines.remove();
            if (!next.over && next.isLate(now)) {
                deadlines.add(next);
            }
        }
        startTimer();
    }

    private void received(InetSocketAddress from, byte[] datagram) {
        listener.datagramReceived(datagram.length);
        if (from.getPort() == 0 || from.isUnresolved()) {
            discard(Discard.MALFORMED, from, "the sender's port is 0");
        } else if (!rateLimit.allows(from, clock.nanos())) {
            listener.datagramDiscarded(Discard.TOO_MANY);
        } else if (datagram.length > MAX_DATAGRAM) {
            discard(Discard.TOO_LARGE, from, datagram.length + " bytes, allowed are " + MAX_DATAGRAM);
        } else {
            Decoded<Envelope> decoded = codec.decode(datagram);
            if (decoded instanceof Decoded.Accepted<Envelope> accepted) {
                dispatch(from, accepted.value());
            } else if (decoded instanceof Decoded.Rejected<Envelope> rejected) {
                boolean large = rejected.rejection() == Rejection.TOO_LARGE;
                discard(large ? Discard.TOO_LARGE : Discard.MALFORMED, from, rejected.detail());
            }
        }
    }

    private void discard(Discard reason, InetSocketAddress from, String detail) {
        listener.datagramDiscarded(reason);
        log.debug("Discarded a datagram from {}: {}", from, detail);
    }

    private void dispatch(InetSocketAddress from, Envelope envelope) {
        if (envelope instanceof Envelope.Request request) {
            Rpc<?, ?> procedure = procedures.get(request.rpc());
            if (procedure == null) {
                discard(Discard.UNKNOWN_RPC, from, "it calls an unknown procedure");
            } else {
                serve(new Contact(request.node(), from), request, procedure);
            }
        } else if (envelope instanceof Envelope.Reply reply) {
            accept(from, reply);
        }
    }

    private <A, R> void serve(Contact caller, Envelope.Request request, Rpc<A, R> procedure) {
        R result;
        try {
            result = procedure.handle(caller, procedure.readArguments(request.args()));
        } catch (BadValueException e) {
            discard(Discard.BAD_ARGUMENTS, caller.address(), procedure.name() + ": " + e.getMessage());
            return;
        } catch (RuntimeException e) {
            listener.datagramDiscarded(Discard.HANDLER_FAILED);
            log.error("Serving {} for {} failed; it gets no answer", procedure.name(), caller, e);
            return;
        }
        Pending<?> mine = caller.id().equals(own) ? pending.get(request.id()) : null;
        if (mine != null) {
            mine.reachedOurselves = true;
        }
        transmit(
                caller.address(),
                codec.encode(new Envelope.Reply(request.id(), own, procedure.name(), procedure.writeResult(result))));
        listener.served(procedure.name());
        peers.heard(caller, false);
    }

    private void accept(InetSocketAddress from, Envelope.Reply reply) {
        Pending<?> call = pending.get(reply.id());
        if (call == null) {
            discard(Discard.NOT_PENDING, from, "it answers a call that awaits no answer");
        } else if (!call.address.equals(from) || !call.isAnsweredBy(reply)) {
            discard(Discard.WRONG_SENDER, from, "it answers a call that was made to somebody else");
        } else {
            pending.remove(reply.id());
            call.accept(reply);
        }
    }

    /** Frees the port. Calls that await an answer end without one. */
    public CompletableFuture<Void> close() {
        DatagramTransport.Socket bound = socket;
        socket = null;
        List<Pending<?>> rest = List.copyOf(pending.values());
        pending.clear();
        deadlines.clear();
        rest.forEach(call -> call.end(null, null, RpcOutcome.NOT_SENT));
        return bound == null ? CompletableFuture.completedFuture(null) : bound.close();
    }

    /** Receives the end of a call. */
    @FunctionalInterface
    private interface Done<R> {
        void accept(@Nullable NodeId answerer, Optional<R> result);
    }

    /** A call that awaits its answer; ordered by when it needs attention next. */
    private final class Pending<R> implements Comparable<Pending<?>> {
        private final InetSocketAddress address;
        private final @Nullable Contact expected;
        private final Rpc<?, R> procedure;
        private final boolean reportsSilence;
        private final @Nullable Runnable late;
        private final Done<R> done;
        private final long calledAt = clock.nanos();
        private final long patience;
        private byte[] request = {};
        private long id;
        private int stage;
        private long due;
        private boolean told;
        private boolean over;
        private boolean reachedOurselves;

        Pending(
                InetSocketAddress address,
                @Nullable Contact expected,
                Rpc<?, R> procedure,
                boolean reportsSilence,
                @Nullable Runnable late,
                Done<R> done) {
            this.address = address;
            this.expected = expected;
            this.procedure = procedure;
            this.reportsSilence = reportsSilence;
            this.late = late;
            this.done = done;
            RoundTripEstimate estimate = roundTrips.of(address);
            this.patience = late == null
                    ? estimate.timeout()
                    : Math.max(estimate.usual(), roundTrips.overall().usual());
            setDue();
        }

        void transmit() {
            RpcEndpoint.this.transmit(address, request);
        }

        /** It has waited until its next stage. Returns whether it goes on waiting. */
        boolean isLate(long now) {
            if (now - calledAt >= timeout.toNanos()) {
                pending.remove(id);
                end(null, null, RpcOutcome.TIMED_OUT);
                return false;
            }
            stage++;
            setDue();
            if (stage != 2) {
                transmit();
            }
            if (stage == 1 && late != null) {
                late.run();
            } else if (stage == 2 && late != null) {
                tell(null, Optional.empty());
            }
            return !over;
        }

        private void setDue() {
            // An estimate from few answers may be too short. Nobody is given up before the time that hardly anybody
            // needs.
            long anybody = roundTrips.overall().timeout() * 5 / 4;
            long wait =
                    switch (stage) {
                        case 0 -> patience;
                        case 1 -> Math.max(2 * patience, anybody);
                        case 2 -> Math.max(3 * patience, anybody);
                        default -> Long.MAX_VALUE;
                    };
            due = calledAt + Math.min(timeout.toNanos(), wait);
        }

        boolean isAnsweredBy(Envelope.Reply reply) {
            return reply.node().isPresent()
                    && reply.rpc().filter(procedure.name()::equals).isPresent();
        }

        void accept(Envelope.Reply reply) {
            NodeId node = reply.node().orElseThrow();
            R result;
            try {
                result = procedure.readResult(reply.ret());
            } catch (BadValueException e) {
                log.debug("{} answered {} with nonsense: {}", address, procedure.name(), e.getMessage());
                end(node, null, RpcOutcome.BAD_ANSWER);
                return;
            }
            roundTrips.measured(address, clock.nanos() - calledAt);
            Contact answerer = new Contact(node, address);
            boolean right = expected == null || expected.id().equals(node);
            if (!right && expected != null) {
                peers.replaced(expected);
            }
            if (!node.equals(own)) {
                peers.heard(answerer, true);
            } else if (!reachedOurselves && sameId.size() < MAX_SAME_ID && sameId.add(address)) {
                log.warn(
                        "The node at {} has the same id as this node; give one of them another, the network cannot tell them"
                                + " apart (was a data folder copied?)",
                        address);
            }
            end(node, right ? result : null, right ? RpcOutcome.ANSWERED : RpcOutcome.WRONG_NODE);
        }

        void end(@Nullable NodeId answerer, @Nullable R result, RpcOutcome outcome) {
            over = true;
            boolean silent = outcome == RpcOutcome.TIMED_OUT || outcome == RpcOutcome.BAD_ANSWER;
            if (silent && reportsSilence && expected != null) {
                peers.silent(expected, calledAt);
            }
            listener.called(procedure.name(), outcome, clock.nanos() - calledAt);
            tell(answerer, Optional.ofNullable(result));
        }

        private void tell(@Nullable NodeId answerer, Optional<R> result) {
            if (!told) {
                told = true;
                done.accept(answerer, result);
            }
        }

        @Override
        public int compareTo(Pending<?> other) {
            return Long.compare(due - other.due, 0);
        }
    }
}
