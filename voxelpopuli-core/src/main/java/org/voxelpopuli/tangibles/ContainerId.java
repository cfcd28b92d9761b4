package org.voxelpopuli.tangibles;

import java.util.Comparator;
import org.voxelpopuli.edits.Stamp;

/** Whose registers they are, in every copy of a model. The two kinds have different hashes: a hash map with many of one hash and both would be slow. */
sealed interface ContainerId {
    /** Of all that there are, the same in every copy. */
    Comparator<ContainerId> ORDER = ContainerId::compare;

    private static int compare(ContainerId one, ContainerId other) {
        if (one instanceof OfTangible tangible && other instanceof OfTangible second) {
            return tangible.compareTo(second);
        } else if (one instanceof OfTable table && other instanceof OfTable second) {
            return table.compareTo(second);
        }
        return one instanceof OfTangible ? -1 : 1;
    }

    /** A tangible, by its id; its database, too. */
    record OfTangible(long id) implements ContainerId, Comparable<OfTangible> {
        /** Orders, so that a hash map stays fast though many keys have one hash. */
        @Override
        public int compareTo(OfTangible other) {
            return Long.compare(id, other.id);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(id) & Integer.MAX_VALUE;
        }
    }

    /** An ordinary table, by the stamp under which it was first recorded, which no other has. */
    record OfTable(Stamp id) implements ContainerId, Comparable<OfTable> {
        /** Orders, so that a hash map stays fast though many keys have one hash. */
        @Override
        public int compareTo(OfTable other) {
            return id.compareTo(other.id);
        }

        @Override
        public int hashCode() {
            return id.hashCode() | Integer.MIN_VALUE;
        }
    }
}
