package org.voxelpopuli.store.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.world.ChunkPos;

/** Makes databases as the first version of the store made them, whose statements these are. */
final class VersionOne implements AutoCloseable {
    private final Connection connection;

    VersionOne(Path database) throws SQLException {
        connection = FaultyDisk.plain(database);
        sql(
                "PRAGMA journal_mode = WAL",
                "CREATE TABLE chunk (x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL,"
                        + " PRIMARY KEY (x, y, z)) WITHOUT ROWID",
                "CREATE TABLE edit (x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL, voxel INTEGER NOT NULL,"
                        + " block INTEGER NOT NULL, time INTEGER NOT NULL, writer BLOB NOT NULL, checksum INTEGER NOT NULL,"
                        + " PRIMARY KEY (x, y, z, voxel)) WITHOUT ROWID",
                "CREATE TABLE record (kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, written INTEGER NOT NULL,"
                        + " PRIMARY KEY (kind, key)) WITHOUT ROWID",
                "PRAGMA application_id = 1450145872",
                "PRAGMA user_version = 1");
    }

    void sql(String... statements) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            for (String statement : statements) {
                sql.execute(statement);
            }
        }
    }

    void save(ChunkPos position, Collection<Edit> edits) throws SQLException {
        sql(
                "INSERT INTO chunk (x, y, z) VALUES (" + position.x() + ", " + position.y() + ", " + position.z() + ")",
                "BEGIN");
        try (PreparedStatement row = connection.prepareStatement(
                "INSERT INTO edit (x, y, z, voxel, block, time, writer, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (Edit edit : edits) {
                long time = edit.stamp().time();
                byte[] writer = edit.stamp().writer().bytes();
                row.setInt(1, position.x());
                row.setInt(2, position.y());
                row.setInt(3, position.z());
                row.setInt(4, edit.voxel());
                row.setInt(5, edit.block());
                row.setLong(6, time);
                row.setBytes(7, writer);
                row.setLong(8, EditRow.checksum(position, edit.voxel(), edit.block(), time, writer));
                row.executeUpdate();
            }
        }
        sql("COMMIT");
    }

    void put(StoredRecord record) throws SQLException {
        try (PreparedStatement row =
                connection.prepareStatement("INSERT INTO record (kind, key, value, written) VALUES (?, ?, ?, ?)")) {
            row.setString(1, record.kind());
            row.setString(2, record.key());
            row.setString(3, record.value());
            row.setLong(4, record.writtenMillis());
            row.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
