package org.voxelpopuli.kademlia.lookup;

/**
 * Told, on the node's worker, what lookups cost. Must not block.
 *
 * <pre>{@code
 * LookupListener listener = (hops, asked, nanos) ->
 *         System.out.println(asked + " nodes asked in " + nanos / 1_000_000 + " ms");
 * }</pre>
 */
@FunctionalInterface
public interface LookupListener {
    /**
     * A lookup ended with a result.
     *
     * @param hops as in {@link LookupResult#hops()}
     * @param asked the number of nodes that were asked
     * @param nanos since it was asked for, the wait for its turn included
     */
    void lookedUp(int hops, int asked, long nanos);

    /**
     * A lookup was given up, by its caller or since its time was up.
     *
     * @param asked the number of nodes that were asked; 0 if it still waited for its turn
     * @param nanos since it was asked for
     */
    default void lookupCancelled(int asked, long nanos) {}
}
