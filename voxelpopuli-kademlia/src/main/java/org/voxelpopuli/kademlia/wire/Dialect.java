package org.voxelpopuli.kademlia.wire;

import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Rejection;

/** The dialects that share a port, told apart by the first byte of a datagram. */
public enum Dialect {
    /** The seed's. A datagram begins with an opening brace or JSON's white space. */
    JSON,
    /** Ours. A datagram is a CBOR array, so it begins with a byte of 0x80..0x9F. */
    CBOR;

    private static final EnvelopeCodec JSON_CODEC = new JsonEnvelopeCodec();
    private static final EnvelopeCodec CBOR_CODEC = new CborEnvelopeCodec();

    /** Reads and writes it. */
    public EnvelopeCodec codec() {
        return this == JSON ? JSON_CODEC : CBOR_CODEC;
    }

    /** The dialect of a datagram that came from outside. */
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
