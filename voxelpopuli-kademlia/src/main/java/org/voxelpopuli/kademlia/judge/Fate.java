package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.world.ChunkPos;

/** What is known of an edit that a client has asked for. */
final class Fate {
    final PlannedEdit edit;
    final Duration issued;
    /** The stamps that servers gave it. */
    final Set<Stamp> given = new HashSet<>();
    /** Of these the ones that came to a disk. */
    final TreeSet<Stamp> stamps = new TreeSet<>();
    /** When each stamp came to a disk first. */
    final Map<Stamp, Duration> stamped = new HashMap<>();
    /** When each disk had it first, since it was last wiped. */
    final Map<String, Duration> kept = new LinkedHashMap<>();

    @Nullable
    Duration acknowledged;

    /** Those that were on disk when it was acknowledged, and may have covered it before it came to one: they stand for it. */
    final List<Fate> covers = new ArrayList<>();

    /** Whose disks had it when it was acknowledged, or what covers it. */
    List<String> witnesses = List.of();
    /** Whether who acknowledged it had it before it began to serve: the client asked again, after a restart or another owner. */
    boolean askedAgain;
    /** Whether two disks could be asked for then. */
    boolean inCalm;

    boolean over;

    @Nullable
    String refusal;

    Fate(PlannedEdit edit, Duration issued) {
        this.edit = edit;
        this.issued = issued;
    }

    /** The lowest stamp that it may have had; empty if neither it nor what may have covered it came to a disk. */
    Optional<Stamp> lowest() {
        if (!stamps.isEmpty()) {
            return Optional.of(stamps.first());
        }
        return covers.stream()
                .map(cover -> cover.stamps)
                .filter(each -> !each.isEmpty())
                .map(TreeSet::first)
                .min(Comparator.naturalOrder());
    }

    /** The disks that still have it, or what covers it, and had when it was acknowledged. */
    Set<String> keepers() {
        Set<String> keepers = new TreeSet<>(kept.keySet());
        covers.forEach(cover -> keepers.addAll(cover.kept.keySet()));
        keepers.retainAll(witnesses);
        return keepers;
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
