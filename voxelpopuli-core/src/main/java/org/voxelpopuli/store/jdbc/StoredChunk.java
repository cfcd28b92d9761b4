package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.world.ChunkPos;

/** What is in the database of one chunk: its snapshot and its later rows, merged. Belongs to the thread of its connection. */
final class StoredChunk {
    private final ChunkPos position;
    private final EditLog log = new EditLog();
    private final List<Damage> damage = new ArrayList<>();
    private final List<SQLException> unreadable = new ArrayList<>();
    private int rows;
    private long last;

    private StoredChunk(ChunkPos position) {
        this.position = position;
    }

    /**
     * Reads a chunk. What is damaged is told, and the rest is there.
     *
     * @throws SQLException if it lies in the surroundings
     */
    static StoredChunk read(Connection connection, Dialect dialect, ChunkPos position) throws SQLException {
        StoredChunk chunk = new StoredChunk(position);
        // First the rows: what is merged into the snapshot between the two queries is seen twice, which does no harm,
        // and never missed.
        chunk.read(
                connection,
                dialect,
                "SELECT bytes, checksum, number FROM batch WHERE x = ? AND y = ? AND z = ? ORDER BY number",
                chunk::addRow);
        chunk.read(
                connection,
                dialect,
                "SELECT bytes, checksum FROM snapshot WHERE x = ? AND y = ? AND z = ?",
                chunk::addSnapshot);
        return chunk;
    }

    @FunctionalInterface
    private interface RowHandler {
        void accept(ResultSet row) throws SQLException;
    }

    private void read(Connection connection, Dialect dialect, String query, RowHandler handler) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setInt(1, position.x());
            statement.setInt(2, position.y());
            statement.setInt(3, position.z());
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    handler.accept(found);
                }
            }
        } catch (SQLException e) {
            if (dialect.passes(e)) {
                throw e;
            }
            unreadable.add(e);
        }
    }

    private void addRow(ResultSet row) throws SQLException {
        byte[] bytes = row.getBytes(1);
        long checksum = row.getLong(2);
        long number = row.getLong(3);
        rows++;
        last = Math.max(last, number);
        String wrong = add(bytes, checksum);
        if (wrong != null) {
            damage.add(Damage.ofBatch(number, position, wrong, bytes, checksum));
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

    /** How many rows there were beside the snapshot. */
    int rows() {
        return rows;
    }

    /** The highest number of these rows. */
    long last() {
        return last;
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
