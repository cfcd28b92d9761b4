package org.voxelpopuli.store.jdbc;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.jdbc.WriteStatements.Added;
import org.voxelpopuli.world.ChunkPos;

/**
 * Which rows of the table {@code batch} belong to which chunk, and when it is time to merge them, in two steps. Those of many commits, whose numbers rise from 1,
 * become one row, whose number is negative, so that reading the chunk stays quick. All of them go into the chunk's snapshot: since that is written again as a
 * whole, not before there is a fair share of news, unless nothing else is to do.
 *
 * <p>It is in memory and not an index of the database, since that would write a page for each chunk of a commit instead of a few for all. It is small, because merged rows are gone. The committer changes it, the reader reads it. Thread-safe.
 */
final class BatchIndex {
    /** So many commits of a chunk become one row. */
    static final int MOST_ROWS = 512;

    /** So many rows take much less room when they are merged; and no more rows of many commits than that are left. */
    private static final int MANY_ROWS = 64;

    private static final long LEAST_BYTES = 32 << 10;
    private static final int LEAST_ROWS_WHEN_IDLE = 8;

    /** At rest, no chunk has more than this beside its snapshot. */
    static final long LEAST_BYTES_WHEN_IDLE = 4 << 10;

    /** So many rows are deleted at once. */
    private static final long MOST_DELETED = 16_384;

    /** So many rows that are merged may stay because others, before them, are not; then they are deleted one by one. */
    static final int MOST_MERGED = 16_384;

    /** Edits that take so much memory are kept until they are merged: to read them again costs a page of the database for each row. */
    private static final long MOST_KEPT_BYTES = 16L << 20;

    /** What is to be merged: a chunk, into its snapshot or into one row. */
    record Due(ChunkPos position, boolean intoSnapshot) {}

    private static final class Rows {
        private RowSet ofCommits;
        private final RowSet ofManyCommits = new RowSet(false);
        private final long snapshotBytes;

        Rows(long snapshotBytes, boolean keeps) {
            this.snapshotBytes = snapshotBytes;
            ofCommits = new RowSet(keeps);
        }

        RowSet setOf(long number) {
            return number > 0 ? ofCommits : ofManyCommits;
        }

        int count() {
            return ofCommits.count() + ofManyCommits.count();
        }

        long bytes() {
            return ofCommits.bytes() + ofManyCommits.bytes();
        }

        boolean isDue() {
            return isDueForOneRow() || isDueForSnapshot();
        }

        private boolean isDueForOneRow() {
            return ofCommits.count() >= MOST_ROWS
                    || (ofCommits.count() >= MANY_ROWS && ofCommits.bytes() >= 2 * LEAST_BYTES);
        }

        boolean isDueForSnapshot() {
            // How much room many small rows will take as one is not known yet.
            long news = ofCommits.count() < MANY_ROWS ? bytes() : ofManyCommits.bytes();
            return news >= LEAST_BYTES + snapshotBytes / 2 || ofManyCommits.count() >= MANY_ROWS;
        }

        boolean isDueWhenIdle() {
            return bytes() >= LEAST_BYTES_WHEN_IDLE
                    || (count() >= LEAST_ROWS_WHEN_IDLE && bytes() >= snapshotBytes / 16);
        }

        long[] numbers() {
            return LongStream.concat(LongStream.of(ofManyCommits.numbers()), LongStream.of(ofCommits.numbers()))
                    .toArray();
        }
    }

    private final Map<ChunkPos, Rows> chunks = new HashMap<>();
    private final Set<ChunkPos> due = new LinkedHashSet<>();
    private final Set<ChunkPos> dueWhenIdle = new LinkedHashSet<>();

    /** The chunks by the first of their rows of single commits. */
    private final NavigableMap<Long, ChunkPos> oldest = new TreeMap<>();

    /** Rows of single commits that are merged, and still in the database. */
    private final Map<ChunkPos, RowSet> merged = new HashMap<>();

    private int mergedRows;

    /** So many of them could not be deleted. */
    private int lastingRows;

    private long deletedBelow;
    private long keptBytes;

    /** Whether a chunk has no rows. */
    synchronized boolean isNew(ChunkPos position) {
        return !chunks.containsKey(position);
    }

    /** A chunk had rows before, and has a snapshot of that size. */
    synchronized void found(ChunkPos position, long snapshotBytes) {
        chunks.putIfAbsent(position, new Rows(snapshotBytes, false));
    }

    /** A chunk will have rows, and has a snapshot of that size. */
    synchronized void begin(ChunkPos position, long snapshotBytes) {
        chunks.putIfAbsent(position, new Rows(snapshotBytes, true));
    }

    /** A row that is there, of a chunk that was found or begun. */
    synchronized void add(ChunkPos position, long number, long bytes) {
        add(rows(position), position, number, bytes);
    }

    /** A row that was added now, of a chunk that was found or begun. */
    synchronized void add(ChunkPos position, Added row) {
        Rows rows = rows(position);
        add(rows, position, row.number(), row.bytes());
        keep(rows.setOf(row.number()), row.edits());
    }

    private Rows rows(ChunkPos position) {
        return chunks.computeIfAbsent(position, p -> new Rows(0, false));
    }

    private void add(Rows rows, ChunkPos position, long number, long bytes) {
        if (number > 0) {
            if (rows.ofCommits.count() == 0) {
                oldest.put(number, position);
            }
            if (deletedBelow == 0) {
                deletedBelow = number;
            }
        }
        rows.setOf(number).add(number, bytes);
        if (rows.isDue()) {
            due.add(position);
        } else if (rows.isDueWhenIdle()) {
            dueWhenIdle.add(position);
        }
    }

    private void keep(RowSet rows, EditBatch edits) {
        if (!rows.keeps()) {
            return;
        }
        long bytes = Write.bytes(edits);
        if (keptBytes + bytes > MOST_KEPT_BYTES) {
            drop(rows);
        } else {
            rows.keep(edits, bytes);
            keptBytes += bytes;
        }
    }

    private void drop(RowSet rows) {
        keptBytes -= rows.drop();
    }

    /** The numbers of a chunk's rows that are not in its snapshot. */
    synchronized long[] numbers(ChunkPos position) {
        Rows rows = chunks.get(position);
        return rows == null ? new long[0] : rows.numbers();
    }

    /** Those of them that are below a number. */
    synchronized long[] numbersBelow(ChunkPos position, long number) {
        return LongStream.of(numbers(position)).filter(each -> each < number).toArray();
    }

    /** The numbers of those rows that were each written in one commit. */
    synchronized long[] numbersOfCommits(ChunkPos position) {
        Rows rows = chunks.get(position);
        return rows == null ? new long[0] : rows.ofCommits.numbers();
    }

    /** What is in the rows with these numbers; empty if that has to be read. */
    synchronized Optional<List<EditBatch>> editsOfCommits(ChunkPos position) {
        Rows rows = chunks.get(position);
        return rows == null ? Optional.empty() : rows.ofCommits.edits();
    }

    /** The numbers of those rows that were written for many commits. */
    synchronized long[] numbersOfManyCommits(ChunkPos position) {
        Rows rows = chunks.get(position);
        return rows == null ? new long[0] : rows.ofManyCommits.numbers();
    }

    /** The numbers of all of a chunk's rows in the database. */
    synchronized long[] allNumbers(ChunkPos position) {
        RowSet old = merged.get(position);
        return LongStream.concat(
                        LongStream.of(numbers(position)),
                        old == null ? LongStream.empty() : LongStream.of(old.numbers()))
                .toArray();
    }

    /**
     * Below which number all rows of single commits will be merged when those of this chunk are. They are deleted together and not with their chunk, since those of
     * a chunk are spread over the pages of all.
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

    /** Below which number all rows of single commits are merged. */
    synchronized long mergedBelow() {
        return Math.min(oldest.isEmpty() ? deletedBelow : oldest.firstKey(), deletedBelow + MOST_DELETED);
    }

    /** The chunk's rows are in its snapshot; those of many commits are deleted, and all of single ones below that number. */
    synchronized void mergedIntoSnapshot(ChunkPos position, long below) {
        Rows rows = remove(position);
        if (rows != null) {
            merged(position, rows.ofCommits);
        }
        deleted(below);
    }

    /** The chunk's rows of single commits are in this one, and all of single commits below that number are deleted. */
    synchronized void mergedIntoRow(ChunkPos position, Added row, long below) {
        Rows rows = rows(position);
        if (rows.ofCommits.count() > 0) {
            oldest.remove(rows.ofCommits.first());
            drop(rows.ofCommits);
            merged(position, rows.ofCommits);
            rows.ofCommits = new RowSet(true);
        }
        deleted(below);
        due.remove(position);
        add(position, row);
    }

    private void merged(ChunkPos position, RowSet rows) {
        merged.computeIfAbsent(position, p -> new RowSet(false)).addAll(rows);
    }

    private void deleted(long below) {
        deletedBelow = below;
        merged.values().forEach(rows -> rows.removeBelow(below));
        merged.values().removeIf(rows -> rows.count() == 0);
        countMerged();
    }

    private void countMerged() {
        mergedRows = merged.values().stream().mapToInt(RowSet::count).sum();
        lastingRows = Math.min(lastingRows, mergedRows);
    }

    /** The chunk is gone, with all of its rows. */
    synchronized void forget(ChunkPos position) {
        remove(position);
        merged.remove(position);
        countMerged();
    }

    private @Nullable Rows remove(ChunkPos position) {
        Rows rows = chunks.remove(position);
        if (rows != null) {
            if (rows.ofCommits.count() > 0) {
                oldest.remove(rows.ofCommits.first());
            }
            drop(rows.ofCommits);
        }
        due.remove(position);
        dueWhenIdle.remove(position);
        return rows;
    }

    /** The chunk cannot be merged now; it is due again when it has more rows. */
    synchronized void postpone(ChunkPos position) {
        due.remove(position);
        dueWhenIdle.remove(position);
    }

    /** What should be merged soon. */
    synchronized Optional<Due> due() {
        return first(due).map(position -> new Due(position, rows(position).isDueForSnapshot()));
    }

    /** What may be merged when nothing else is to do. */
    synchronized Optional<Due> dueWhenIdle() {
        return first(due).or(() -> first(dueWhenIdle)).map(position -> new Due(position, true));
    }

    /** Whether so many merged rows wait to be deleted that it should be done soon. */
    synchronized boolean hasManyMergedRows() {
        return mergedRows > lastingRows + MOST_MERGED;
    }

    /** Whether any do. */
    synchronized boolean hasMergedRows() {
        return mergedRows > lastingRows;
    }

    /** The numbers of rows of single commits that are merged, and still in the database. */
    synchronized long[] mergedRows() {
        return merged.values().stream()
                .flatMapToLong(rows -> LongStream.of(rows.numbers()))
                .sorted()
                .toArray();
    }

    /** All rows that were merged are deleted. */
    synchronized void deletedMergedRows() {
        merged.clear();
        mergedRows = 0;
        lastingRows = 0;
    }

    /** They cannot be deleted now; it is tried again when there are more. */
    synchronized void postponeMergedRows() {
        lastingRows = mergedRows;
    }

    private static Optional<ChunkPos> first(Set<ChunkPos> positions) {
        Iterator<ChunkPos> each = positions.iterator();
        return each.hasNext() ? Optional.of(each.next()) : Optional.empty();
    }
}
