package org.voxelpopuli.tangibles;

import org.jspecify.annotations.Nullable;

/** A value as it goes over: whatever it is, no table itself. */
sealed interface Sent {
    /** A value that is no table; null is none, and what is opaque counts as none. */
    static Sent of(@Nullable Value value) {
        return (value == null || value instanceof Value.Opaque) ? Nil.NIL : new Plain(value);
    }

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
