package org.voxelpopuli.kademlia.routing;

import java.util.List;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * The nodes that a node knows, in buckets by distance (SPEC V2). Belongs to one worker. Time is in nanoseconds of the monotonic clock.
 *
 * <p>Differences from the first Kademlia paper (Maymounkov and Mazieres, 2002), each for a reason:
 * <ul>
 * <li>A contact is handed on, and used, only after it has answered a call of ours (V2.6); so a forged sender's address ends here.
 * <li>A contact that is first heard by its request is pinged at once; unanswered twice, it is forgotten.
 * <li>Contacts that were silent for an hour, and those that did not answer once, are pinged (see {@link #doubtful}).
 * <li>Contacts that others merely told us about are not entered before they have answered: hearsay cannot push out the living.
 * <li>Who waits for a place waits in the bucket's bounded queue, the latest heard first in line (the paper's own optimisation).
 * <li>The head of a full bucket is not pinged for every newcomer: as long as nobody leaves the bucket, the pauses between two pings double, from a
 * second to a minute. Newcomers in between wait unasked; they are pinged when there is a place.
 * <li>An unanswered ping to the head of a full bucket evicts it, as in the paper; any other silence must come twice in a row (V3.3).
 * <li>The same id from another address does not replace the known address as long as that one answers: an id cannot be taken from a
 * node that lives, and a node that comes back on another port is let in after one unanswered ping.
 * <li>An answer with another id than expected removes the contact that was expected (V2.6).
 * </ul>
 *
 * <pre>{@code
 * Pinger everybodyLives = (contact, answered) -> answered.accept(true);
 * RoutingTable table =
 *         TableLayout.FIXED.create(own, 20, SubnetLimits.DEFAULT, everybodyLives, new TableListener() {}, new Random());
 * table.heard(contact, true, environment.clock().nanos());
 * List<Contact> closest = table.closest(key, 20);
 * }</pre>
 */
public interface RoutingTable {
    /**
     * A message came from a peer.
     *
     * @param answered whether it was an answer to a call of ours, which proves the address; otherwise it was a request
     */
    void heard(Contact peer, boolean answered, long now);

    /**
     * A call to a peer was not answered in time. The second in a row removes it; calls that were in flight together count as one,
     * since one short disturbance silences them all.
     *
     * @param called when the call was made
     */
    void timedOut(Contact peer, long called, long now);

    /** Somebody else answered at this contact's address: it is gone. */
    void remove(Contact peer);

    /**
     * The contacts closest to a target that have answered us at least once, the closest first. Those that did not answer our last call are left out, unless
     * there are too few others.
     *
     * @param limit at most so many
     */
    List<Contact> closest(NodeId target, int limit);

    /** Whether a contact is in a bucket, with this address. */
    boolean contains(Contact contact);

    /**
     * The contacts whose life is in doubt: they did not answer our last call, or were not heard for long. Who asks them keeps the table
     * free of the dead, which otherwise would crowd out the living in our answers until a lookup happens to meet them.
     *
     * @param heardBefore a contact that was heard at or after this time is not in doubt for its silence
     */
    List<Contact> doubtful(long heardBefore);

    /** A lookup of this target has begun: its bucket needs no refresh for an hour (V2.4). */
    void lookedUp(NodeId target, long now);

    /** The buckets, those with the nearest range first; empty ones are left out, but for those that have been looked up. */
    List<BucketView> buckets();

    /**
     * The ranges to be refreshed (V2.3, V2.4): every bucket farther away than our closest neighbour that has not been looked up since.
     *
     * @param before a lookup at or after this time counts
     */
    List<BucketRange> staleRanges(long before);

    /** The number of contacts in the buckets, those included that have not yet answered. */
    int size();
}
