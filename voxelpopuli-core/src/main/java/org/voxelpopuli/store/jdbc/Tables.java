package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.voxelpopuli.world.ChunkPos;

/**
 * The tables of schema version 2, the same in each database but for the names of some types (docs/store.md tells what is in them): a log with
 * snapshots. What is saved for a chunk in one commit is one row of {@code batch}; from time to time all rows of a chunk are merged into its one row of
 * {@code snapshot}. So a commit writes few pages, however many voxels it is about, and 16 bytes for each voxel are enough.
 */
final class Tables {
    static final int VERSION = 2;

    private Tables() {}

    /** Adds chunks that are not there. */
    static void insertChunks(Connection connection, Collection<ChunkPos> positions) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO chunk (x, y, z) VALUES (?, ?, ?)")) {
            for (ChunkPos position : positions) {
                insert.setInt(1, position.x());
                insert.setInt(2, position.y());
                insert.setInt(3, position.z());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /**
     * The statements that make the tables.
     *
     * @param number the type of a row's number, which we give
     * @param blob the type of bytes
     * @param clustered what makes a table be kept in the order of its primary key; may be empty
     */
    static List<String> create(String number, String blob, String clustered) {
        String position = "x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL";
        String bytes = "bytes " + blob + " NOT NULL, checksum BIGINT NOT NULL";
        return List.of(
                "CREATE TABLE chunk (" + position + ", PRIMARY KEY (x, y, z))" + clustered,
                "CREATE TABLE batch (number " + number + ", " + position + ", " + bytes + ")",
                "CREATE TABLE snapshot (" + position + ", " + bytes + ", PRIMARY KEY (x, y, z))",
                "CREATE TABLE record (kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, written BIGINT NOT NULL,"
                        + " checksum BIGINT NOT NULL, PRIMARY KEY (kind, key))" + clustered,
                "CREATE TABLE damaged (found BIGINT NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL, bytes " + blob
                        + ")");
    }
}
