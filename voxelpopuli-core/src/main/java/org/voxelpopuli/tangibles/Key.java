package org.voxelpopuli.tangibles;

/**
 * What a table's entry stands under, as far as it is transmitted: the paper's sortable keys, which are strings, numbers and booleans, and
 * {@link Special#METATABLE}. Entries under anything else are local, see {@link Table#putLocal}.
 */
public sealed interface Key permits Scalar, Key.Special {
    /** Keys that are no values. */
    enum Special implements Key {
        /** Under which a table's metatable stands, an entry like any other (but not in a tangible's database). */
        METATABLE
    }
}
