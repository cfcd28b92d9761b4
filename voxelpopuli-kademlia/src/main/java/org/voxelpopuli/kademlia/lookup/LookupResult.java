package org.voxelpopuli.kademlia.lookup;

import java.util.List;
import org.voxelpopuli.kademlia.id.Contact;

/**
 * What a lookup found.
 *
 * <pre>{@code
 * node.network().lookup(key, result -> System.out.println(
 *         result.closest().size() + " nodes found, " + result.asked() + " asked"));
 * }</pre>
 *
 * @param closest the closest live nodes, at most k, the closest first; all that were heard until then if a value ended the lookup early
 * @param values what was found on the way, in the order of arrival
 * @param asked the number of nodes that were asked
 * @param hops from us to the farthest of the chain of nodes by which the closest node was learned; 0 if it is ourselves
 * @param <V> the type of the values
 */
public record LookupResult<V>(List<Contact> closest, List<Found<V>> values, int asked, int hops) {
    /**
     * A value and who holds it.
     *
     * @param holder a node
     * @param value that it answered with
     * @param <V> the type of the value
     */
    public record Found<V>(Contact holder, V value) {}
}
