package org.voxelpopuli.store.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.EditBatch;

/** Some rows of the table {@code batch}, all of one chunk: their numbers and, if it is in memory, what is in them. */
final class RowSet {
    private long[] numbers = new long[4];
    private int count;
    private long bytes;

    /** What is in the rows; null if that has to be read. */
    private @Nullable List<EditBatch> edits;

    private long keptBytes;

    /** @param keeps whether what is in the rows is kept in memory */
    RowSet(boolean keeps) {
        edits = keeps ? new ArrayList<>(4) : null;
    }

    void add(long number, long size) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        numbers[count++] = number;
        bytes += size;
    }

    /** Keeps what is in the row that was added last. */
    void keep(EditBatch batch, long size) {
        if (edits != null) {
            edits.add(batch);
            keptBytes += size;
        }
    }

    boolean keeps() {
        return edits != null;
    }

    /** Forgets the rows below a number; those that are left were added by rising numbers. */
    void removeBelow(long number) {
        int gone = 0;
        while (gone < count && numbers[gone] < number) {
            gone++;
        }
        numbers = Arrays.copyOfRange(numbers, gone, Math.max(count, gone + 4));
        count -= gone;
    }

    void addAll(RowSet later) {
        for (int i = 0; i < later.count; i++) {
            add(later.numbers[i], 0);
        }
    }

    /** Forgets what is in the rows; returns how much memory that took. */
    long drop() {
        long dropped = keptBytes;
        edits = null;
        keptBytes = 0;
        return dropped;
    }

    int count() {
        return count;
    }

    /** How much room the rows take in the database. */
    long bytes() {
        return bytes;
    }

    long first() {
        return numbers[0];
    }

    long[] numbers() {
        return Arrays.copyOf(numbers, count);
    }

    Optional<List<EditBatch>> edits() {
        return Optional.ofNullable(edits).map(List::copyOf);
    }
}
