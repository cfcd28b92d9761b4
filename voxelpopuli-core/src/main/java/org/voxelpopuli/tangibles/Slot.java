package org.voxelpopuli.tangibles;

/** What of a tangible or a table a register says. */
sealed interface Slot {
    /** What each tangible has once. */
    enum OfTangible implements Slot {
        /** Whether it exists: true, or nothing. What is older than its creation does not count. */
        EXISTENCE,
        /** The name of its class. */
        CLASS,
        /** Its animation queue. */
        ANIMATION
    }

    /** A field of a tangible. */
    record Field(String name) implements Slot {}

    /** An entry of a table or a database. */
    record Entry(Key key) implements Slot {}
}
