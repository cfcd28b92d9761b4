package org.voxelpopuli.kademlia.records;

import java.util.Optional;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.CborEnvelopeCodec;
import org.voxelpopuli.kademlia.wire.CborValues;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * What lies under a key: a value, and who signed it. Seed peers sign nothing. Immutable.
 *
 * <pre>{@code
 * DhtRecord seed = DhtRecord.unsigned(WireValue.of("hello"));
 * }</pre>
 *
 * @param value as it was sent
 * @param signature if it is signed
 */
public record DhtRecord(WireValue value, Optional<RecordSignature> signature) {
    /** Bytes that a value may have in CBOR: so the record fits into a datagram. */
    public static final int MAX_VALUE_BYTES = CborEnvelopeCodec.MAX_RECORD_VALUE;

    /** Bytes that a signature adds in CBOR, at most. */
    private static final int SIGNATURE_BYTES = 110;

    /** A record that nobody has signed. */
    public static DhtRecord unsigned(WireValue value) {
        return new DhtRecord(value, Optional.empty());
    }

    /** Whether it bears a signature, be it good or not. */
    public boolean isSigned() {
        return signature.isPresent();
    }

    /** The node that signed it, if the signature is good. */
    public Optional<NodeId> writer() {
        return signature.map(by -> NodeId.of(IdPuzzle.idOf(by.publicKey().toByteArray())));
    }

    /** Its place in the order of writing; -1 if it is not signed. */
    public long sequence() {
        return signature.isPresent() ? signature.get().sequence() : -1;
    }

    /** About how many bytes it takes in a datagram. */
    int size() {
        return CborValues.write(value).length + (isSigned() ? SIGNATURE_BYTES : 0);
    }
}
