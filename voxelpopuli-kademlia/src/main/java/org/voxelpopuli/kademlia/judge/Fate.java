package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.world.ChunkPos;

/** What is known of an edit that a client has asked for. */
final class Fate {
    final PlannedEdit edit;
    final Duration issued;
    /** The stamps that servers gave it, as far as they came to a disk. */
    final TreeSet<Stamp> stamps = new TreeSet<>();
    /** When each disk had it first, since it was last wiped. */
    final Map<String, Duration> kept = new LinkedHashMap<>();

    @Nullable
    Duration acknowledged;

    /** Who had it on disk when it was acknowledged. */
    List<String> witnesses = List.of();
    /** Whether two disks could be asked for then. */
    boolean inCalm;

    boolean over;

    @Nullable
    String refusal;

    Fate(PlannedEdit edit, Duration issued) {
        this.edit = edit;
        this.issued = issued;
    }

    ChunkPos chunk() {
        return edit.position().chunk();
    }

    @Override
    public String toString() {
        Duration acked = acknowledged;
        return "e" + edit.block() + " of c" + edit.client() + " at " + edit.position() + ", issued at "
                + Words.seconds(issued)
                + (acked == null ? "" : ", acknowledged at " + Words.seconds(acked) + " when on disk at " + witnesses)
                + (refusal == null ? "" : ", failed: " + refusal);
    }
}
