package org.voxelpopuli.presence;

import java.util.List;
import org.voxelpopuli.presence.ndn.ForwarderStatus;

/**
 * What a node that takes part knows and has done.
 *
 * @param avatars that it hosts
 * @param forwarder tables and counts of named data
 * @param faces to other nodes
 */
public record PresenceStatus(List<AvatarStatus> avatars, ForwarderStatus forwarder, int faces) {
    /** Copies the list. */
    public PresenceStatus {
        avatars = List.copyOf(avatars);
    }
}
