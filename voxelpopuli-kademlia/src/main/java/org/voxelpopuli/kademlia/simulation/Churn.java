package org.voxelpopuli.kademlia.simulation;

import java.time.Duration;

/**
 * How a network is used while its nodes come and go.
 *
 * <pre>{@code
 * Churn restless = new Churn(
 *         Duration.ofMinutes(10), 20, Duration.ofMinutes(5), Duration.ofSeconds(1));
 * }</pre>
 *
 * @param meanSession that a node lives, exponentially distributed; the moment it dies, a newcomer starts
 * @param publishers nodes that each keep one key up to date. When one dies, another takes up a new key; the keys of the dead are looked for like all others
 * @param betweenPuts the mean time between two versions of a key, exponentially distributed
 * @param betweenGets the time between two gets, of a random key by a random node
 */
public record Churn(Duration meanSession, int publishers, Duration betweenPuts, Duration betweenGets) {
    /** Sessions of an hour; 100 publishers, who write every half hour; a get every two seconds. */
    public static final Churn USUAL =
            new Churn(Duration.ofMinutes(60), 100, Duration.ofMinutes(30), Duration.ofSeconds(2));
}
