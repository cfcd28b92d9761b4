package org.voxelpopuli.tangibles;

/** A value as it goes over: whatever it is, no table itself. */
sealed interface Sent {
    /** No value: the entry is to be removed. */
    enum Nil implements Sent {
        /** The only one. */
        NIL
    }

    /** The table of this number. */
    record Numbered(int number) implements Sent {}

    /** A value that says all itself: no {@link Table} and nothing {@link Value.Opaque opaque}. */
    record Plain(Value value) implements Sent {}
}
