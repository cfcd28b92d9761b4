package org.voxelpopuli.kademlia.rpc;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.CborEnvelopeCodec;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.kademlia.wire.Envelope;
import org.voxelpopuli.kademlia.wire.RefusalCode;
import org.voxelpopuli.kademlia.wire.ReplyOptions;

/** A call of another node, while it is served. Used on the endpoint's worker. */
final class IncomingCall<A, R> {
    /** An unproven address gets so many times the bytes that it sent. */
    static final int AMPLIFICATION = 3;

    private final RpcEndpoint endpoint;
    private @Nullable Peer peer;
    private final Contact caller;
    private final Envelope.Request request;
    private final Rpc<A, R> procedure;
    private final Dialect dialect;
    private final int bytes;
    private final boolean proven;

    IncomingCall(
            RpcEndpoint endpoint,
            InetSocketAddress from,
            @Nullable Peer peer,
            Envelope.Request request,
            Rpc<A, R> procedure,
            Dialect dialect,
            int bytes) {
        this.endpoint = endpoint;
        this.peer = peer;
        this.caller = new Contact(request.node(), from);
        this.request = request;
        this.procedure = procedure;
        this.dialect = dialect;
        this.bytes = bytes;
        this.proven = findProven();
    }

    Contact caller() {
        return caller;
    }

    /** What is known of the caller's address. */
    @Nullable
    Peer peer() {
        return peer;
    }

    Rpc<A, R> procedure() {
        return procedure;
    }

    long id() {
        return request.id();
    }

    /** Whether the caller receives at its address. Only who speaks CBOR has a way to prove it. */
    private boolean findProven() {
        OptionalLong token = request.options().token();
        InetSocketAddress address = caller.address();
        long now = endpoint.clock.nanos();
        if (dialect != Dialect.CBOR || (peer != null && peer.isProven(now))) {
            return true;
        }
        boolean shown = token.isPresent() && endpoint.tokens.isGood(token.getAsLong(), address, now);
        if (shown) {
            peer = endpoint.peers.proven(address, now);
        }
        return shown;
    }

    /** Whether the caller says that it belongs to another network. */
    boolean isOfAnotherNetwork() {
        OptionalLong network = request.options().network();
        return endpoint.settings.hasNetwork()
                && network.isPresent()
                && network.getAsLong() != endpoint.proofs.network();
    }

    /** Whether the caller must show first that it receives at its address. */
    boolean needsToken() {
        return procedure.leavesSomething() && !proven;
    }

    private ReplyOptions options() {
        boolean meansUs = request.options().to().isPresent()
                && request.options().to().getAsInt() == endpoint.own.prefix()
                && dialect == Dialect.CBOR;
        ReplyOptions options = meansUs ? ReplyOptions.NONE : ReplyOptions.NONE.withNode(endpoint.own);
        return proven ? options : options.withToken(endpoint.tokens.of(caller.address(), endpoint.clock.nanos()));
    }

    private ReplyOptions optionsWithProof() {
        ReplyOptions options = options();
        return request.options().network().isEmpty()
                ? options
                : endpoint.proofs
                        .prove(request.id(), caller.id(), proven, endpoint.clock.nanos())
                        .map(options::withProof)
                        .orElse(options);
    }

    /** Says that it is not served, and why; in fewer words to one who must not be sent so many bytes. */
    void refuse(RefusalCode code, String text) {
        byte[] refusal = refusal(code, text);
        endpoint.transmit(
                caller.address(), refusal.length <= longestAnswer() ? refusal : refusal(code, code.meaning()));
    }

    private byte[] refusal(RefusalCode code, String text) {
        return dialect.codec().encode(new Envelope.Refusal(request.id(), code.number(), text, options()));
    }

    private int longestAnswer() {
        int longest = endpoint.maxDatagram();
        return proven ? longest : Math.min(AMPLIFICATION * bytes, longest);
    }

    void refuseForWantOfToken() {
        refuse(RefusalCode.TOKEN_NEEDED, RefusalCode.TOKEN_NEEDED.meaning());
    }

    /** Says what is wrong with the arguments, if the dialect has words for it and the caller can be told without being sent more than he sent. */
    void refuseArguments(BadValueException why) {
        if (dialect.hasRefusals() && proven) {
            String text = String.valueOf(why.getMessage());
            boolean fits = text.getBytes(StandardCharsets.UTF_8).length <= Envelope.Refusal.MAX_TEXT;
            refuse(RefusalCode.BAD_VALUE, fits ? text : RefusalCode.BAD_VALUE.meaning());
        }
    }

    /**
     * Serves it.
     *
     * @throws BadValueException if the arguments are not what the procedure takes
     */
    void answer() throws BadValueException {
        A arguments = procedure.readArguments(request.args());
        R result = procedure.handle(caller, arguments);
        Optional<RefusalCode> refusal = dialect.hasRefusals() ? procedure.refusal(result) : Optional.empty();
        if (refusal.isPresent()) {
            refuse(refusal.get(), refusal.get().meaning());
            return;
        }
        ReplyOptions options = optionsWithProof();
        byte[] whole = encode(result, options);
        if (dialect != Dialect.CBOR) {
            endpoint.transmit(caller.address(), whole);
            return;
        }
        int limit = longestAnswer();
        Optional<byte[]> fitting = whole.length <= limit
                ? Optional.of(whole)
                : procedure.pages().flatMap(pages -> firstPage(pages, arguments, result, options, limit));
        if (fitting.isPresent()) {
            endpoint.transmit(caller.address(), fitting.get());
        } else if (!proven) {
            refuseForWantOfToken();
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
                : Optional.of(encode(pages.with(result, contacts.subList(0, count)), options.withMore(offset + count)));
    }
}
