package org.voxelpopuli.kademlia.wire;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Rejection;

/**
 * Our own dialect: one CBOR array (RFC 8949) of definite length per datagram, laid out as docs/kademlia-wire.md says.
 *
 * <p>Written and read by hand, since a node spends most of its time on it: what a general library would find out at run time (types, names, nesting) stands in
 * the code, contacts are packed, and a datagram is built in one array.
 */
public final class CborEnvelopeCodec implements EnvelopeCodec {
    /**
     * The longest datagram that should be sent: what is certain to pass everywhere in one piece. That is IPv6's smallest MTU, 1280 (RFC 8200 section 5), less the
     * headers of IPv6, 40, and of UDP, 8.
     */
    public static final int MAX_CBOR_DATAGRAM = 1280 - 40 - 8;

    /**
     * Bytes that the value of a record may have in CBOR. With it a signed record fits into a datagram, both on its way to a holder and in an answer that proves who answers,
     * and leaves 16 bytes for the seal of a secret network.
     */
    public static final int MAX_RECORD_VALUE = 910;

    private static final int REQUEST = 1;
    private static final int REPLY = 2;
    private static final int REFUSAL = 3;

    private static final int TO = 1;
    private static final int PADDING = 2;
    private static final int NODE = 1;
    private static final int TOKEN = 3;
    private static final int MORE = 4;
    private static final int NETWORK = 4;
    private static final int PROOF = 5;

    /** Keys of options are below this, so that a word of bits says which have been seen. */
    private static final int MAX_OPTION = 63;

    private static final int TO_BYTES = 4;
    private static final int TOKEN_BYTES = 8;
    private static final int NETWORK_BYTES = 8;

    /** Type and call id of any message. */
    private static final int HEAD_BYTES = 11;

    @Override
    public byte[] encode(Envelope envelope) {
        CborWriter writer = new CborWriter();
        if (envelope instanceof Envelope.Request request) {
            int options = count(request.options());
            begin(writer, REQUEST, 5, options, request.id());
            writer.nodeId(request.node());
            Integer number = RpcNumbers.number(request.rpc());
            if (number == null) {
                writer.text(request.rpc());
            } else {
                writer.unsigned(number);
            }
            writer.head(Cbor.ARRAY, request.args().size());
            for (WireValue argument : request.args()) {
                writer.value(argument);
            }
            if (options > 0) {
                writer.head(Cbor.MAP, options);
                write(request.options(), writer);
            }
        } else if (envelope instanceof Envelope.Reply reply) {
            int options = count(reply.options());
            begin(writer, REPLY, 3, options, reply.id());
            writer.value(reply.ret());
            write(reply.options(), options, writer);
        } else if (envelope instanceof Envelope.Refusal refusal) {
            int options = count(refusal.options());
            begin(writer, REFUSAL, 4, options, refusal.id());
            writer.unsigned(refusal.number());
            writer.text(refusal.text());
            write(refusal.options(), options, writer);
        }
        return writer.toByteArray();
    }

    private static void begin(CborWriter writer, int type, int parts, int options, long id) {
        writer.head(Cbor.ARRAY, parts + (options > 0 ? 1 : 0));
        writer.unsigned(type);
        writer.callId(id);
    }

    private static int one(boolean present) {
        return present ? 1 : 0;
    }

    private static int count(RequestOptions options) {
        return one(options.to().isPresent())
                + one(options.padding() > 0)
                + one(options.token().isPresent())
                + one(options.network().isPresent());
    }

    private static void write(RequestOptions options, CborWriter writer) {
        if (options.to().isPresent()) {
            writer.unsigned(TO);
            writer.byteString(options.to().getAsInt(), TO_BYTES);
        }
        if (options.padding() > 0) {
            writer.unsigned(PADDING);
            writer.byteString(options.padding());
        }
        writeToken(options.token(), writer);
        if (options.network().isPresent()) {
            writer.unsigned(NETWORK);
            writer.byteString(options.network().getAsLong(), NETWORK_BYTES);
        }
    }

    private static int count(ReplyOptions options) {
        return one(options.node().isPresent())
                + one(options.token().isPresent())
                + one(options.more().isPresent())
                + one(options.proof().isPresent());
    }

    private static void write(ReplyOptions options, int count, CborWriter writer) {
        if (count == 0) {
            return;
        }
        writer.head(Cbor.MAP, count);
        if (options.node().isPresent()) {
            writer.unsigned(NODE);
            writer.nodeId(options.node().get());
        }
        writeToken(options.token(), writer);
        if (options.more().isPresent()) {
            writer.unsigned(MORE);
            writer.unsigned(options.more().getAsInt());
        }
        if (options.proof().isPresent()) {
            writer.unsigned(PROOF);
            writer.byteString(options.proof().get().array());
        }
    }

    private static void writeToken(OptionalLong token, CborWriter writer) {
        if (token.isPresent()) {
            writer.unsigned(TOKEN);
            writer.byteString(token.getAsLong(), TOKEN_BYTES);
        }
    }

    /** The call id of a datagram that may be a message of this dialect; any number if it is none. */
    static long peekId(byte[] datagram) {
        return datagram.length < HEAD_BYTES ? 0 : ByteBuffer.wrap(datagram).getLong(HEAD_BYTES - Long.BYTES);
    }

    @Override
    public Decoded<Envelope> decode(byte[] datagram) {
        try {
            return new Decoded.Accepted<>(read(new CborReader(datagram)));
        } catch (BadValueException e) {
            return new Decoded.Rejected<>(e.rejection(), String.valueOf(e.getMessage()));
        }
    }

    private static Envelope read(CborReader reader) throws BadValueException {
        int parts = reader.array("a datagram");
        int type = reader.unsigned("the type of a message", Integer.MAX_VALUE);
        int least =
                switch (type) {
                    case REQUEST -> 5;
                    case REPLY -> 3;
                    case REFUSAL -> 4;
                    default ->
                        throw new BadValueException(
                                Rejection.UNKNOWN_TYPE, "a message of an unknown type, allowed is 1..3");
                };
        if (parts != least && parts != least + 1) {
            throw new BadValueException(
                    Rejection.WRONG_SHAPE,
                    "a message of type " + type + " has " + parts + " parts, allowed are " + least + " or "
                            + (least + 1));
        }
        boolean options = parts > least;
        long id = reader.callId();
        Envelope envelope =
                switch (type) {
                    case REQUEST -> readRequest(reader, id, options);
                    case REPLY ->
                        new Envelope.Reply(id, Optional.empty(), reader.value(1), readReplyOptions(reader, options));
                    default -> readRefusal(reader, id, options);
                };
        reader.end();
        return envelope;
    }

    private static Envelope readRequest(CborReader reader, long id, boolean options) throws BadValueException {
        NodeId node = reader.nodeId("the sender's id");
        String rpc = readRpc(reader);
        List<WireValue> args = reader.values(reader.array("args"), 2);
        return new Envelope.Request(id, node, rpc, args, options ? readRequestOptions(reader) : RequestOptions.NONE);
    }

    private static String readRpc(CborReader reader) throws BadValueException {
        if (reader.nextIsText()) {
            return reader.utf8("the name of a procedure", WireLimits.MAX_RPC_NAME);
        }
        int number = reader.unsigned("the number of a procedure", Integer.MAX_VALUE);
        if (number >= RpcNumbers.NAMES.size()) {
            throw new BadValueException(
                    Rejection.UNKNOWN_TYPE,
                    "the number of a procedure is unknown, allowed is a name or 0.." + (RpcNumbers.NAMES.size() - 1));
        }
        return RpcNumbers.NAMES.get(number);
    }

    private static Envelope readRefusal(CborReader reader, long id, boolean options) throws BadValueException {
        int number = reader.unsigned("the number of a refusal", Envelope.Refusal.MAX_NUMBER);
        String text = reader.utf8("the text of a refusal", Envelope.Refusal.MAX_TEXT);
        return new Envelope.Refusal(id, number, text, readReplyOptions(reader, options));
    }

    /** Reads options; each is offered by its key, and passed over if it is not known. */
    private static void readOptions(CborReader reader, OptionReader known) throws BadValueException {
        long seen = 0;
        for (int left = reader.map("the options"); left > 0; left--) {
            int key = reader.unsigned("the key of an option", MAX_OPTION);
            if ((seen >>> key & 1) != 0) {
                throw new BadValueException(Rejection.WRONG_SHAPE, "an option occurs twice, allowed is once");
            }
            seen |= 1L << key;
            if (!known.read(key)) {
                reader.skip(2);
            }
        }
    }

    private interface OptionReader {
        boolean read(int key) throws BadValueException;
    }

    private static RequestOptions readRequestOptions(CborReader reader) throws BadValueException {
        RequestOptionReader options = new RequestOptionReader(reader);
        readOptions(reader, options);
        return new RequestOptions(options.to, options.padding, options.token, options.network);
    }

    private static ReplyOptions readReplyOptions(CborReader reader, boolean present) throws BadValueException {
        if (!present) {
            return ReplyOptions.NONE;
        }
        ReplyOptionReader options = new ReplyOptionReader(reader);
        readOptions(reader, options);
        return new ReplyOptions(
                Optional.ofNullable(options.node), options.token, options.more, Optional.ofNullable(options.proof));
    }

    private static OptionalLong readToken(CborReader reader) throws BadValueException {
        return OptionalLong.of(reader.fixedBytes("token", TOKEN_BYTES));
    }

    private static final class RequestOptionReader implements OptionReader {
        private final CborReader reader;
        private OptionalInt to = OptionalInt.empty();
        private int padding;
        private OptionalLong token = OptionalLong.empty();
        private OptionalLong network = OptionalLong.empty();

        RequestOptionReader(CborReader reader) {
            this.reader = reader;
        }

        @Override
        public boolean read(int key) throws BadValueException {
            switch (key) {
                case TO -> to = OptionalInt.of((int) reader.fixedBytes("to", TO_BYTES));
                case PADDING -> padding = reader.skipBytes("padding", RequestOptions.MAX_PADDING);
                case TOKEN -> token = readToken(reader);
                case NETWORK -> network = OptionalLong.of(reader.fixedBytes("network", NETWORK_BYTES));
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    private static final class ReplyOptionReader implements OptionReader {
        private final CborReader reader;
        private @Nullable NodeId node;
        private OptionalLong token = OptionalLong.empty();
        private OptionalInt more = OptionalInt.empty();
        private @Nullable Proof proof;

        ReplyOptionReader(CborReader reader) {
            this.reader = reader;
        }

        @Override
        public boolean read(int key) throws BadValueException {
            switch (key) {
                case NODE -> node = reader.nodeId("the answerer's id");
                case TOKEN -> token = readToken(reader);
                case MORE -> more = OptionalInt.of(reader.unsigned("more", Integer.MAX_VALUE));
                case PROOF -> proof = new Proof(reader.byteString("proof", Proof.BYTES));
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * The bytes that are left for the result in a reply of a size, beside the rest of the message; negative if it is too small for any.
     *
     * @param datagram bytes of the whole reply, such as {@link #MAX_CBOR_DATAGRAM}
     * @param options with the largest {@code more} that may come to stand there, if the answer may be paged
     */
    public static int roomForResult(int datagram, ReplyOptions options) {
        CborWriter writer = new CborWriter();
        write(options, count(options), writer);
        return datagram - HEAD_BYTES - writer.size();
    }

    /**
     * How many contacts, from an offset on, a {@link WireValue.Contacts} of at most so many bytes can hold.
     *
     * @param from 0..the number of contacts
     * @param room bytes; for a whole result, {@link #roomForResult}
     */
    public static int contactsThatFit(List<Contact> contacts, int from, int room) {
        return PackedContacts.thatFit(contacts, from, room);
    }
}
