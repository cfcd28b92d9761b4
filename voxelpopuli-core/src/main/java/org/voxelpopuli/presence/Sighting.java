package org.voxelpopuli.presence;

import java.time.Duration;

/**
 * Where an avatar was when it last told.
 *
 * @param record what it told
 * @param type what it is; empty if it has not told that yet
 * @param atNanos when that came, by the clock of the node
 */
record Sighting(PositionRecord record, String type, long atNanos) {
    Point position() {
        return record.position();
    }

    Neighbour neighbour(AvatarName name, OctreeSpace space, long nowNanos) {
        return new Neighbour(
                name,
                type,
                position(),
                space.leaf(position()),
                record.sequence(),
                record.wallMillis(),
                Duration.ofNanos(nowNanos - atNanos));
    }
}
