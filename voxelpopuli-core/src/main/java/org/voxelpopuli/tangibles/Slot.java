package org.voxelpopuli.tangibles;

import java.util.Comparator;

/** What of a tangible or a table a register says. */
sealed interface Slot {
    /** Of all that there are, the same in every copy. */
    Comparator<Slot> ORDER = Slot::compare;

    private static int compare(Slot one, Slot other) {
        if (one instanceof Field field && other instanceof Field second) {
            return field.compareTo(second);
        } else if (one instanceof Entry entry && other instanceof Entry second) {
            return entry.compareTo(second);
        } else if (one instanceof OfTangible what && other instanceof OfTangible second) {
            return what.compareTo(second);
        }
        return Integer.compare(rank(one), rank(other));
    }

    private static int rank(Slot slot) {
        if (slot instanceof OfTangible) {
            return 0;
        }
        return slot instanceof Field ? 1 : 2;
    }

    /** How much it counts for its text. */
    default int units() {
        if (this instanceof Field field) {
            return EntryCount.ofName(field.name);
        }
        return this instanceof Entry entry ? EntryCount.units(entry.key) : 0;
    }

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

        /** None that an entry under a text, whole number or other number has: a hash map with many of one hash and two kinds would be slow. */
        @Override
        public int hashCode() {
            return 3 << 30 | (name.hashCode() & 0x3FFF_FFFF);
        }
    }

    /** An entry of a table or a database. */
    record Entry(Key key) implements Slot, Comparable<Entry> {
        /** Orders, so that a hash map stays fast though many keys have one hash. */
        @Override
        public int compareTo(Entry other) {
            if (key instanceof Value.Text one && other.key instanceof Value.Text two) {
                return one.compareTo(two);
            } else if (key instanceof Value.Whole one && other.key instanceof Value.Whole two) {
                return one.compareTo(two);
            } else if (key instanceof Value.Real one && other.key instanceof Value.Real two) {
                return one.compareTo(two);
            } else if (key instanceof Value.Truth one && other.key instanceof Value.Truth two) {
                return one.compareTo(two);
            }
            return Integer.compare(rank(key), rank(other.key));
        }

        private static int rank(Key key) {
            if (key instanceof Value.Text) {
                return 0;
            } else if (key instanceof Value.Whole) {
                return 1;
            } else if (key instanceof Value.Real) {
                return 2;
            }
            return key instanceof Value.Truth ? 3 : 4;
        }
    }
}
