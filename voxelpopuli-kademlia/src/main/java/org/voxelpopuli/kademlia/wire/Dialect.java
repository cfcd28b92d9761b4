package org.voxelpopuli.kademlia.wire;

import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Rejection;

/** The dialects that share a port, told apart by the first byte of a datagram. */
public enum Dialect {
    /** The seed's. A datagram begins with an opening brace or JSON's white space. */
    JSON,
    /** Ours. A datagram is a CBOR array, so it begins with a byte of 0x80..0x9F. */
    CBOR,
    /** That of the public implementation of P2Play (SPEC P8). A datagram begins as one of {@link #JSON}, so a node speaks one of the two at most. */
    P2PLAY;

    private static final EnvelopeCodec JSON_CODEC = new JsonEnvelopeCodec();
    private static final EnvelopeCodec CBOR_CODEC = new CborEnvelopeCodec();
    private static final EnvelopeCodec P2PLAY_CODEC = new P2PlayEnvelopeCodec();

    /** Reads and writes it. */
    public EnvelopeCodec codec() {
        return switch (this) {
            case JSON -> JSON_CODEC;
            case CBOR -> CBOR_CODEC;
            case P2PLAY -> P2PLAY_CODEC;
        };
    }

    /** Whether it has words for a request that is not served. */
    public boolean hasRefusals() {
        return this != JSON;
    }

    /** The call id of a datagram that may be a message of one of the dialects; any number if it is none. Costs little, whatever came. */
    public static long peekId(byte[] datagram) {
        return of(datagram) instanceof Decoded.Accepted<Dialect> known && known.value() != CBOR
                ? JsonCallId.peek(datagram)
                : CborEnvelopeCodec.peekId(datagram);
    }

    /** The dialect of a datagram that came from outside; JSON where it may be P2Play's, too. */
    public static Decoded<Dialect> of(byte[] datagram) {
        int first = datagram.length == 0 ? -1 : datagram[0] & 0xFF;
        if (first >>> 5 == Cbor.ARRAY) {
            return new Decoded.Accepted<>(CBOR);
        }
        return switch (first) {
            case '{', ' ', '\t', '\n', '\r' -> new Decoded.Accepted<>(JSON);
            default ->
                new Decoded.Rejected<>(
                        Rejection.MALFORMED,
                        "neither a CBOR array (first byte 0x80..0x9F) nor a JSON object (first byte '{' or white space)");
        };
    }
}
