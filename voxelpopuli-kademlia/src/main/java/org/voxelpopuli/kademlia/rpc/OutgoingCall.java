package org.voxelpopuli.kademlia.rpc;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.kademlia.wire.Envelope;
import org.voxelpopuli.kademlia.wire.Proof;
import org.voxelpopuli.kademlia.wire.RefusalCode;
import org.voxelpopuli.kademlia.wire.ReplyOptions;
import org.voxelpopuli.kademlia.wire.RequestOptions;

/** A call of ours that awaits its answer. Used on the endpoint's worker. */
final class OutgoingCall<A, R> implements Deadlines.Waiting {
    private static final long NONE = -1;

    /** What a proof, a token and an id add to an answer. */
    private static final int PROOF_IN_ANSWER = Proof.BYTES + 35;

    /** Pages of an answer that are asked for: more than 64 contacts take, of which only few fit into the first. */
    private static final int MAX_PAGES = 8;

    /** A short answer. */
    private static final int SHORT_ANSWER = 32;

    private static final Logger log = LoggerFactory.getLogger(RpcEndpoint.class);

    private final RpcEndpoint endpoint;

    private final InetSocketAddress address;
    private final @Nullable Contact expected;
    private final Rpc<A, R> procedure;
    private final boolean reportsSilence;
    private final @Nullable Runnable late;
    private final Consumer<CallEnd<R>> done;
    private final boolean suspected;
    private final long patience;
    private final List<Contact> earlierPages = new ArrayList<>(0);
    private @Nullable R firstPage;
    private int pagesAsked = 1;
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

    /** Whether the question asks for a proof; if not, its answer needs none, whatever another call has met with meanwhile. */
    private boolean asksForProof;

    OutgoingCall(
            RpcEndpoint endpoint,
            InetSocketAddress address,
            @Nullable Contact expected,
            Rpc<A, R> procedure,
            A arguments,
            boolean reportsSilence,
            @Nullable Runnable late,
            Consumer<CallEnd<R>> done) {
        this.endpoint = endpoint;
        this.address = address;
        this.expected = expected;
        this.procedure = procedure;
        this.arguments = arguments;
        this.reportsSilence = reportsSilence;
        this.late = late;
        this.done = done;
        RoundTripEstimate estimate = endpoint.peers.roundTrip(address);
        this.suspected = reportsSilence && endpoint.peers.isSuspected(address, endpoint.clock.nanos());
        if (suspected) {
            this.patience = estimate.shortest();
        } else {
            this.patience = late == null
                    ? estimate.timeout()
                    : Math.max(estimate.usual(), endpoint.peers.overall().usual());
        }
    }

    // Asking

    /** Sends the question for the first time, or for the first time as it is now. */
    void ask() {
        forgetIds();
        calledAt = endpoint.clock.nanos();
        asksForProof = wantsProof(calledAt);
        stage = 0;
        setDue();
        transmit();
        endpoint.deadlines.add(this);
    }

    private void forgetIds() {
        if (cborId != 0) {
            endpoint.pending.remove(cborId);
        }
        if (jsonId != NONE) {
            endpoint.pending.remove(jsonId);
        }
        cborId = 0;
        jsonId = NONE;
    }

    private void transmit() {
        @Nullable Dialect known = known();
        if (known == null || known == Dialect.CBOR) {
            endpoint.transmit(address, cbor());
        }
        Optional<Dialect> other = endpoint.settings.compatibility().dialect();
        if (other.isPresent() && (known == null ? stage > 0 : known != Dialect.CBOR) && isKnownIn(other.get())) {
            endpoint.transmit(address, json(other.get()));
        }
    }

    /** What is spoken with this peer; null if it is to be found out. */
    private @Nullable Dialect known() {
        Dialect preferred = endpoint.settings.preferred();
        return preferred == Dialect.CBOR ? endpoint.peers.dialect(address) : preferred;
    }

    private boolean isKnownIn(Dialect dialect) {
        return dialect.codec().knows(procedure.name());
    }

    /** Whether the question can be put in what is spoken with this peer. */
    boolean canBePut() {
        @Nullable Dialect known = known();
        return known == null || isKnownIn(known);
    }

    private byte[] cbor() {
        while (cborId == 0) {
            long id = endpoint.random.nextLong();
            // The ids of JSON are below.
            boolean ofCbor = id < 0 || id > Envelope.MAX_JSON_ID;
            if (ofCbor && endpoint.pending.putIfAbsent(id, this) == null) {
                cborId = id;
            }
        }
        RequestOptions options = RequestOptions.NONE;
        if (expected != null) {
            options = options.withTo(expected.id());
        }
        long now = endpoint.clock.nanos();
        boolean provenThere = endpoint.peers.isProvenThere(address, now);
        OptionalLong proof = token.isPresent() || provenThere ? token : endpoint.peers.token(address, now);
        if (proof.isPresent()) {
            options = options.withToken(proof.getAsLong());
            showedToken = true;
        }
        if (asksForProof) {
            options = options.withNetwork(endpoint.proofs.network());
        }
        byte[] request = encode(options);
        int answer = (procedure.pages().isPresent() ? endpoint.settings.usualAnswer() : SHORT_ANSWER)
                + (asksForProof ? PROOF_IN_ANSWER : 0);
        int missing = (answer + IncomingCall.AMPLIFICATION - 1) / IncomingCall.AMPLIFICATION - request.length;
        boolean pad = missing > 0 && proof.isEmpty() && !provenThere;
        return pad ? encode(options.withPadding(missing)) : request;
    }

    private boolean wantsProof(long now) {
        return endpoint.settings.wantsProofs()
                && (expected == null || !endpoint.peers.isVerified(address, expected.id(), now));
    }

    private byte[] encode(RequestOptions options) {
        return Dialect.CBOR
                .codec()
                .encode(new Envelope.Request(
                        cborId, endpoint.own, procedure.name(), procedure.writeArguments(arguments), options));
    }

    private byte[] json(Dialect dialect) {
        while (jsonId == NONE) {
            // P2Play's have 64 bits; those of which the first is set are ours in CBOR alone.
            long id = dialect == Dialect.JSON
                    ? endpoint.random.nextInt() & Envelope.MAX_JSON_ID
                    : endpoint.random.nextLong() >>> 1;
            if (endpoint.pending.putIfAbsent(id, this) == null) {
                jsonId = id;
            }
        }
        return dialect.codec()
                .encode(new Envelope.Request(
                        jsonId, endpoint.own, procedure.name(), procedure.writeArguments(arguments)));
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
        if (now - calledAt >= endpoint.settings.timeout().toNanos()) {
            timedOut();
            return false;
        }
        stage++;
        setDue();
        if (stage != 2) {
            transmit();
        }
        if (stage == 1 && suspected) {
            tell(CallEnd.of(RpcOutcome.TIMED_OUT));
        } else if (stage == 1 && late != null && !told) {
            late.run();
        } else if (stage == 2 && late != null) {
            tell(CallEnd.of(RpcOutcome.TIMED_OUT));
        }
        return !over;
    }

    private void setDue() {
        // An estimate from few answers may be too short. Nobody is given up before the time that hardly anybody
        // needs.
        long anybody = endpoint.peers.overall().timeout() * 5 / 4;
        long wait =
                switch (stage) {
                    case 0 -> patience;
                    case 1 -> Math.max(2 * patience, anybody);
                    case 2 -> Math.max(3 * patience, anybody);
                    default -> Long.MAX_VALUE;
                };
        due = calledAt + Math.min(endpoint.settings.timeout().toNanos(), wait);
    }

    private void timedOut() {
        if (!earlierPages.isEmpty()) {
            // The rest does not come; what came is an answer, too.
            procedure.pages().ifPresent(pages -> endWithPages(pages, List.of()));
            return;
        }
        endpoint.peers.silent(address, endpoint.clock.nanos());
        failed(RpcOutcome.TIMED_OUT, "");
    }

    // Being answered

    void accept(Envelope.Refusal refusal, Dialect dialect) {
        heard(refusal.options(), dialect);
        if (refusal.code() == RefusalCode.TOKEN_NEEDED
                && refusal.options().token().isPresent()
                && token.isEmpty()) {
            token = refusal.options().token();
            ask();
            return;
        }
        log.debug("{} refuses {}: {} ({})", address, procedure.name(), refusal.text(), refusal.code());
        if (isRightNode(refusal.options())) {
            if (expected != null && isVerified()) {
                endpoint.observer.heard(expected, true);
            } else if (expected != null && refusal.code() == RefusalCode.WRONG_NETWORK) {
                endpoint.observer.replaced(expected);
            }
            end(
                    procedure.refused(refusal.code()).orElse(null),
                    refusal.code() == RefusalCode.WRONG_NETWORK ? RpcOutcome.WRONG_NETWORK : RpcOutcome.REFUSED,
                    refusal.text());
        }
    }

    void accept(Envelope.Reply received, Dialect dialect) {
        R result;
        Envelope.Reply reply;
        try {
            reply = dialect.codec().answerOf(procedure.name(), received);
            result = procedure.readResult(reply.ret());
        } catch (BadValueException e) {
            log.debug("{} answered {} with nonsense: {}", address, procedure.name(), e.getMessage());
            failed(RpcOutcome.BAD_ANSWER, "");
            return;
        }
        heard(reply.options(), dialect);
        if (!isRightNode(reply.options())) {
            return;
        }
        if (asksForProof && !isVerified() && !proves(reply.options())) {
            if (reply.options().token().isPresent()
                    && token.isEmpty()
                    && reply.options().proof().isEmpty()) {
                // Strangers are proven to only now and then; with a token we are none.
                token = reply.options().token();
                ask();
            } else {
                log.debug("{} did not prove that it is {}", address, answerer);
                failed(
                        RpcOutcome.UNPROVEN,
                        answerer == null || endpoint.proofs.mayBe(answerer)
                                ? "does not prove who it is"
                                : "has an id made for an easier puzzle than that of this node");
            }
            return;
        }
        meet();
        Optional<ContactPages<A, R>> pages = procedure.pages();
        if (pages.isPresent()) {
            R possible = withPossibleContacts(pages.get(), result);
            if (isPart(reply)) {
                continuePages(pages.get(), possible, reply);
            } else {
                end(possible, RpcOutcome.ANSWERED);
            }
        } else {
            end(result, RpcOutcome.ANSWERED);
        }
    }

    /** What is told of nodes whose ids nobody may have is not worth a question. */
    private R withPossibleContacts(ContactPages<A, R> pages, R result) {
        if (!endpoint.settings.wantsProofs()) {
            return result;
        }
        List<Contact> told = pages.contacts(result);
        List<Contact> possible =
                told.stream().filter(each -> endpoint.proofs.mayBe(each.id())).toList();
        return possible.size() == told.size() ? result : pages.with(result, possible);
    }

    /** Notes what an answer says about the address that it came from. */
    private void heard(ReplyOptions options, Dialect dialect) {
        long now = endpoint.clock.nanos();
        endpoint.peers.answered(address, dialect, now - calledAt, now);
        if (options.token().isPresent()) {
            // Whoever brings a token does not take us for proven.
            endpoint.peers.given(address, options.token().getAsLong(), now);
        } else if (showedToken) {
            endpoint.peers.served(address, now);
        }
    }

    /** Whether the one who answers says that it is the one who was asked; if not, the call is over. */
    private boolean isRightNode(ReplyOptions options) {
        NodeId node = options.node().orElse(expected == null ? null : expected.id());
        if (node == null) {
            // Asked for its id by not being named, it does not tell it.
            end(null, RpcOutcome.BAD_ANSWER);
            return false;
        }
        answerer = node;
        if (expected != null && !expected.id().equals(node)) {
            endpoint.observer.replaced(expected);
            if (!node.equals(endpoint.own)) {
                endpoint.observer.heard(new Contact(node, address), !endpoint.settings.wantsProofs());
            }
            end(null, RpcOutcome.WRONG_NODE);
            return false;
        }
        return true;
    }

    private boolean isVerified() {
        return !endpoint.settings.wantsProofs()
                || (answerer != null && endpoint.peers.isVerified(address, answerer, endpoint.clock.nanos()));
    }

    private boolean proves(ReplyOptions options) {
        boolean good = answerer != null
                && options.proof().isPresent()
                && endpoint.proofs.isGood(options.proof().get(), cborId, answerer);
        if (good && answerer != null) {
            endpoint.peers.verified(address, answerer, endpoint.clock.nanos());
        }
        return good;
    }

    private void meet() {
        if (answerer != null && !answerer.equals(endpoint.own)) {
            endpoint.observer.heard(new Contact(answerer, address), true);
        } else if (!reachedOurselves) {
            endpoint.sameId(address);
        }
    }

    private void failed(RpcOutcome outcome, String detail) {
        if (reportsSilence && expected != null) {
            endpoint.observer.silent(expected, calledAt);
        }
        end(null, outcome, detail);
    }

    /** Whether pages came before this one, or are to come. */
    private boolean isPart(Envelope.Reply reply) {
        return firstPage != null || reply.options().more().isPresent();
    }

    private void continuePages(ContactPages<A, R> pages, R result, Envelope.Reply reply) {
        List<Contact> contacts = pages.contacts(result);
        int next = reply.options().more().orElse(0);
        // Who tells little or nothing on each page must not keep us asking.
        boolean more = next > pages.offset(arguments)
                && earlierPages.size() + contacts.size() < FindArguments.MAX_CONTACTS
                && pagesAsked++ < MAX_PAGES;
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

    /** We are who serves it. */
    void reachedOurselves() {
        reachedOurselves = true;
    }

    InetSocketAddress address() {
        return address;
    }

    Rpc<A, R> procedure() {
        return procedure;
    }

    // The end

    void notSent() {
        over = true;
        endpoint.listener.called(procedure.name(), RpcOutcome.NOT_SENT, 0);
        tell(CallEnd.of(RpcOutcome.NOT_SENT));
    }

    void end(@Nullable R result, RpcOutcome outcome) {
        end(result, outcome, "");
    }

    private void end(@Nullable R result, RpcOutcome outcome, String detail) {
        if (!over) {
            over = true;
            endpoint.calls--;
            forgetIds();
            endpoint.listener.called(procedure.name(), outcome, endpoint.clock.nanos() - calledAt);
            tell(new CallEnd<>(outcome, Optional.ofNullable(answerer), Optional.ofNullable(result), detail));
        }
    }

    private void tell(CallEnd<R> end) {
        if (!told) {
            told = true;
            done.accept(end);
        }
    }
}
