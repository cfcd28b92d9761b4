package org.voxelpopuli.kademlia.rpc;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.voxelpopuli.kademlia.wire.CborEnvelopeCodec;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.kademlia.wire.Envelope;
import org.voxelpopuli.kademlia.wire.RefusalCode;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.TimeShare;
import org.voxelpopuli.runtime.Worker;

/**
 * One end of the conversation: dispatches requests to the registered procedures, and matches replies to the calls that await them
 * (SPEC V4.2, V4.3). Used on its worker alone.
 *
 * <p><b>Dialects.</b> A request is answered in the dialect that it came in. Who is called for the first time is asked in CBOR, and the repeated question is put in
 * JSON or that of P2Play, too, where one of the two is spoken.
 *
 * <p><b>Time.</b> A call that is not answered within the peer's {@linkplain RoundTripEstimate timeout} is sent again, and after three times this a last
 * time, as long as the call's own timeout has not passed: a lost datagram costs little more than a round trip. Who was silent a moment ago is asked as well, but the
 * caller is told of the silence after two round trips already: a search that meets a dead node again and again waits for it once.
 *
 * <p><b>Amplification.</b> In CBOR, an address that has not proven to be the sender's gets at most three times the bytes that it sent (the rule of RFC 9000, section 8). Who
 * expects more pads his request, asks for the rest with the token that comes with the answer, or is refused with one. What is to be stored is taken only from proven addresses.
 *
 * <p><b>Identity.</b> Unless seed peers are served, the first question to a node, and one each hour, asks it to prove that it owns the key that its id is made of; an answer
 * without proof is none. What a caller says about itself is a claim.
 */
public final class RpcEndpoint {
    /** Longer datagrams are discarded unread. Twenty contacts take about 2 KiB in JSON; the largest record stays below 10. */
    public static final int MAX_DATAGRAM = 16 << 10;

    /** Datagrams that one address and port may send in a second. */
    public static final int MAX_PER_SOURCE = 5_000;

    /** Datagrams that all addresses that have not proven themselves may send in a second. */
    public static final int MAX_OF_STRANGERS = 10_000;

    /** Calls that may await their answers at once. */
    private static final int MAX_PENDING = 20_000;

    /** Nodes with our own id that the log names. */
    private static final int MAX_SAME_ID = 16;

    /** All addresses that have not proven themselves get so much of the worker's time. */
    private static final int PERCENT_OF_STRANGERS = 20;

    /** Bytes of the network's name in a refusal: with what is around, it is no longer than three times the shortest request that tells a network. */
    private static final int MAX_SHOWN_NETWORK = 64;

    private static final Logger log = LoggerFactory.getLogger(RpcEndpoint.class);

    final RpcSettings settings;
    final NodeId own;
    final NodeClock clock;
    final RandomGenerator random;
    final PeerObserver observer;
    final RpcListener listener;
    final Map<Long, OutgoingCall<?, ?>> pending = new HashMap<>();
    final Deadlines deadlines;
    final Peers peers;
    final AddressTokens tokens;
    final IdentityProofs proofs;
    int calls;

    private final Worker worker;
    private final DatagramTransport transport;
    private final Map<String, Rpc<?, ?>> procedures = new HashMap<>();
    private final SourceRateLimit rateLimit;
    private final TimeShare strangers;
    private final Set<InetSocketAddress> sameId = new HashSet<>();
    private final @Nullable DatagramSeal seal;
    private DatagramTransport.@Nullable Socket socket;

    /**
     * An endpoint that is not yet bound.
     *
     * @param observer is told who was heard and who was silent
     */
    public RpcEndpoint(
            RpcSettings settings,
            NodeEnvironment environment,
            Worker worker,
            PeerObserver observer,
            RpcListener listener) {
        this.settings = settings;
        this.own = settings.id();
        this.worker = worker;
        this.clock = environment.clock();
        this.rateLimit = new SourceRateLimit(MAX_PER_SOURCE, MAX_OF_STRANGERS, clock.nanos());
        this.strangers = new TimeShare(PERCENT_OF_STRANGERS, clock.nanos());
        this.random = environment.random();
        this.deadlines = new Deadlines(worker, clock);
        this.peers = new Peers(settings.timeout().toNanos());
        this.tokens = new AddressTokens(random);
        this.proofs = new IdentityProofs(settings.identity(), settings.network(), settings.puzzleBits(), clock.nanos());
        this.seal = settings.secret().map(DatagramSeal::new).orElse(null);
        this.transport = environment.datagrams();
        this.observer = observer;
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
        return calls;
    }

    /** The smoothed round-trip time of a peer in nanoseconds; 0 if it is not known. */
    public long roundTrip(InetSocketAddress peer) {
        return peers.smoothed(peer);
    }

    /** Whether it is known that CBOR is spoken at an address. */
    public boolean speaksCbor(InetSocketAddress address) {
        return peers.dialect(address) == Dialect.CBOR;
    }

    /**
     * Somebody who should know says that the node at an address is gone. Until it is heard of again, for ten seconds at most, {@link #call} and {@link #query} do not
     * wait for it: as after a call that it has not answered.
     */
    public void suspect(InetSocketAddress address) {
        peers.suspect(address, clock.nanos());
    }

    // Calling

    /** Calls a node; whoever answers with another id is not that node. The result is told once, on the worker; empty if there is none. */
    public <A, R> void call(Contact node, Rpc<A, R> procedure, A arguments, Consumer<Optional<R>> result) {
        begin(new OutgoingCall<>(
                this, node.address(), node, procedure, arguments, true, null, end -> result.accept(end.result())));
    }

    /**
     * As {@link #call}, for one who has others to ask. If the answer does not come within a usual round trip, {@code late} is told; if it does not come
     * to the repeated question either, the result is told to be empty already then. The peer itself has the whole timeout before it counts as silent.
     */
    public <A, R> void query(
            Contact node, Rpc<A, R> procedure, A arguments, Runnable late, Consumer<Optional<R>> result) {
        begin(new OutgoingCall<>(
                this, node.address(), node, procedure, arguments, true, late, end -> result.accept(end.result())));
    }

    /** As {@link #call}, but silence is not reported to the {@link PeerObserver}: the caller sees to that. */
    public <A, R> void probe(Contact node, Rpc<A, R> procedure, A arguments, Consumer<Optional<R>> result) {
        begin(new OutgoingCall<>(
                this, node.address(), node, procedure, arguments, false, null, end -> result.accept(end.result())));
    }

    /** Calls whoever is at an address. Tells how it ended. */
    public <A, R> void callAddress(
            InetSocketAddress address, Rpc<A, R> procedure, A arguments, Consumer<CallEnd<R>> end) {
        begin(new OutgoingCall<>(this, address, null, procedure, arguments, false, null, end));
    }

    private void begin(OutgoingCall<?, ?> call) {
        if (socket == null || calls >= MAX_PENDING || !call.canBePut()) {
            worker.execute(call::notSent);
            return;
        }
        calls++;
        call.ask();
    }

    void transmit(InetSocketAddress to, byte[] datagram) {
        if (socket != null) {
            byte[] sealed = seal == null ? datagram : seal.seal(datagram);
            listener.datagramSent(sealed.length);
            socket.send(to, sealed);
        }
    }

    /** The longest datagram of CBOR that may be handed to {@link #transmit}. */
    int maxDatagram() {
        return CborEnvelopeCodec.MAX_CBOR_DATAGRAM - (seal == null ? 0 : DatagramSeal.BYTES);
    }

    /** Another node answered with our own id. */
    void sameId(InetSocketAddress address) {
        if (sameId.size() < MAX_SAME_ID && sameId.add(address)) {
            log.warn(
                    "The node at {} has the same id as this node; give one of them another, the network cannot tell them"
                            + " apart (was a data folder copied?)",
                    address);
        }
    }

    // Receiving

    private void received(InetSocketAddress from, byte[] datagram) {
        listener.datagramReceived(datagram.length);
        if (from.getPort() == 0 || from.isUnresolved()) {
            discard(Discard.MALFORMED, from, "the sender's port is 0");
            return;
        }
        long now = clock.nanos();
        @Nullable Peer peer = peers.find(from);
        boolean known = (peer != null && peer.isProven(now))
                || from.getAddress().isLoopbackAddress()
                || isAwaited(from, datagram);
        if (!rateLimit.allows(from, known, now) || !(known || strangers.allows(now))) {
            listener.datagramDiscarded(Discard.TOO_MANY);
        } else if (datagram.length > MAX_DATAGRAM) {
            discard(Discard.TOO_LARGE, from, datagram.length + " bytes, allowed are " + MAX_DATAGRAM);
        } else {
            open(from, peer, datagram);
            if (!known) {
                strangers.spend(clock.nanos() - now);
            }
        }
    }

    /** Whether this looks like the answer of one whom we asked. */
    private boolean isAwaited(InetSocketAddress from, byte[] datagram) {
        OutgoingCall<?, ?> call = pending.get(Dialect.peekId(datagram));
        return call != null && call.address().equals(from);
    }

    private void open(InetSocketAddress from, @Nullable Peer peer, byte[] datagram) {
        byte[] opened = seal == null ? datagram : seal.open(datagram);
        if (opened == null) {
            discard(Discard.WRONG_SECRET, from, "it does not show this network's secret");
        } else {
            opened(from, peer, opened);
        }
    }

    private void opened(InetSocketAddress from, @Nullable Peer peer, byte[] datagram) {
        Decoded<Dialect> dialect = Dialect.of(datagram);
        if (dialect instanceof Decoded.Accepted<Dialect> accepted) {
            Optional<Dialect> spoken = accepted.value() == Dialect.CBOR
                    ? Optional.of(Dialect.CBOR)
                    : settings.compatibility().dialect();
            if (spoken.isPresent()) {
                received(from, peer, datagram, spoken.get());
            } else {
                discard(
                        Discard.OTHER_DIALECT,
                        from,
                        "it is JSON, which is read with compatibility seed or p2play only");
            }
        } else if (dialect instanceof Decoded.Rejected<Dialect> rejected) {
            discard(Discard.MALFORMED, from, rejected.detail());
        }
    }

    private void received(InetSocketAddress from, @Nullable Peer peer, byte[] datagram, Dialect dialect) {
        Decoded<Envelope> decoded = dialect.codec().decode(datagram);
        if (decoded instanceof Decoded.Accepted<Envelope> accepted) {
            Envelope envelope = accepted.value();
            if (envelope instanceof Envelope.Request request) {
                Rpc<?, ?> procedure = procedures.get(request.rpc());
                if (procedure == null) {
                    discard(Discard.UNKNOWN_RPC, from, "it calls an unknown procedure");
                } else {
                    if (peer == null) {
                        peers.called(from, dialect);
                    } else {
                        peer.speaks(dialect);
                    }
                    serve(new IncomingCall<>(this, from, peer, request, procedure, dialect, datagram.length));
                }
            } else {
                answered(from, envelope, dialect);
            }
        } else if (decoded instanceof Decoded.Rejected<Envelope> rejected) {
            boolean large = rejected.rejection() == Rejection.TOO_LARGE;
            discard(large ? Discard.TOO_LARGE : Discard.MALFORMED, from, rejected.detail());
        }
    }

    private void discard(Discard reason, InetSocketAddress from, String detail) {
        listener.datagramDiscarded(reason);
        log.debug("Discarded a datagram from {}: {}", from, detail);
    }

    private void answered(InetSocketAddress from, Envelope answer, Dialect dialect) {
        OutgoingCall<?, ?> call = pending.get(answer.id());
        if (call == null) {
            discard(Discard.NOT_PENDING, from, "it answers a call that awaits no answer");
        } else if (!call.address().equals(from)) {
            discard(Discard.WRONG_SENDER, from, "it answers a call that was made to somebody else");
        } else if (answer instanceof Envelope.Reply reply) {
            if (reply.rpc().isPresent()
                    && !reply.rpc().get().equals(call.procedure().name())) {
                discard(Discard.WRONG_SENDER, from, "it answers a call of another procedure");
            } else {
                call.accept(reply, dialect);
            }
        } else if (answer instanceof Envelope.Refusal refusal) {
            call.accept(refusal, dialect);
        }
    }

    // Serving

    private void serve(IncomingCall<?, ?> call) {
        InetSocketAddress address = call.caller().address();
        if (call.isOfAnotherNetwork()) {
            call.refuse(RefusalCode.WRONG_NETWORK, "this is network '" + shownNetwork() + "'");
            return;
        }
        if (call.needsToken()) {
            call.refuseForWantOfToken();
            return;
        }
        try {
            call.answer();
        } catch (BadValueException e) {
            discard(Discard.BAD_ARGUMENTS, address, call.procedure().name() + ": " + e.getMessage());
            call.refuseArguments(e);
            return;
        } catch (RuntimeException e) {
            listener.datagramDiscarded(Discard.HANDLER_FAILED);
            log.error(
                    "Serving {} for {} failed; it gets no answer",
                    call.procedure().name(),
                    call.caller(),
                    e);
            return;
        }
        OutgoingCall<?, ?> mine = call.caller().id().equals(own) ? pending.get(call.id()) : null;
        if (mine != null) {
            mine.reachedOurselves();
        }
        long now = clock.nanos();
        @Nullable Peer peer = call.peer();
        if (peer != null) {
            peer.served(now);
        }
        listener.served(call.procedure().name());
        NodeId id = call.caller().id();
        if (!settings.wantsProofs() || (peer != null && peer.isVerified(id, now)) || proofs.mayBe(id)) {
            observer.heard(call.caller(), false);
        }
    }

    private String shownNetwork() {
        String name = settings.network();
        int end = 0;
        int bytes = 0;
        while (end < name.length()) {
            int next = name.offsetByCodePoints(end, 1);
            bytes += name.substring(end, next).getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MAX_SHOWN_NETWORK) {
                return name.substring(0, end) + "...";
            }
            end = next;
        }
        return name;
    }

    /** Frees the port. Calls that await an answer end without one. */
    public CompletableFuture<Void> close() {
        DatagramTransport.Socket bound = socket;
        socket = null;
        List<OutgoingCall<?, ?>> rest = List.copyOf(new LinkedHashSet<>(pending.values()));
        deadlines.clear();
        rest.forEach(call -> call.end(null, RpcOutcome.NOT_SENT));
        return bound == null ? CompletableFuture.completedFuture(null) : bound.close();
    }
}
