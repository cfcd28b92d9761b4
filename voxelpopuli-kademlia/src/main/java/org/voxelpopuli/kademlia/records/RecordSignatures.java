package org.voxelpopuli.kademlia.records;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.CborValues;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * Signs a node's records and verifies those of others. What is signed is the CBOR of {@code ["voxelpopuli record", kind, key, sequence, value]}. To
 * verify costs more than all else that a record costs, so the results for the last records are remembered: most holders answer with the same.
 * Not thread-safe.
 *
 * <pre>{@code
 * RecordSignatures signatures = new RecordSignatures(identity, Compatibility.NONE);
 * DhtRecord record = signatures.sign("value", key, WireValue.of("hello"), 1);
 * boolean good = signatures.verifies("value", key, record); // true
 * }</pre>
 */
public final class RecordSignatures {
    private static final String CONTEXT = "voxelpopuli record";
    private static final int MAX_REMEMBERED = 64;

    private record Question(String kind, NodeId key, DhtRecord record) {}

    private final NodeIdentity identity;
    private final WireValue.Bytes publicKey;
    private final boolean required;
    private final Map<Question, Boolean> remembered = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Boolean> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    /** Signs with this identity, unless it is among seed peers, who know no signatures. */
    public RecordSignatures(NodeIdentity identity, Compatibility compatibility) {
        this.identity = identity;
        this.publicKey = WireValue.Bytes.of(identity.publicKey());
        this.required = compatibility == Compatibility.NONE;
    }

    /** Whether records are signed here, and unsigned ones are refused. */
    boolean areRequired() {
        return required;
    }

    /** Whether we have signed a record. */
    boolean isOurs(DhtRecord record) {
        return record.signature().map(RecordSignature::publicKey).equals(Optional.of(publicKey));
    }

    /** A record that is signed with our key. */
    public DhtRecord sign(String kind, NodeId key, WireValue value, long sequence) {
        WireValue.Bytes signature = WireValue.Bytes.of(identity.sign(message(kind, key, sequence, value)));
        return new DhtRecord(value, Optional.of(new RecordSignature(sequence, publicKey, signature)));
    }

    /** Whether a record may be believed: it bears a good signature, or none where none is required. */
    public boolean verifies(String kind, NodeId key, DhtRecord record) {
        return record.signature().isEmpty()
                ? !required
                : remembered.computeIfAbsent(new Question(kind, key, record), this::verify);
    }

    private boolean verify(Question question) {
        RecordSignature signature = question.record().signature().orElseThrow();
        return identity.scheme()
                .verify(
                        signature.publicKey().toByteArray(),
                        message(
                                question.kind(),
                                question.key(),
                                signature.sequence(),
                                question.record().value()),
                        signature.bytes().toByteArray());
    }

    private static byte[] message(String kind, NodeId key, long sequence, WireValue value) {
        return CborValues.write(WireValue.items(
                WireValue.of(CONTEXT), WireValue.of(kind), WireValue.of(key), WireValue.of(sequence), value));
    }
}
