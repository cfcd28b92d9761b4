package org.voxelpopuli.presence;

import java.util.List;
import org.voxelpopuli.presence.ndn.ForwarderStatus;

/**
 * What a node that takes part knows and has done.
 *
 * @param avatars that it hosts
 * @param counts of all avatars that it hosts or has hosted
 * @param forwarder tables and counts of named data
 * @param faces to other nodes
 * @param turnedAway datagrams that were dropped because all faces were taken, or those who sent them had their share of the time
 * @param withheld packets that were not sent, since nobody has proven that the address has asked for them
 * @param resolutions how the latest {@value ResolutionLog#MAX_KEPT} prefixes were resolved, in the order in which they were first wanted
 */
public record PresenceStatus(
        List<AvatarStatus> avatars,
        PresenceCounts counts,
        ForwarderStatus forwarder,
        int faces,
        long turnedAway,
        long withheld,
        List<Resolution> resolutions) {
    /** Copies the lists. */
    public PresenceStatus {
        avatars = List.copyOf(avatars);
        resolutions = List.copyOf(resolutions);
    }
}
