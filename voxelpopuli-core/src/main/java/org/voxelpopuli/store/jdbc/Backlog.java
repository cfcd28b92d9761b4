package org.voxelpopuli.store.jdbc;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.voxelpopuli.world.ChunkPos;

/**
 * Which chunks have rows that are not yet merged into their snapshot, and when it is time for that: merging writes the whole snapshot again, so it
 * waits until there is a fair share of news, unless nothing else is to do. Belongs to the committer's thread.
 */
final class Backlog {
    /** So many rows are merged at once, so that reading a chunk stays quick. */
    static final int MOST_ROWS = 512;

    private static final long LEAST_BYTES = 16 << 10;
    private static final int LEAST_ROWS_WHEN_IDLE = 8;

    /** At rest, no chunk has more than this beside its snapshot. */
    static final long LEAST_BYTES_WHEN_IDLE = 4 << 10;

    private static final class Rows {
        private int count;
        private long bytes;
        private long snapshotBytes;
    }

    private final Map<ChunkPos, Rows> chunks = new HashMap<>();
    private final Set<ChunkPos> due = new LinkedHashSet<>();
    private final Set<ChunkPos> worthwhile = new LinkedHashSet<>();

    /** Whether nothing is known of rows of this chunk. */
    boolean isNew(ChunkPos position) {
        return !chunks.containsKey(position);
    }

    /** A chunk has rows for the first time, and has a snapshot of that size. */
    void begin(ChunkPos position, long snapshotBytes) {
        chunks.computeIfAbsent(position, p -> new Rows()).snapshotBytes = snapshotBytes;
    }

    void add(ChunkPos position, int count, long bytes) {
        Rows rows = chunks.computeIfAbsent(position, p -> new Rows());
        rows.count += count;
        rows.bytes += bytes;
        if (rows.count >= MOST_ROWS || rows.bytes >= LEAST_BYTES + rows.snapshotBytes / 4) {
            due.add(position);
        } else if (rows.bytes >= LEAST_BYTES_WHEN_IDLE
                || (rows.count >= LEAST_ROWS_WHEN_IDLE && rows.bytes >= rows.snapshotBytes / 16)) {
            worthwhile.add(position);
        }
    }

    /** The chunk is merged, or gone. */
    void remove(ChunkPos position) {
        chunks.remove(position);
        due.remove(position);
        worthwhile.remove(position);
    }

    /** A chunk that should be merged soon. */
    Optional<ChunkPos> due() {
        return first(due);
    }

    /** A chunk that may be merged when nothing else is to do. */
    Optional<ChunkPos> dueWhenIdle() {
        return first(due).or(() -> first(worthwhile));
    }

    private static Optional<ChunkPos> first(Set<ChunkPos> positions) {
        Iterator<ChunkPos> each = positions.iterator();
        return each.hasNext() ? Optional.of(each.next()) : Optional.empty();
    }
}
