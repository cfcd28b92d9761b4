package org.voxelpopuli.kademlia.records;

import org.voxelpopuli.kademlia.id.NodeId;

/**
 * Which of two records under one key takes the place of the other. The same for all nodes of a network, else copies would never become equal. Pure.
 *
 * <p>The sequence of a signed record is what most rules go by ({@link SignedRule}); another may look into the value, such as at a version in it.
 *
 * <pre>{@code
 * ReplacementRule longerText = (key, record, other) -> {
 *     int difference = record.value().toString().length() - other.value().toString().length();
 *     return difference > 0
 *             ? ReplacementRule.Order.NEWER
 *             : difference < 0 ? ReplacementRule.Order.OLDER : ReplacementRule.Order.UNKNOWN;
 * };
 * }</pre>
 */
@FunctionalInterface
public interface ReplacementRule {
    /** How a record stands to another one under the same key. */
    enum Order {
        /** It takes the other's place. */
        NEWER,
        /** Both are one. */
        SAME,
        /** The other stays. */
        OLDER,
        /** The key belongs to the writer of the one that was there first; the other does not get in. */
        FOREIGN,
        /** They differ, and do not tell which came later: a holder takes the one that comes, a finder the one that most hold. */
        UNKNOWN
    }

    /** How a record stands to another one. */
    Order order(NodeId key, DhtRecord record, DhtRecord other);

    /**
     * The sequence of a record that we are about to sign.
     *
     * @param known the highest that we have seen under its key, -1 for none
     * @param wallMillis the time
     */
    default long nextSequence(long known, long wallMillis) {
        return known + 1;
    }

    /**
     * Whether a record that we sign must have a higher sequence than another one, to take its place.
     *
     * @param ours whether we have signed the other
     */
    default boolean mustExceed(DhtRecord other, boolean ours) {
        return true;
    }

    /** Whether a record may have been written by now; what claims to come from the future would stay for good. */
    default boolean isPlausible(DhtRecord record, long wallMillis) {
        return true;
    }

    /**
     * Whether a record has ended by what its value says: then no holder takes it, tells of it, or keeps it. What will have ended within minutes is not written to disk.
     *
     * @param wallMillis the time
     */
    default boolean hasEnded(DhtRecord record, long wallMillis) {
        return false;
    }

    /** Whether a writer must ask the holders for what they hold before he signs, instead of trusting his clock. */
    default boolean asksFirst() {
        return false;
    }
}
