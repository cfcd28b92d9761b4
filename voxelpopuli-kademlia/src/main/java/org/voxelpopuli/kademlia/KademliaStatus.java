package org.voxelpopuli.kademlia;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an operator sees of a node, at one moment; times in whole microseconds. {@link #toString()} draws its tree of buckets.
 *
 * <pre>{@code
 * node.status().thenAccept(status -> System.out.println(
 *         status.address() + " knows " + status.contacts() + " nodes, in " + status.buckets().size() + " buckets"));
 * }</pre>
 *
 * @param id of the node, 40 hex digits
 * @param address where it listens, {@code host:port}
 * @param state whether it is part of a network
 * @param bootstrap how joining goes, in words, such as {@code alone, still trying 192.0.2.1:4000}
 * @param contacts nodes in the table that have answered
 * @param buckets the nearest first
 * @param lookupsInFlight lookups that are not yet over
 * @param callsInFlight calls that await their answers
 * @param records held, by kind
 */
public record KademliaStatus(
        String id,
        String address,
        State state,
        String bootstrap,
        int contacts,
        List<Bucket> buckets,
        int lookupsInFlight,
        int callsInFlight,
        Map<String, Integer> records) {
    /** Lines for people: the node, then each bucket, the nearest first, with its contacts below it. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("node %s at %s, %s: %s\n".formatted(id, address, state, bootstrap));
        text.append("contacts %d, lookups in flight %d, calls in flight %d, records %s\n"
                .formatted(contacts, lookupsInFlight, callsInFlight, new TreeMap<>(records)));
        buckets.forEach(bucket -> text.append(bucket));
        return text.toString();
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toNanos() / 1e9);
    }

    /** Whether a node is part of a network. */
    public enum State {
        /** Not yet started. */
        NEW,
        /** It knows no other node. It serves all the same. */
        ALONE,
        /** It knows others. */
        JOINED,
        /** It has left. */
        CLOSED
    }

    /**
     * A bucket.
     *
     * @param range of distances
     * @param sharedBits how deep it is in the tree: so many bits from the left do the ids of its contacts share with the node's own, at least
     * @param contacts least recently seen first
     * @param waiting contacts that wait for a place
     * @param sinceLookup how long ago a lookup touched it; null if none did
     */
    public record Bucket(
            String range,
            int sharedBits,
            List<ContactStatus> contacts,
            int waiting,
            @Nullable Duration sinceLookup) {
        /** A line, and one for each contact. */
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("bucket %s, %d bits shared, %d contacts, %d waiting, %s\n"
                    .formatted(
                            range,
                            sharedBits,
                            contacts.size(),
                            waiting,
                            sinceLookup == null ? "no lookup yet" : "lookup " + seconds(sinceLookup) + " ago"));
            contacts.forEach(contact -> text.append("    ").append(contact).append('\n'));
            return text.toString();
        }
    }

    /**
     * A contact.
     *
     * @param id 40 hex digits
     * @param address {@code host:port}
     * @param answered whether it has ever answered us
     * @param timeouts calls in a row that it did not answer
     * @param sinceHeard how long ago its last message came
     * @param roundTrip how long its answers take, smoothed as in RFC 6298; null if that is not known
     */
    public record ContactStatus(
            String id,
            String address,
            boolean answered,
            int timeouts,
            Duration sinceHeard,
            @Nullable Duration roundTrip) {
        /** A line. */
        @Override
        public String toString() {
            String trip =
                    roundTrip == null ? "unknown" : String.format(Locale.ROOT, "%.1f ms", roundTrip.toNanos() / 1e6);
            return "%s@%s  heard %s ago, round trip %s%s%s"
                    .formatted(
                            id,
                            address,
                            seconds(sinceHeard),
                            trip,
                            timeouts == 0 ? "" : ", timeouts " + timeouts,
                            answered ? "" : ", has not answered yet");
        }
    }
}
