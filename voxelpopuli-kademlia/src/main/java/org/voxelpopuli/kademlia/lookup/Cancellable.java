package org.voxelpopuli.kademlia.lookup;

/**
 * Work that goes on in the background and may be given up. Used on the node's worker alone.
 *
 * <pre>{@code
 * Cancellable lookup = node.network().lookup(key, result -> System.out.println(result.closest()));
 * lookup.cancel(); // nothing is printed, and nobody is asked any more
 * }</pre>
 */
@FunctionalInterface
public interface Cancellable {
    /** What is over already. */
    Cancellable OVER = () -> {};

    /** Gives the work up: it begins nothing more, and tells nobody of its end. Does nothing if it is over. */
    void cancel();
}
