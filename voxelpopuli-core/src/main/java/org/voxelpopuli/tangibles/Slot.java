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
    record Field(String name) implements Slot, Comparable<Field> {
        /** Orders, so that a hash map stays fast though many keys have one hash. */
        @Override
        public int compareTo(Field other) {
            return name.compareTo(other.name);
        }
    }

    /** An entry of a table or a database. */
    record Entry(Key key) implements Slot, Comparable<Entry> {
        /** Orders those of keys of the same kind, so that a hash map stays fast though many keys have one hash. */
        @Override
        public int compareTo(Entry other) {
            if (key instanceof Value.Text one && other.key instanceof Value.Text two) {
                return one.compareTo(two);
            } else if (key instanceof Value.Whole one && other.key instanceof Value.Whole two) {
                return one.compareTo(two);
            } else if (key instanceof Value.Real one && other.key instanceof Value.Real two) {
                return one.compareTo(two);
            }
            return 0;
        }
    }
}
