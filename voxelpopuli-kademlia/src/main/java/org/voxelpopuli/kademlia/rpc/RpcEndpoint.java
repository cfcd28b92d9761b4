package org.voxelpopuli.kademlia.rpc;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
import org.voxelpopuli.kademlia.wire.ReplyOptions;
import org.voxelpopuli.kademlia.wire.RequestOptions;
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
 * <p><b>Dialects.</b> A request is answered in the dialect that it came in. Who is called for the first time is asked in CBOR, and the repeated question is put in
 * JSON too.
 *
 * <p><b>Time.</b> A call that is not answered within the peer's {@linkplain RoundTripEstimate timeout} is sent again, and after three times this a last
 * time, as long as the call's own timeout has not passed: a lost datagram costs little more than a round trip.
 *
 * <p><b>Amplification.</b> In CBOR, an address that has not proven to be the sender's gets at most three times the bytes that it sent (the rule of RFC 9000, section 8). Who
 * expects more pads his request, asks for the rest with the token that comes with the answer, or is refused with one. What is to be stored is taken only from proven addresses.
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

    /** An unproven address gets so many times the bytes that it sent. */
    private static final int AMPLIFICATION = 3;

    private static final Logger log = LoggerFactory.getLogger(RpcEndpoint.class);

    private final NodeId own;
    private final Duration timeout;
    private final Dialect preferred;
    private final int usualAnswer;
    private final Worker worker;
    private final NodeClock clock;
    private final RandomGenerator random;
    private final DatagramTransport transport;
    private final PeerObserver observer;
    private final RpcListener listener;
    private final Map<String, Rpc<?, ?>> procedures = new HashMap<>();
    private final Map<Long, Call<?, ?>> pending = new HashMap<>();
    private final Deadlines deadlines;
    private final Peers peers;
    private final AddressTokens tokens;
    private final SourceRateLimit rateLimit;
    private final Set<InetSocketAddress> sameId = new HashSet<>();
    private DatagramTransport.@Nullable Socket socket;
    private int calls;

    /**
     * An endpoint that is not yet bound.
     *
     * @param own the id in what we send
     * @param timeout of a call
     * @param preferred CBOR to speak it with all who do; JSON to speak nothing else unless asked in CBOR
     * @param usualAnswer bytes of a usual answer with contacts in CBOR, for which requests to strangers make room
     * @param observer is told who was heard and who was silent
     */
    public RpcEndpoint(
            NodeId own,
            Duration timeout,
            Dialect preferred,
            int usualAnswer,
            NodeEnvironment environment,
            Worker worker,
            PeerObserver observer,
            RpcListener listener) {
        this.own = own;
        this.timeout = timeout;
        this.preferred = preferred;
        this.usualAnswer = usualAnswer;
        this.worker = worker;
        this.clock = environment.clock();
        this.rateLimit = new SourceRateLimit(MAX_PER_SOURCE, MAX_OF_STRANGERS, clock.nanos());
        this.random = environment.random();
        this.deadlines = new Deadlines(worker, clock);
        this.peers = new Peers(timeout.toNanos());
        this.tokens = new AddressTokens(random);
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

    // Calling

    /** Calls a node; whoever answers with another id is not that node. The result is told once, on the worker; empty if there is none. */
    public <A, R> void call(Contact node, Rpc<A, R> procedure, A arguments, Consumer<Optional<R>> result) {
        begin(new Call<>(node.address(), node, procedure, arguments, true, null, (id, value) -> result.accept(value)));
    }

    /**
     * As {@link #call}, for one who has others to ask. If the answer does not come within a usual round trip, {@code late} is told; if it does not come
     * to the repeated question either, the result is told to be empty already then. The peer itself has the whole timeout before it counts as silent.
     */
    public <A, R> void query(
            Contact node, Rpc<A, R> procedure, A arguments, Runnable late, Consumer<Optional<R>> result) {
        begin(new Call<>(node.address(), node, procedure, arguments, true, late, (id, value) -> result.accept(value)));
    }

    /** As {@link #call}, but silence is not reported to the {@link PeerObserver}: the caller sees to that. */
    public <A, R> void probe(Contact node, Rpc<A, R> procedure, A arguments, Consumer<Optional<R>> result) {
        begin(new Call<>(node.address(), node, procedure, arguments, false, null, (id, value) -> result.accept(value)));
    }

    /** Calls whoever is at an address. Tells the id that answered, or empty. */
    public <A, R> void callAddress(
            InetSocketAddress address, Rpc<A, R> procedure, A arguments, Consumer<Optional<NodeId>> answerer) {
        begin(new Call<>(
                address,
                null,
                procedure,
                arguments,
                false,
                null,
                (id, value) -> answerer.accept(value.isPresent() ? Optional.ofNullable(id) : Optional.empty())));
    }

    private void begin(Call<?, ?> call) {
        if (socket == null || calls >= MAX_PENDING) {
            worker.execute(call::notSent);
            return;
        }
        calls++;
        call.ask();
    }

    private void transmit(InetSocketAddress to, byte[] datagram) {
        if (socket != null) {
            listener.datagramSent(datagram.length);
            socket.send(to, datagram);
        }
    }

    // Receiving

    private void received(InetSocketAddress from, byte[] datagram) {
        listener.datagramReceived(datagram.length);
        long now = clock.nanos();
        if (from.getPort() == 0 || from.isUnresolved()) {
            discard(Discard.MALFORMED, from, "the sender's port is 0");
        } else if (!rateLimit.allows(from, peers.isProven(from, now), now)) {
            listener.datagramDiscarded(Discard.TOO_MANY);
        } else if (datagram.length > MAX_DATAGRAM) {
            discard(Discard.TOO_LARGE, from, datagram.length + " bytes, allowed are " + MAX_DATAGRAM);
        } else {
            Decoded<Dialect> dialect = Dialect.of(datagram);
            if (dialect instanceof Decoded.Accepted<Dialect> accepted) {
                received(from, datagram, accepted.value());
            } else if (dialect instanceof Decoded.Rejected<Dialect> rejected) {
                discard(Discard.MALFORMED, from, rejected.detail());
            }
        }
    }

    private void received(InetSocketAddress from, byte[] datagram, Dialect dialect) {
        Decoded<Envelope> decoded = dialect.codec().decode(datagram);
        if (decoded instanceof Decoded.Accepted<Envelope> accepted) {
            Envelope envelope = accepted.value();
            if (envelope instanceof Envelope.Request request) {
                Rpc<?, ?> procedure = procedures.get(request.rpc());
                if (procedure == null) {
                    discard(Discard.UNKNOWN_RPC, from, "it calls an unknown procedure");
                } else {
                    serve(new Service<>(
                            new Contact(request.node(), from), request, procedure, dialect, datagram.length));
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
        Call<?, ?> call = pending.get(answer.id());
        if (call == null) {
            discard(Discard.NOT_PENDING, from, "it answers a call that awaits no answer");
        } else if (!call.address.equals(from)) {
            discard(Discard.WRONG_SENDER, from, "it answers a call that was made to somebody else");
        } else if (answer instanceof Envelope.Reply reply) {
            if (reply.rpc().isPresent() && !reply.rpc().get().equals(call.procedure.name())) {
                discard(Discard.WRONG_SENDER, from, "it answers a call of another procedure");
            } else {
                call.accept(reply, dialect);
            }
        } else if (answer instanceof Envelope.Refusal refusal) {
            call.accept(refusal, dialect);
        }
    }

    // Serving

    private <A, R> void serve(Service<A, R> service) {
        InetSocketAddress address = service.caller.address();
        peers.called(address, service.dialect);
        if (service.procedure.leavesSomething() && !service.isProven()) {
            service.needToken();
            return;
        }
        try {
            service.answer();
        } catch (BadValueException e) {
            discard(Discard.BAD_ARGUMENTS, address, service.procedure.name() + ": " + e.getMessage());
            return;
        } catch (RuntimeException e) {
            listener.datagramDiscarded(Discard.HANDLER_FAILED);
            log.error("Serving {} for {} failed; it gets no answer", service.procedure.name(), service.caller, e);
            return;
        }
        Call<?, ?> mine = service.caller.id().equals(own) ? pending.get(service.request.id()) : null;
        if (mine != null) {
            mine.reachedOurselves = true;
        }
        peers.served(address, clock.nanos());
        listener.served(service.procedure.name());
        observer.heard(service.caller, false);
    }

    /** A call of another node, while it is served. */
    private final class Service<A, R> {
        private final Contact caller;
        private final Envelope.Request request;
        private final Rpc<A, R> procedure;
        private final Dialect dialect;
        private final int bytes;

        Service(Contact caller, Envelope.Request request, Rpc<A, R> procedure, Dialect dialect, int bytes) {
            this.caller = caller;
            this.request = request;
            this.procedure = procedure;
            this.dialect = dialect;
            this.bytes = bytes;
        }

        /** Whether the caller receives at its address. Who speaks JSON has no way to prove it. */
        boolean isProven() {
            OptionalLong token = request.options().token();
            long now = clock.nanos();
            if (dialect == Dialect.JSON || peers.isProven(caller.address(), now)) {
                return true;
            }
            boolean shown = token.isPresent() && tokens.isGood(token.getAsLong(), caller.address(), now);
            if (shown) {
                peers.proven(caller.address(), now);
            }
            return shown;
        }

        private ReplyOptions options() {
            boolean meansUs =
                    request.options().to().isPresent() && request.options().to().getAsInt() == own.prefix();
            return meansUs && dialect == Dialect.CBOR ? ReplyOptions.NONE : ReplyOptions.NONE.withNode(own);
        }

        private ReplyOptions optionsWithToken() {
            return options().withToken(tokens.of(caller.address(), clock.nanos()));
        }

        void needToken() {
            refuse(RefusalCode.TOKEN_NEEDED, "send it again with this token");
        }

        private void refuse(RefusalCode code, String text) {
            transmit(
                    caller.address(),
                    dialect.codec()
                            .encode(new Envelope.Refusal(request.id(), code.number(), text, optionsWithToken())));
        }

        void answer() throws BadValueException {
            A arguments = procedure.readArguments(request.args());
            R result = procedure.handle(caller, arguments);
            boolean proven = isProven();
            ReplyOptions options = proven ? options() : optionsWithToken();
            byte[] whole = encode(result, options);
            if (dialect == Dialect.JSON) {
                transmit(caller.address(), whole);
                return;
            }
            int limit = proven
                    ? CborEnvelopeCodec.MAX_CBOR_DATAGRAM
                    : Math.min(AMPLIFICATION * bytes, CborEnvelopeCodec.MAX_CBOR_DATAGRAM);
            Optional<byte[]> fitting = whole.length <= limit
                    ? Optional.of(whole)
                    : procedure.pages().flatMap(pages -> firstPage(pages, arguments, result, options, limit));
            if (fitting.isPresent()) {
                transmit(caller.address(), fitting.get());
            } else if (!proven) {
                needToken();
            } else {
                throw new IllegalStateException("the answer has " + whole.length + " bytes, allowed are " + limit);
            }
        }

        private byte[] encode(R result, ReplyOptions options) {
            return dialect.codec()
                    .encode(new Envelope.Reply(
                            request.id(), Optional.of(procedure.name()), procedure.writeResult(result), options));
        }

        /** As many of the contacts as fit, and where the others begin. */
        private Optional<byte[]> firstPage(
                ContactPages<A, R> pages, A arguments, R result, ReplyOptions options, int limit) {
            List<Contact> contacts = pages.contacts(result);
            int offset = pages.offset(arguments);
            // What stands around the contacts in a result is the same for any number of them.
            int around = encode(pages.with(result, List.of()), options.withMore(offset + contacts.size())).length;
            int count = CborEnvelopeCodec.contactsThatFit(contacts, 0, limit - around);
            return count == 0 || contacts.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            encode(pages.with(result, contacts.subList(0, count)), options.withMore(offset + count)));
        }
    }

    /** Frees the port. Calls that await an answer end without one. */
    public CompletableFuture<Void> close() {
        DatagramTransport.Socket bound = socket;
        socket = null;
        List<Call<?, ?>> rest = List.copyOf(new HashSet<>(pending.values()));
        deadlines.clear();
        rest.forEach(call -> call.end(null, RpcOutcome.NOT_SENT));
        return bound == null ? CompletableFuture.completedFuture(null) : bound.close();
    }

    /** Receives the end of a call. */
    @FunctionalInterface
    private interface Done<R> {
        void accept(@Nullable NodeId answerer, Optional<R> result);
    }

    /** A call of ours that awaits its answer. */
    private final class Call<A, R> implements Deadlines.Waiting {
        private static final long NONE = -1;

        private final InetSocketAddress address;
        private final @Nullable Contact expected;
        private final Rpc<A, R> procedure;
        private final boolean reportsSilence;
        private final @Nullable Runnable late;
        private final Done<R> done;
        private final long patience;
        private final List<Contact> earlierPages = new ArrayList<>(0);
        private @Nullable R firstPage;
        private A arguments;
        private OptionalLong token = OptionalLong.empty();
        private long calledAt;
        private long cborId;
        private long jsonId = NONE;
        private @Nullable NodeId answerer;
        private int stage;
        private long due;
        private boolean told;
        private boolean over;
        private boolean reachedOurselves;
        private boolean showedToken;

        Call(
                InetSocketAddress address,
                @Nullable Contact expected,
                Rpc<A, R> procedure,
                A arguments,
                boolean reportsSilence,
                @Nullable Runnable late,
                Done<R> done) {
            this.address = address;
            this.expected = expected;
            this.procedure = procedure;
            this.arguments = arguments;
            this.reportsSilence = reportsSilence;
            this.late = late;
            this.done = done;
            RoundTripEstimate estimate = peers.roundTrip(address);
            this.patience = late == null
                    ? estimate.timeout()
                    : Math.max(estimate.usual(), peers.overall().usual());
        }

        // Asking

        /** Sends the question for the first time, or for the first time as it is now. */
        void ask() {
            forgetIds();
            calledAt = clock.nanos();
            stage = 0;
            setDue();
            transmit();
            deadlines.add(this);
        }

        private void forgetIds() {
            if (cborId != 0) {
                pending.remove(cborId);
            }
            if (jsonId != NONE) {
                pending.remove(jsonId);
            }
            cborId = 0;
            jsonId = NONE;
        }

        private void transmit() {
            Dialect known = preferred == Dialect.JSON ? Dialect.JSON : peers.dialect(address);
            if (known != Dialect.JSON) {
                RpcEndpoint.this.transmit(address, cbor());
            }
            if (known == Dialect.JSON || (known == null && stage > 0)) {
                RpcEndpoint.this.transmit(address, json());
            }
        }

        private byte[] cbor() {
            while (cborId == 0) {
                long id = random.nextLong();
                // The ids of JSON are below.
                boolean ofCbor = id < 0 || id > Envelope.MAX_JSON_ID;
                if (ofCbor && pending.putIfAbsent(id, this) == null) {
                    cborId = id;
                }
            }
            RequestOptions options = RequestOptions.NONE;
            if (expected != null) {
                options = options.withTo(expected.id());
            }
            long now = clock.nanos();
            boolean provenThere = peers.isProvenThere(address, now);
            OptionalLong proof = token.isPresent() || provenThere ? token : peers.token(address, now);
            if (proof.isPresent()) {
                options = options.withToken(proof.getAsLong());
                showedToken = true;
            }
            byte[] request = encode(options);
            int missing = usualAnswer / AMPLIFICATION - request.length;
            boolean pad = missing > 0 && procedure.pages().isPresent() && proof.isEmpty() && !provenThere;
            return pad ? encode(options.withPadding(missing)) : request;
        }

        private byte[] encode(RequestOptions options) {
            return Dialect.CBOR
                    .codec()
                    .encode(new Envelope.Request(
                            cborId, own, procedure.name(), procedure.writeArguments(arguments), options));
        }

        private byte[] json() {
            while (jsonId == NONE) {
                long id = random.nextInt() & Envelope.MAX_JSON_ID;
                if (pending.putIfAbsent(id, this) == null) {
                    jsonId = id;
                }
            }
            return Dialect.JSON
                    .codec()
                    .encode(new Envelope.Request(jsonId, own, procedure.name(), procedure.writeArguments(arguments)));
        }

        // Waiting

        @Override
        public long due() {
            return due;
        }

        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public boolean isLate(long now) {
            if (now - calledAt >= timeout.toNanos()) {
                timedOut();
                return false;
            }
            stage++;
            setDue();
            if (stage != 2) {
                transmit();
            }
            if (stage == 1 && late != null && !told) {
                late.run();
            } else if (stage == 2 && late != null) {
                tell(null);
            }
            return !over;
        }

        private void setDue() {
            // An estimate from few answers may be too short. Nobody is given up before the time that hardly anybody
            // needs.
            long anybody = peers.overall().timeout() * 5 / 4;
            long wait =
                    switch (stage) {
                        case 0 -> patience;
                        case 1 -> Math.max(2 * patience, anybody);
                        case 2 -> Math.max(3 * patience, anybody);
                        default -> Long.MAX_VALUE;
                    };
            due = calledAt + Math.min(timeout.toNanos(), wait);
        }

        private void timedOut() {
            if (!earlierPages.isEmpty()) {
                // The rest does not come; what came is an answer, too.
                procedure.pages().ifPresent(pages -> endWithPages(pages, List.of()));
                return;
            }
            peers.silent(address);
            if (reportsSilence && expected != null) {
                observer.silent(expected, calledAt);
            }
            end(null, RpcOutcome.TIMED_OUT);
        }

        // Being answered

        void accept(Envelope.Refusal refusal, Dialect dialect) {
            if (!heard(refusal.options(), dialect)) {
                return;
            }
            if (refusal.code() == RefusalCode.TOKEN_NEEDED
                    && refusal.options().token().isPresent()
                    && token.isEmpty()) {
                token = refusal.options().token();
                ask();
            } else {
                log.debug("{} refuses {}: {} ({})", address, procedure.name(), refusal.text(), refusal.code());
                end(null, RpcOutcome.REFUSED);
            }
        }

        void accept(Envelope.Reply reply, Dialect dialect) {
            R result;
            try {
                result = procedure.readResult(reply.ret());
            } catch (BadValueException e) {
                log.debug("{} answered {} with nonsense: {}", address, procedure.name(), e.getMessage());
                if (reportsSilence && expected != null) {
                    observer.silent(expected, calledAt);
                }
                end(null, RpcOutcome.BAD_ANSWER);
                return;
            }
            if (heard(reply.options(), dialect)) {
                Optional<ContactPages<A, R>> pages = procedure.pages();
                if (pages.isPresent() && isPart(reply)) {
                    continuePages(pages.get(), result, reply);
                } else {
                    end(result, RpcOutcome.ANSWERED);
                }
            }
        }

        /** Whether the one who answers is the one who was asked; if not, the call is over. */
        private boolean heard(ReplyOptions options, Dialect dialect) {
            long now = clock.nanos();
            peers.answered(address, dialect, now - calledAt, now);
            if (options.token().isPresent()) {
                // Whoever brings a token does not take us for proven.
                peers.given(address, options.token().getAsLong(), now);
            } else if (showedToken) {
                peers.served(address, now);
            }
            NodeId node = options.node().orElse(expected == null ? null : expected.id());
            if (node == null) {
                // Asked for its id by not being named, it does not tell it.
                end(null, RpcOutcome.BAD_ANSWER);
                return false;
            }
            answerer = node;
            boolean right = expected == null || expected.id().equals(node);
            if (!right && expected != null) {
                observer.replaced(expected);
            }
            if (!node.equals(own)) {
                observer.heard(new Contact(node, address), true);
            } else if (!reachedOurselves && sameId.size() < MAX_SAME_ID && sameId.add(address)) {
                log.warn(
                        "The node at {} has the same id as this node; give one of them another, the network cannot tell them"
                                + " apart (was a data folder copied?)",
                        address);
            }
            if (!right) {
                end(null, RpcOutcome.WRONG_NODE);
            }
            return right;
        }

        /** Whether pages came before this one, or are to come. */
        private boolean isPart(Envelope.Reply reply) {
            return firstPage != null || reply.options().more().isPresent();
        }

        private void continuePages(ContactPages<A, R> pages, R result, Envelope.Reply reply) {
            List<Contact> contacts = pages.contacts(result);
            int next = reply.options().more().orElse(0);
            boolean more = next > pages.offset(arguments)
                    && earlierPages.size() + contacts.size() < FindArguments.MAX_CONTACTS;
            firstPage = firstPage == null ? result : firstPage;
            if (!more) {
                endWithPages(pages, contacts);
                return;
            }
            earlierPages.addAll(contacts);
            arguments = pages.from(arguments, next);
            token = reply.options().token().isPresent() ? reply.options().token() : token;
            ask();
        }

        private void endWithPages(ContactPages<A, R> pages, List<Contact> last) {
            List<Contact> all = new ArrayList<>(earlierPages);
            all.addAll(last);
            end(firstPage == null ? null : pages.with(firstPage, all), RpcOutcome.ANSWERED);
        }

        // The end

        void notSent() {
            over = true;
            listener.called(procedure.name(), RpcOutcome.NOT_SENT, 0);
            tell(null);
        }

        void end(@Nullable R result, RpcOutcome outcome) {
            if (!over) {
                over = true;
                calls--;
                forgetIds();
                listener.called(procedure.name(), outcome, clock.nanos() - calledAt);
                tell(result);
            }
        }

        private void tell(@Nullable R result) {
            if (!told) {
                told = true;
                done.accept(answerer, Optional.ofNullable(result));
            }
        }
    }
}
