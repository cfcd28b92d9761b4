package org.voxelpopuli.tangibles;

import org.voxelpopuli.edits.Stamp;

/** Whose registers they are, in every copy of a model. */
sealed interface ContainerId {
    /** A tangible, by its id; its database, too. */
    record OfTangible(long id) implements ContainerId, Comparable<OfTangible> {
        /** Orders, so that a hash map stays fast though many keys have one hash. */
        @Override
        public int compareTo(OfTangible other) {
            return Long.compare(id, other.id);
        }
    }

    /** An ordinary table, by the stamp under which it was first recorded, which no other has. */
    record OfTable(Stamp id) implements ContainerId, Comparable<OfTable> {
        /** Orders, so that a hash map stays fast though many keys have one hash. */
        @Override
        public int compareTo(OfTable other) {
            return id.compareTo(other.id);
        }
    }
}
