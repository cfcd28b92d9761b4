package org.voxelpopuli.kademlia.records;

import java.util.Optional;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.CborValues;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Rejection;

/**
 * A sort of records, with a table, limits and rules of its own.
 *
 * <pre>{@code
 * RecordKind notes = new RecordKind(
 *         "note", RecordLimits.of(1_000, 1 << 20), 1, SignedRule.OWNED, value -> WireReader.text(value, "a note", 200));
 * }</pre>
 *
 * @param name in the durable table and in what is signed, such as {@code chunk}
 * @param limits of what a node keeps of it
 * @param holders so many of the nodes closest to its key hold a record, k at most
 * @param enough a search may end once so many nodes hold the same record and nobody a newer one; {@link #ALL} asks all of the k closest
 * @param rule by which records replace each other
 * @param check refuses values that are none of this kind. What is signed must have one form in all dialects: texts, numbers, true, false, null, lists and fields
 */
public record RecordKind(
        String name, RecordLimits limits, int holders, int enough, ReplacementRule rule, ValueCheck check) {
    /** So many are never found: all are asked. */
    public static final int ALL = Integer.MAX_VALUE;

    /** A kind that all of the k closest hold. */
    public RecordKind(String name, RecordLimits limits, int enough, ReplacementRule rule, ValueCheck check) {
        this(name, limits, ALL, enough, rule, check);
    }

    /** @throws IllegalArgumentException if {@code holders} or {@code enough} is below 1 */
    public RecordKind {
        if (holders < 1) {
            throw new IllegalArgumentException("holders of a record are " + holders + ", allowed are 1 or more");
        }
        if (enough < 1) {
            throw new IllegalArgumentException("enough holders are " + enough + ", allowed are 1 or more");
        }
    }

    /** Refuses values that are none of a kind. */
    @FunctionalInterface
    public interface ValueCheck {
        /**
         * Looks at a value from outside.
         *
         * @throws BadValueException if it is none of this kind; the message says what is allowed
         */
        void check(WireValue value) throws BadValueException;
    }

    /**
     * Reads a record as it was sent.
     *
     * @param signed what stood beside the value; {@link WireValue#NULL} for nothing
     * @throws BadValueException if it is none of this kind. Whether the signature is good is not looked at
     */
    DhtRecord read(WireValue value, WireValue signed) throws BadValueException {
        requireValid(value);
        return signed.equals(WireValue.NULL)
                ? DhtRecord.unsigned(value)
                : new DhtRecord(value, Optional.of(RecordSignature.read(signed)));
    }

    /**
     * Checks a value, and its length, which is the same for all kinds.
     *
     * @throws BadValueException if it is none of this kind
     */
    public void requireValid(WireValue value) throws BadValueException {
        int bytes = CborValues.write(value).length;
        if (bytes > DhtRecord.MAX_VALUE_BYTES) {
            throw new BadValueException(
                    Rejection.TOO_LARGE,
                    "a " + name + " record has " + bytes + " bytes in CBOR, allowed are " + DhtRecord.MAX_VALUE_BYTES);
        }
        check.check(value);
    }
}
