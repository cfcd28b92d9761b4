package org.voxelpopuli.replication;

import java.time.Duration;

/**
 * How copies are kept.
 *
 * @param copies kept on other nodes beside the owner's, 0..16; with 0 nothing is replicated and an edit is kept when it is on the own disk
 * @param renewal how often an owner tells the keepers of its copies that it lives, and compares digests
 * @param lease after so long without that, keepers look for another owner
 * @param answerTime a node that lets a connection be silent for so long, though it was asked something, counts as down
 * @param downTime for which a node that could not be reached is left out
 * @param gatherTime for which a new owner waits for those who may have copies
 * @param asked nodes nearest to a chunk that a new owner asks for copies
 */
public record ReplicationSettings(
        int copies,
        Duration renewal,
        Duration lease,
        Duration answerTime,
        Duration downTime,
        Duration gatherTime,
        int asked) {
    /** Three copies, renewed every 5 s, for 15 s. */
    public static final ReplicationSettings DEFAULT = new ReplicationSettings(
            3,
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(2),
            Duration.ofSeconds(3),
            Duration.ofMillis(1500),
            8);

    /** The most copies. */
    public static final int MAX_COPIES = 16;

    /** @throws IllegalArgumentException if a component is out of its range */
    public ReplicationSettings {
        if (copies < 0 || copies > MAX_COPIES) {
            throw new IllegalArgumentException("copies are " + copies + ", allowed are 0.." + MAX_COPIES);
        }
        if (lease.compareTo(renewal) <= 0) {
            throw new IllegalArgumentException("lease is " + lease + ", allowed is more than the renewal, " + renewal);
        }
    }

    /** The same with so many copies. */
    public ReplicationSettings withCopies(int wanted) {
        return new ReplicationSettings(wanted, renewal, lease, answerTime, downTime, gatherTime, asked);
    }
}
