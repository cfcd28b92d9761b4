package org.voxelpopuli.replication;

import java.util.Optional;

/**
 * How replication is doing.
 *
 * @param wanted copies of each chunk on other nodes
 * @param served chunks that this node serves
 * @param copies chunks of others of which it has a copy
 * @param understaffed edited chunks that it serves and of which fewer nodes than wanted keep copies
 * @param unacknowledged batches of edits that are not yet kept
 * @param trouble why other nodes refuse copies, or edits are not acknowledged; empty if all is well
 * @param lastFailover the last chunk that this node took over from a dead owner
 * @param digestsCompared since the start
 * @param editsRepaired sent or fetched to make copies equal, since the start
 */
public record ReplicationStatus(
        int wanted,
        int served,
        int copies,
        int understaffed,
        int unacknowledged,
        Optional<String> trouble,
        Optional<Failover> lastFailover,
        long digestsCompared,
        long editsRepaired) {
    /** All of it in a sentence. */
    public String summary() {
        if (trouble().isPresent()) {
            return trouble().get();
        }
        if (wanted == 0) {
            return "no copies are kept on other nodes: replication is 0";
        }
        return understaffed == 0
                ? "each edited chunk that this node serves has " + wanted + " copies on other nodes"
                : understaffed + (understaffed == 1 ? " edited chunk has" : " edited chunks have") + " fewer than "
                        + wanted + " copies, since fewer nodes are in reach; edits are acknowledged by what there is";
    }
}
