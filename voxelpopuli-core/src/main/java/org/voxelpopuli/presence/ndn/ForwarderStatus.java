package org.voxelpopuli.presence.ndn;

/**
 * What a forwarder has and has done since it began.
 *
 * @param storedData packets in its content store
 * @param storedBytes of the content store
 * @param storeHits Interests that the content store answered
 * @param storeMisses Interests that it did not answer
 * @param pendingInterests entries of the pending Interest table
 * @param pendingHits Interests that joined an entry of it
 * @param prefixes entries of the FIB
 * @param interests that arrived
 * @param data that arrived
 * @param dropped packets by reason
 */
public record ForwarderStatus(
        int storedData,
        long storedBytes,
        long storeHits,
        long storeMisses,
        int pendingInterests,
        long pendingHits,
        int prefixes,
        long interests,
        long data,
        Dropped dropped) {
    /** Interests that found no entry of the pending Interest table. */
    public long pendingMisses() {
        return storeMisses - pendingHits;
    }

    /** Interests that the FIB led on. */
    public long routeHits() {
        return pendingMisses() - dropped.noRoute;
    }

    /**
     * Packets that went no further.
     *
     * @param malformed could not be read
     * @param hopLimit Interests that had no hop left
     * @param duplicateNonce Interests that had been here
     * @param noRoute Interests that led to no other face
     * @param tooManyPending Interests of a face that has too many waiting
     * @param unsolicited Data for which nobody asked
     * @param refused Data that the verifier did not take
     */
    public record Dropped(
            long malformed,
            long hopLimit,
            long duplicateNonce,
            long noRoute,
            long tooManyPending,
            long unsolicited,
            long refused) {}
}
