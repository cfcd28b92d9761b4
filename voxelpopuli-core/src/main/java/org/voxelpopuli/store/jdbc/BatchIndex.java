package org.voxelpopuli.store.jdbc;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.voxelpopuli.world.ChunkPos;

/**
 * Which rows of the table {@code batch} belong to which chunk, and when it is time to merge them into its snapshot: that writes the whole snapshot again, so it
 * waits until there is a fair share of news, unless nothing else is to do.
 *
 * <p>It is in memory and not an index of the database, since that would write a page for each chunk of a commit instead of a few for all. It is small, because merged rows are gone. The committer changes it, the reader reads it. Thread-safe.
 */
final class BatchIndex {
    /** So many rows are merged at once, so that reading a chunk stays quick. */
    static final int MOST_ROWS = 512;

    private static final long LEAST_BYTES = 32 << 10;
    private static final int LEAST_ROWS_WHEN_IDLE = 8;

    /** At rest, no chunk has more than this beside its snapshot. */
    static final long LEAST_BYTES_WHEN_IDLE = 4 << 10;

    private static final class Rows {
        private long[] numbers = new long[4];
        private int count;
        private long bytes;
        private final long snapshotBytes;

        Rows(long snapshotBytes) {
            this.snapshotBytes = snapshotBytes;
        }

        void add(long number, long size) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = number;
            bytes += size;
        }

        boolean isDue() {
            return count >= MOST_ROWS || bytes >= LEAST_BYTES + snapshotBytes / 2;
        }

        boolean isDueWhenIdle() {
            return bytes >= LEAST_BYTES_WHEN_IDLE || (count >= LEAST_ROWS_WHEN_IDLE && bytes >= snapshotBytes / 16);
        }
    }

    private final Map<ChunkPos, Rows> chunks = new HashMap<>();
    private final Set<ChunkPos> due = new LinkedHashSet<>();
    private final Set<ChunkPos> dueWhenIdle = new LinkedHashSet<>();

    /** Whether a chunk has no rows. */
    synchronized boolean isNew(ChunkPos position) {
        return !chunks.containsKey(position);
    }

    /** A chunk will have rows, and has a snapshot of that size. */
    synchronized void begin(ChunkPos position, long snapshotBytes) {
        chunks.putIfAbsent(position, new Rows(snapshotBytes));
    }

    synchronized void add(ChunkPos position, long number, long bytes) {
        Rows rows = chunks.computeIfAbsent(position, p -> new Rows(0));
        rows.add(number, bytes);
        if (rows.isDue()) {
            due.add(position);
        } else if (rows.isDueWhenIdle()) {
            dueWhenIdle.add(position);
        }
    }

    /** The numbers of a chunk's rows. */
    synchronized long[] numbers(ChunkPos position) {
        Rows rows = chunks.get(position);
        return rows == null ? new long[0] : Arrays.copyOf(rows.numbers, rows.count);
    }

    /** The chunk is merged, or gone. */
    synchronized void remove(ChunkPos position) {
        chunks.remove(position);
        due.remove(position);
        dueWhenIdle.remove(position);
    }

    /** The chunk cannot be merged now; it is due again when it has more rows. */
    synchronized void postpone(ChunkPos position) {
        due.remove(position);
        dueWhenIdle.remove(position);
    }

    /** A chunk that should be merged soon. */
    synchronized Optional<ChunkPos> due() {
        return first(due);
    }

    /** A chunk that may be merged when nothing else is to do. */
    synchronized Optional<ChunkPos> dueWhenIdle() {
        return first(due).or(() -> first(dueWhenIdle));
    }

    private static Optional<ChunkPos> first(Set<ChunkPos> positions) {
        Iterator<ChunkPos> each = positions.iterator();
        return each.hasNext() ? Optional.of(each.next()) : Optional.empty();
    }
}
