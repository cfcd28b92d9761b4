package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditBytes;
import org.voxelpopuli.world.ChunkPos;

/**
 * From schema version 1 of SQLite, which had a row for each edited voxel, to version 2, which has a snapshot for each chunk, and checksums of records. Writes its
 * own SQL out in full: what later versions do to the tables does not concern it. Rows that are damaged go into the table {@code damaged}.
 */
final class BatchesInsteadOfEdits implements SqliteSchema.Migration {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcWorldStore.class);

    @Override
    public void run(Connection connection) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            sql.execute("CREATE TABLE batch (number INTEGER PRIMARY KEY, x INTEGER NOT NULL, y INTEGER NOT NULL,"
                    + " z INTEGER NOT NULL, bytes BLOB NOT NULL, checksum BIGINT NOT NULL)");
            sql.execute("CREATE TABLE snapshot (x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL,"
                    + " bytes BLOB NOT NULL, checksum BIGINT NOT NULL, PRIMARY KEY (x, y, z))");
            sql.execute(
                    "CREATE TABLE damaged (found BIGINT NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL, bytes BLOB)");
            moveEdits(connection);
            sql.execute("DROP TABLE edit");
            sql.execute("ALTER TABLE record RENAME TO record_without_checksum");
            sql.execute("CREATE TABLE record (kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,"
                    + " written BIGINT NOT NULL, checksum BIGINT NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID");
            moveRecords(connection);
            sql.execute("DROP TABLE record_without_checksum");
        }
    }

    private static void moveEdits(Connection connection) throws SQLException {
        try (Statement sql = connection.createStatement();
                ResultSet row = sql.executeQuery(
                        "SELECT x, y, z, voxel, block, time, writer, checksum FROM edit ORDER BY x, y, z, voxel");
                PreparedStatement snapshot = connection.prepareStatement(
                        "INSERT INTO snapshot (x, y, z, bytes, checksum) VALUES (?, ?, ?, ?, ?)");
                PreparedStatement damaged = connection.prepareStatement(
                        "INSERT INTO damaged (found, name, reason, bytes) VALUES (?, ?, ?, ?)")) {
            ChunkPos current = null;
            List<Edit> edits = new ArrayList<>();
            while (row.next()) {
                ChunkPos position = Positions.readOrNull(row);
                if (current != null && !current.equals(position)) {
                    save(snapshot, current, edits);
                    edits.clear();
                }
                current = position;
                try {
                    if (position == null) {
                        throw new IllegalArgumentException("its chunk is outside the world");
                    }
                    edits.add(EditRow.read(
                            position, row.getLong(4), row.getLong(5), row.getLong(6), row.getBytes(7), row.getLong(8)));
                } catch (IllegalArgumentException | ArithmeticException e) {
                    putAside(damaged, row, String.valueOf(e.getMessage()));
                }
            }
            if (current != null) {
                save(snapshot, current, edits);
            }
        }
    }

    private static void save(PreparedStatement snapshot, ChunkPos position, List<Edit> edits) throws SQLException {
        if (edits.isEmpty()) {
            return;
        }
        byte[] bytes = EditBytes.write(EditBatch.of(edits));
        snapshot.setInt(1, position.x());
        snapshot.setInt(2, position.y());
        snapshot.setInt(3, position.z());
        snapshot.setBytes(4, bytes);
        snapshot.setLong(5, Checksums.of(position, bytes));
        snapshot.executeUpdate();
    }

    private static void putAside(PreparedStatement damaged, ResultSet row, String reason) throws SQLException {
        String name = String.format(
                Locale.ROOT,
                "voxel %d of chunk %d,%d,%d: block %d, time %d",
                row.getLong(4),
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                row.getLong(5),
                row.getLong(6));
        LOG.error("The row of {} is damaged ({}). It is moved into the table damaged", name, reason);
        damaged.setLong(1, System.currentTimeMillis());
        damaged.setString(2, name);
        damaged.setString(3, reason);
        damaged.setBytes(4, row.getBytes(7));
        damaged.executeUpdate();
    }

    private static void moveRecords(Connection connection) throws SQLException {
        try (Statement sql = connection.createStatement();
                ResultSet row = sql.executeQuery("SELECT kind, key, value, written FROM record_without_checksum");
                PreparedStatement record = connection.prepareStatement(
                        "INSERT INTO record (kind, key, value, written, checksum) VALUES (?, ?, ?, ?, ?)")) {
            while (row.next()) {
                String kind = row.getString(1);
                String key = row.getString(2);
                String value = row.getString(3);
                long written = row.getLong(4);
                record.setString(1, kind);
                record.setString(2, key);
                record.setString(3, value);
                record.setLong(4, written);
                record.setLong(5, Checksums.of(kind, key, value, written));
                record.executeUpdate();
            }
        }
    }
}
