package org.voxelpopuli.store.jdbc;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
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

    /** So many rows are deleted at once. */
    private static final long MOST_DELETED = 16_384;

    /** So many rows that are merged may stay because others, before them, are not. */
    private static final int MOST_MERGED = 16_384;

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

        long[] numbers() {
            return Arrays.copyOf(numbers, count);
        }

        long last() {
            return numbers[count - 1];
        }

        /** These, and later ones. */
        Rows with(Rows later) {
            for (int i = 0; i < later.count; i++) {
                add(later.numbers[i], 0);
            }
            return this;
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

    /** The chunks by the first of their rows. */
    private final NavigableMap<Long, ChunkPos> oldest = new TreeMap<>();

    /** Rows that are merged, and still in the database. */
    private final Map<ChunkPos, Rows> merged = new HashMap<>();

    /** A chunk that could not be merged. */
    private @Nullable ChunkPos stuck;

    private long deletedBelow;

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
        if (rows.count == 0) {
            oldest.put(number, position);
        }
        if (deletedBelow == 0) {
            deletedBelow = number;
        }
        rows.add(number, bytes);
        if (rows.isDue()) {
            due.add(position);
        } else if (rows.isDueWhenIdle()) {
            dueWhenIdle.add(position);
        }
    }

    /** The numbers of a chunk's rows that are not merged. */
    synchronized long[] numbers(ChunkPos position) {
        Rows rows = chunks.get(position);
        return rows == null ? new long[0] : rows.numbers();
    }

    /** The numbers of all of a chunk's rows in the database. */
    synchronized long[] allNumbers(ChunkPos position) {
        return LongStream.concat(
                        Arrays.stream(numbers(position)),
                        merged.containsKey(position)
                                ? Arrays.stream(merged.get(position).numbers())
                                : LongStream.empty())
                .toArray();
    }

    /**
     * Below which number all rows will be merged when this chunk is. They are deleted together and not with their chunk, since those of a chunk are spread over the
     * pages of all.
     */
    synchronized long mergedBelow(ChunkPos position) {
        long below = Long.MAX_VALUE;
        for (Map.Entry<Long, ChunkPos> first : oldest.entrySet()) {
            if (!first.getValue().equals(position)) {
                below = first.getKey();
                break;
            }
        }
        return Math.min(below, deletedBelow + MOST_DELETED);
    }

    /** The chunk's rows are merged, and all below that number deleted. */
    synchronized void merge(ChunkPos position, long below) {
        Rows rows = chunks.get(position);
        remove(position);
        if (rows != null) {
            merged.merge(position, rows, Rows::with);
        }
        deletedBelow = below;
        merged.values().removeIf(each -> each.last() < below);
    }

    /** The chunk is gone, with all of its rows. */
    synchronized void forget(ChunkPos position) {
        remove(position);
        merged.remove(position);
    }

    private void remove(ChunkPos position) {
        Rows rows = chunks.remove(position);
        if (rows != null && rows.count > 0) {
            oldest.remove(rows.numbers[0]);
        }
        due.remove(position);
        dueWhenIdle.remove(position);
    }

    /** The chunk cannot be merged now; it is due again when it has more rows. */
    synchronized void postpone(ChunkPos position) {
        due.remove(position);
        dueWhenIdle.remove(position);
        stuck = position;
    }

    /** A chunk that should be merged soon. */
    synchronized Optional<ChunkPos> due() {
        return first(due).or(() -> mergedRows() > MOST_MERGED ? theOldest() : Optional.empty());
    }

    /** A chunk that may be merged when nothing else is to do. */
    synchronized Optional<ChunkPos> dueWhenIdle() {
        return first(due).or(() -> first(dueWhenIdle)).or(() -> merged.isEmpty() ? Optional.empty() : theOldest());
    }

    private int mergedRows() {
        return merged.values().stream().mapToInt(rows -> rows.count).sum();
    }

    /** What keeps merged rows from being deleted. */
    private Optional<ChunkPos> theOldest() {
        return oldest.isEmpty() || oldest.firstEntry().getValue().equals(stuck)
                ? Optional.empty()
                : Optional.of(oldest.firstEntry().getValue());
    }

    private static Optional<ChunkPos> first(Set<ChunkPos> positions) {
        Iterator<ChunkPos> each = positions.iterator();
        return each.hasNext() ? Optional.of(each.next()) : Optional.empty();
    }
}
