package org.voxelpopuli.replication;

import java.util.Optional;

/**
 * How replication is doing.
 *
 * @param wanted copies of each chunk on other nodes
 * @param served chunks that this node serves
 * @param copies chunks of others of which it has a copy
 * @param understaffed chunks that it serves and of which fewer nodes than wanted keep copies
 * @param unacknowledged batches of edits that are not yet kept
 * @param refusal why another node refused a copy the last time; empty if none did lately
 * @param digestsCompared since the start
 * @param editsRepaired sent or fetched to make copies equal, since the start
 */
public record ReplicationStatus(
        int wanted,
        int served,
        int copies,
        int understaffed,
        int unacknowledged,
        Optional<String> refusal,
        long digestsCompared,
        long editsRepaired) {}
