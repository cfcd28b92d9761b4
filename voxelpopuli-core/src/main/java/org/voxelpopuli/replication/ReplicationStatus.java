package org.voxelpopuli.replication;

import java.time.Duration;
import java.util.Optional;

/**
 * How replication is doing.
 *
 * @param wanted copies of each chunk on other nodes
 * @param served chunks that this node serves
 * @param copies chunks of others of which it has a copy
 * @param edited those of the served chunks that have edits
 * @param understaffed those of the edited chunks of which fewer nodes than wanted keep copies
 * @param alone those of the understaffed chunks of which no other node keeps a copy
 * @param unacknowledged batches of edits that are not yet kept
 * @param lag the longest time for which a copy of one of its chunks may have lacked an edit; zero if all have all
 * @param trouble why other nodes refuse copies, or edits are not acknowledged; empty if all is well
 * @param lastFailover the last chunk that this node took over from a dead owner
 * @param digestsCompared since the start
 * @param editsRepaired sent or fetched to make copies equal, since the start
 */
public record ReplicationStatus(
        int wanted,
        int served,
        int copies,
        int edited,
        int understaffed,
        int alone,
        int unacknowledged,
        Duration lag,
        Optional<String> trouble,
        Optional<Failover> lastFailover,
        long digestsCompared,
        long editsRepaired) {
    /** Repair comes with the renewals, every few seconds. */
    private static final Duration WORTH_TELLING = Duration.ofSeconds(15);

    /** All of it in a sentence. */
    public String summary() {
        if (trouble().isPresent()) {
            return trouble().get();
        }
        if (wanted == 0) {
            return "no copies are kept on other nodes: replication is 0";
        }
        String copied = copied();
        return lag.compareTo(WORTH_TELLING) < 0
                ? copied
                : copied + "; a copy has lacked edits for " + lag.toSeconds() + " s and is being repaired";
    }

    private String copied() {
        if (alone > 0) {
            return chunks(alone)
                    + " no copy on another node, since none is in reach: what is built there is on this node's disk alone";
        } else if (understaffed > 0) {
            return chunks(understaffed) + " fewer than " + wanted
                    + " copies, but one at least, since fewer nodes are in reach; edits are acknowledged when one of them has them, too";
        }
        return edited == 0
                ? "no chunk that this node serves was edited yet; an edited one is to have " + wanted
                        + " copies on other nodes"
                : "each edited chunk that this node serves has " + wanted + " copies on other nodes";
    }

    private static String chunks(int count) {
        return count + (count == 1 ? " edited chunk has" : " edited chunks have");
    }
}
