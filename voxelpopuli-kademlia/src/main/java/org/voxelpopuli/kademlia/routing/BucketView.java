package org.voxelpopuli.kademlia.routing;

import java.util.List;
import java.util.OptionalLong;
import org.voxelpopuli.kademlia.id.Contact;

/**
 * What an operator sees of a bucket.
 *
 * <pre>{@code
 * for (BucketView bucket : table.buckets()) {
 *     System.out.println(bucket.range() + " holds " + bucket.contacts().size());
 * }
 * }</pre>
 *
 * @param range the distances that it covers
 * @param contacts least recently seen first
 * @param waiting those that wait for a place, longest first
 * @param lastLookup when a lookup last touched it, in nanoseconds of the monotonic clock; empty if none did
 */
public record BucketView(
        BucketRange range, List<ContactView> contacts, List<Contact> waiting, OptionalLong lastLookup) {
    /**
     * A contact in a bucket.
     *
     * @param contact the node
     * @param answered whether it has ever answered us; only then others are told of it
     * @param timeouts calls in a row that it did not answer
     * @param lastHeard when its last message came, in nanoseconds of the monotonic clock
     */
    public record ContactView(Contact contact, boolean answered, int timeouts, long lastHeard) {}
}
