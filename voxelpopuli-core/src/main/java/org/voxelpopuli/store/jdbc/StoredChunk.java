package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.world.ChunkPos;

/** What is in the database of one chunk: its snapshot and its later rows, merged. Belongs to the thread of its connection. */
final class StoredChunk {
    private static final int ROWS_AT_A_TIME = 256;

    private final ChunkPos position;
    private final EditLog log = new EditLog();
    private final List<Damage> damage = new ArrayList<>();
    private final List<SQLException> unreadable = new ArrayList<>();

    private StoredChunk(ChunkPos position) {
        this.position = position;
    }

    /**
     * Reads a chunk. What is damaged is told, and the rest is there.
     *
     * @param index of its rows in the table {@code batch}
     * @throws SQLException if it lies in the surroundings
     */
    static StoredChunk read(Connection connection, Dialect dialect, ChunkPos position, BatchIndex index)
            throws SQLException {
        StoredChunk chunk = new StoredChunk(position);
        // What is merged meanwhile is seen twice, which does no harm, and never missed: rows that were deleted before
        // they could be read are in one that has a lower number than all before, or in the snapshot, which is read
        // last.
        long below = Long.MAX_VALUE;
        for (long[] rows = index.numbersBelow(position, below);
                rows.length > 0;
                rows = index.numbersBelow(position, below)) {
            chunk.withRows(connection, dialect, rows);
            below = Math.min(0, LongStream.of(rows).min().orElse(0));
        }
        return chunk.withSnapshot(connection, dialect);
    }

    /** What is known to be in a chunk's rows. */
    static StoredChunk of(ChunkPos position, List<EditBatch> rows) {
        StoredChunk chunk = new StoredChunk(position);
        rows.forEach(chunk.log::merge);
        return chunk;
    }

    /** Adds what is in these rows. */
    StoredChunk withRows(Connection connection, Dialect dialect, long[] numbers) throws SQLException {
        for (int from = 0; from < numbers.length; from += ROWS_AT_A_TIME) {
            readRows(
                    connection,
                    dialect,
                    Arrays.copyOfRange(numbers, from, Math.min(numbers.length, from + ROWS_AT_A_TIME)));
        }
        return this;
    }

    private void readRows(Connection connection, Dialect dialect, long[] numbers) throws SQLException {
        String query =
                "SELECT bytes, checksum, number FROM batch WHERE number IN (?" + ", ?".repeat(numbers.length - 1) + ")";
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < numbers.length; i++) {
                statement.setLong(i + 1, numbers[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    addRow(row);
                }
            }
        } catch (SQLException e) {
            if (!dialect.isOfOnePart(e)) {
                throw e;
            }
            if (numbers.length == 1) {
                unreadable.add(e);
                return;
            }
            for (long number : numbers) {
                readRows(connection, dialect, new long[] {number});
            }
        }
    }

    /** Adds what is in the chunk's snapshot. */
    StoredChunk withSnapshot(Connection connection, Dialect dialect) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT bytes, checksum FROM snapshot WHERE x = ? AND y = ? AND z = ?")) {
            statement.setInt(1, position.x());
            statement.setInt(2, position.y());
            statement.setInt(3, position.z());
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    addSnapshot(row);
                }
            }
        } catch (SQLException e) {
            if (!dialect.isOfOnePart(e)) {
                throw e;
            }
            unreadable.add(e);
        }
        return this;
    }

    private void addRow(ResultSet row) throws SQLException {
        byte[] bytes = row.getBytes(1);
        long checksum = row.getLong(2);
        String wrong = add(bytes, checksum);
        if (wrong != null) {
            damage.add(Damage.ofBatch(row.getLong(3), position, wrong, bytes, checksum));
        }
    }

    private void addSnapshot(ResultSet row) throws SQLException {
        byte[] bytes = row.getBytes(1);
        long checksum = row.getLong(2);
        String wrong = add(bytes, checksum);
        if (wrong != null) {
            damage.add(Damage.ofSnapshot(position, wrong, bytes, checksum));
        }
    }

    /** What is wrong with it; null if nothing is. */
    private @Nullable String add(byte @Nullable [] bytes, long checksum) {
        try {
            log.merge(Checksums.read(position, bytes, checksum));
            return null;
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    EditLog log() {
        return log;
    }

    /** Rows that are to be put aside. */
    List<Damage> damage() {
        return damage;
    }

    /** Why parts of it cannot even be read. */
    List<SQLException> unreadable() {
        return unreadable;
    }
}
