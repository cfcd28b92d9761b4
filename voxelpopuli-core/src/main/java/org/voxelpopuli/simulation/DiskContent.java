package org.voxelpopuli.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.world.ChunkPos;

/** What is on a disk, or what a store shows of it. */
final class DiskContent {
    private final Map<ChunkPos, EditLog> chunks = new HashMap<>();
    private final Map<String, TreeMap<String, StoredRecord>> kinds = new HashMap<>();
    private final Set<ChunkPos> damaged = new HashSet<>();

    DiskContent copy() {
        DiskContent copy = new DiskContent();
        chunks.forEach((position, log) -> copy.chunks.put(position, new EditLog(log.all())));
        kinds.forEach((kind, rows) -> copy.kinds.put(kind, new TreeMap<>(rows)));
        copy.damaged.addAll(damaged);
        return copy;
    }

    Set<ChunkPos> chunks() {
        // Set.copyOf would have another order in each process.
        return new LinkedHashSet<>(chunks.keySet());
    }

    /** A damaged row is not believed. */
    EditBatch edits(ChunkPos position) {
        EditLog log = damaged.contains(position) ? null : chunks.get(position);
        return log == null ? EditBatch.EMPTY : log.all();
    }

    void save(ChunkPos position, EditBatch edits) {
        if (damaged.remove(position)) {
            chunks.remove(position);
        }
        chunks.computeIfAbsent(position, p -> new EditLog()).merge(edits);
    }

    void remove(ChunkPos position) {
        damaged.remove(position);
        chunks.remove(position);
    }

    void damage(ChunkPos position) {
        if (chunks.containsKey(position)) {
            damaged.add(position);
        }
    }

    List<StoredRecord> records(String kind) {
        return List.copyOf(kinds.getOrDefault(kind, new TreeMap<>()).values());
    }

    void put(StoredRecord row) {
        kinds.computeIfAbsent(row.kind(), k -> new TreeMap<>()).put(row.key(), row);
    }

    void removeRecord(String kind, String key) {
        TreeMap<String, StoredRecord> rows = kinds.get(kind);
        if (rows != null) {
            rows.remove(key);
        }
    }
}
