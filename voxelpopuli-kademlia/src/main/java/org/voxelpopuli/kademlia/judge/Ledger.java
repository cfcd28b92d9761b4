package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.world.ChunkPos;

/** Writes down what clients asked for, what they were told, and which disks had it then. */
final class Ledger {
    private final Map<Integer, Fate> fates = new LinkedHashMap<>();
    private final Supplier<Duration> now;
    private final BooleanSupplier calm;

    /**
     * @param now the virtual time
     * @param calm whether any two live nodes have been able to reach each other, and their disks, for long enough
     */
    Ledger(Supplier<Duration> now, BooleanSupplier calm) {
        this.now = now;
        this.calm = calm;
    }

    void issued(PlannedEdit edit) {
        fates.put(edit.block(), new Fate(edit, now.get()));
    }

    void answered(PlannedEdit edit, @Nullable Integer shown, @Nullable Throwable failure) {
        Fate fate = fates.get(edit.block());
        if (fate == null || fate.over) {
            return;
        }
        fate.over = true;
        if (failure != null) {
            fate.refusal = String.valueOf(failure.getMessage());
        } else if (shown != null && shown == edit.block()) {
            fate.acknowledged = now.get();
            witness(fate);
            fate.inCalm = calm.getAsBoolean();
        } else {
            fate.refusal = "the server shows " + shown;
        }
    }

    /** Of two edits that come to a server in one tick only the later comes to a disk: it stands for both. */
    private void witness(Fate fate) {
        Set<String> witnesses = new LinkedHashSet<>(fate.kept.keySet());
        for (Fate other : fates.values()) {
            boolean covers = other.edit.position().equals(fate.edit.position())
                    && other.kept.values().stream().anyMatch(time -> time.compareTo(fate.issued) > 0);
            if (covers) {
                witnesses.addAll(other.kept.keySet());
                fate.covers.add(other);
            }
        }
        fate.witnesses = List.copyOf(witnesses);
    }

    void saved(String disk, ChunkPos chunk, EditBatch edits) {
        for (Edit edit : edits.edits()) {
            fate(edit.block(), chunk).ifPresent(fate -> {
                fate.stamps.add(edit.stamp());
                fate.stamped.putIfAbsent(edit.stamp(), now.get());
                fate.kept.putIfAbsent(disk, now.get());
            });
        }
    }

    /** What was on the disk is gone. */
    void lost(String disk) {
        fates.values().forEach(fate -> fate.kept.remove(disk));
    }

    Collection<Fate> fates() {
        return fates.values();
    }

    Optional<Fate> fate(int block) {
        return Optional.ofNullable(fates.get(block));
    }

    /** Of the edit that sets this block in this chunk. */
    Optional<Fate> fate(int block, ChunkPos chunk) {
        return fate(block).filter(fate -> fate.chunk().equals(chunk));
    }

    boolean allOver() {
        return fates.values().stream().allMatch(fate -> fate.over);
    }

    int askedAgain() {
        return (int) fates.values().stream().filter(fate -> fate.askedAgain).count();
    }

    int acknowledged() {
        return (int) fates.values().stream()
                .filter(fate -> fate.acknowledged != null)
                .count();
    }
}
