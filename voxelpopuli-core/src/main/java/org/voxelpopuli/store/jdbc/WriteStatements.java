package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.world.ChunkPos;

/** The statements that write, prepared once. The driver may end a statement that has failed, so after a failure they are made anew. */
final class WriteStatements implements AutoCloseable {
    private static final int ROWS_PER_BATCH = 1_024;

    private final PreparedStatement saveChunk;
    private final PreparedStatement saveEdit;
    private final PreparedStatement removeEdits;
    private final PreparedStatement removeChunk;
    private final PreparedStatement putRecord;
    private final PreparedStatement removeRecord;

    WriteStatements(Connection connection) throws SQLException {
        saveChunk = connection.prepareStatement("INSERT INTO chunk (x, y, z) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
        // Times are unsigned, SQL's integers are not: a negative one is higher than any positive one.
        saveEdit = connection.prepareStatement(
                "INSERT INTO edit (x, y, z, voxel, block, time, writer, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (x, y, z, voxel) DO UPDATE SET block = excluded.block, time = excluded.time,"
                        + " writer = excluded.writer, checksum = excluded.checksum"
                        + " WHERE (excluded.time < 0, excluded.time, excluded.writer) > (edit.time < 0, edit.time, edit.writer)");
        removeEdits = connection.prepareStatement("DELETE FROM edit WHERE x = ? AND y = ? AND z = ?");
        removeChunk = connection.prepareStatement("DELETE FROM chunk WHERE x = ? AND y = ? AND z = ?");
        putRecord = connection.prepareStatement("INSERT INTO record (kind, key, value, written) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, written = excluded.written");
        removeRecord = connection.prepareStatement("DELETE FROM record WHERE kind = ? AND key = ?");
    }

    /** Runs these writes. Edits of many chunks share one batch: the cost of a call to SQLite is much more than that of a row. */
    void apply(List<Write> writes) throws SQLException {
        Set<ChunkPos> chunks = new HashSet<>();
        int rows = 0;
        for (Write write : writes) {
            if (write instanceof Write.SaveChunk save) {
                if (chunks.add(save.position())) {
                    saveChunk(save.position());
                }
                for (Edit edit : save.edits()) {
                    addEdit(save.position(), edit);
                    if (++rows % ROWS_PER_BATCH == 0) {
                        saveEdit.executeBatch();
                    }
                }
            } else if (write instanceof Write.RemoveChunk remove) {
                if (rows % ROWS_PER_BATCH != 0) {
                    saveEdit.executeBatch();
                    rows = 0;
                }
                chunks.remove(remove.position());
                remove(removeEdits, remove.position());
                remove(removeChunk, remove.position());
            } else if (write instanceof Write.PutRecord put) {
                put(put.row());
            } else if (write instanceof Write.RemoveRecord remove) {
                removeRecord.setString(1, remove.kind());
                removeRecord.setString(2, remove.key());
                removeRecord.executeUpdate();
            }
        }
        if (rows % ROWS_PER_BATCH != 0) {
            saveEdit.executeBatch();
        }
    }

    private void saveChunk(ChunkPos position) throws SQLException {
        saveChunk.setInt(1, position.x());
        saveChunk.setInt(2, position.y());
        saveChunk.setInt(3, position.z());
        saveChunk.executeUpdate();
    }

    private static void remove(PreparedStatement statement, ChunkPos position) throws SQLException {
        statement.setInt(1, position.x());
        statement.setInt(2, position.y());
        statement.setInt(3, position.z());
        statement.executeUpdate();
    }

    private void addEdit(ChunkPos position, Edit edit) throws SQLException {
        long time = edit.stamp().time();
        byte[] writer = edit.stamp().writer().bytes();
        saveEdit.setInt(1, position.x());
        saveEdit.setInt(2, position.y());
        saveEdit.setInt(3, position.z());
        saveEdit.setInt(4, edit.voxel());
        saveEdit.setInt(5, edit.block());
        saveEdit.setLong(6, time);
        saveEdit.setBytes(7, writer);
        saveEdit.setLong(8, EditRow.checksum(position, edit.voxel(), edit.block(), time, writer));
        saveEdit.addBatch();
    }

    private void put(StoredRecord row) throws SQLException {
        putRecord.setString(1, row.kind());
        putRecord.setString(2, row.key());
        putRecord.setString(3, row.value());
        putRecord.setLong(4, row.writtenMillis());
        putRecord.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        saveChunk.close();
        saveEdit.close();
        removeEdits.close();
        removeChunk.close();
        putRecord.close();
        removeRecord.close();
    }
}
