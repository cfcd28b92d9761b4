package org.voxelpopuli.kademlia.records;

import java.util.List;
import org.voxelpopuli.identity.SignatureScheme;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * What stands beside the value of a record and says who wrote it, and when in the order of writing: {@code [sequence, public key, signature]}.
 * That it is good is not known before {@link RecordSignatures#verifies} has said so.
 *
 * <pre>{@code
 * long epoch = record.signature().map(RecordSignature::sequence).orElse(0L);
 * }</pre>
 *
 * @param sequence 0..2^63-1; what it counts is the kind's affair, see {@link ReplacementRule}
 * @param publicKey of the writer, {@value SignatureScheme#PUBLIC_KEY_BYTES} bytes
 * @param bytes of the signature, {@value SignatureScheme#SIGNATURE_BYTES}
 */
public record RecordSignature(long sequence, WireValue.Bytes publicKey, WireValue.Bytes bytes) {
    /** As it is sent. */
    public WireValue write() {
        return WireValue.items(WireValue.of(sequence), publicKey, bytes);
    }

    /** The inverse of {@link #write}. */
    public static RecordSignature read(WireValue value) throws BadValueException {
        List<WireValue> parts = WireReader.items(value, "'signed'", 3);
        return new RecordSignature(
                WireReader.integer(parts.get(0), "the sequence of a record", 0, Long.MAX_VALUE),
                WireReader.bytesOf(parts.get(1), "the public key of a record", SignatureScheme.PUBLIC_KEY_BYTES),
                WireReader.bytesOf(parts.get(2), "the signature of a record", SignatureScheme.SIGNATURE_BYTES));
    }
}
