package org.voxelpopuli.kademlia.lookup;

/** Told, on the node's worker, what lookups cost. Must not block. */
@FunctionalInterface
public interface LookupListener {
    /**
     * A lookup ended.
     *
     * @param hops as in {@link LookupResult#hops()}
     * @param asked the number of nodes that were asked
     * @param nanos how long it took
     */
    void lookedUp(int hops, int asked, long nanos);
}
