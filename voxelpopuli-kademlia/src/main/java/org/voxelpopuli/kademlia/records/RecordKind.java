package org.voxelpopuli.kademlia.records;

import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * A sort of records, with a table, a limit and rules of its own.
 *
 * <pre>{@code
 * RecordKind notes = new RecordKind("note", 1_000, false, value -> WireReader.text(value, "a note", 200));
 * }</pre>
 *
 * @param name in the durable table, such as {@code chunk}
 * @param maxRecords that a node keeps of it
 * @param firstValueEnds whether a lookup may end with the first value that it finds; otherwise all of the k closest are asked
 * @param check refuses values that are none of this kind
 */
public record RecordKind(String name, int maxRecords, boolean firstValueEnds, ValueCheck check) {
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
}
