package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.voxelpopuli.edits.AppliedRange;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditBytes;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.world.ChunkPos;

/** The statements that write, prepared once. The driver may end a statement that has failed, so after a failure they are made anew. */
final class WriteStatements implements AutoCloseable {
    private final List<PreparedStatement> all = new ArrayList<>();
    private final Connection connection;
    private final PreparedStatement saveChunk;
    private final PreparedStatement saveBatch;
    private final PreparedStatement saveSnapshot;
    private final PreparedStatement snapshotLength;
    private final PreparedStatement removeBatch;
    private final PreparedStatement removeBatchesBelow;
    private final PreparedStatement removeSnapshot;
    private final PreparedStatement removeChunk;
    private final PreparedStatement putRecord;
    private final PreparedStatement removeRecord;

    WriteStatements(Connection connection) throws SQLException {
        this.connection = connection;
        String ofChunk = " WHERE x = ? AND y = ? AND z = ?";
        saveChunk = prepare("INSERT INTO chunk (x, y, z) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
        saveBatch = prepare("INSERT INTO batch (x, y, z, bytes, checksum, number) VALUES (?, ?, ?, ?, ?, ?)");
        saveSnapshot = prepare("INSERT INTO snapshot (x, y, z, bytes, checksum) VALUES (?, ?, ?, ?, ?)"
                + " ON CONFLICT (x, y, z) DO UPDATE SET bytes = excluded.bytes, checksum = excluded.checksum");
        snapshotLength = prepare("SELECT length(bytes) FROM snapshot" + ofChunk);
        removeBatchesBelow = prepare("DELETE FROM batch WHERE number > 0 AND number < ?");
        removeBatch = prepare("DELETE FROM batch WHERE number = ?");
        removeSnapshot = prepare("DELETE FROM snapshot" + ofChunk);
        removeChunk = prepare("DELETE FROM chunk" + ofChunk);
        putRecord = prepare("INSERT INTO record (kind, key, value, written, checksum) VALUES (?, ?, ?, ?, ?)"
                + " ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, written = excluded.written,"
                + " checksum = excluded.checksum");
        removeRecord = prepare("DELETE FROM record WHERE kind = ? AND key = ?");
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        all.add(statement);
        return statement;
    }

    /** A row that was added for a chunk, with what is in it. */
    record Added(long number, int bytes, EditBatch edits) {}

    /** What writes have changed: chunks that are gone, then rows that were added. */
    record Changes(Set<ChunkPos> removed, Map<ChunkPos, Added> added) {}

    /**
     * Runs these writes, in their order as far as it matters. All that is saved for a chunk becomes one row.
     *
     * @param index of the rows that are there
     * @param numbers for new ones, none twice
     */
    Changes apply(List<Write> writes, BatchIndex index, LongSupplier numbers) throws SQLException {
        Changes changes = new Changes(new HashSet<>(), new HashMap<>());
        Map<ChunkPos, List<EditBatch>> saves = new LinkedHashMap<>();
        for (Write write : writes) {
            if (write instanceof Write.SaveChunk save) {
                saves.computeIfAbsent(save.position(), p -> new ArrayList<>(1)).add(save.edits());
            } else if (write instanceof Write.RemoveChunk remove) {
                saves.remove(remove.position());
                changes.removed().add(remove.position());
                removeBatches(index.allNumbers(remove.position()));
                at(removeSnapshot, remove.position()).executeUpdate();
                at(removeChunk, remove.position()).executeUpdate();
            } else if (write instanceof Write.PutRecord put) {
                put(put.row());
            } else if (write instanceof Write.RemoveRecord remove) {
                removeRecord.setString(1, remove.kind());
                removeRecord.setString(2, remove.key());
                removeRecord.executeUpdate();
            } else if (write instanceof Write.PutAside aside) {
                aside.damage().putAside(connection);
            }
        }
        save(saves, index, numbers, changes);
        return changes;
    }

    /** In two batches, since the cost of a call is much more than that of a row. */
    private void save(Map<ChunkPos, List<EditBatch>> saves, BatchIndex index, LongSupplier numbers, Changes changes)
            throws SQLException {
        boolean anyNew = false;
        for (ChunkPos position : saves.keySet()) {
            // A chunk that has rows is in the table of chunks.
            if (index.isNew(position) || changes.removed().contains(position)) {
                at(saveChunk, position).addBatch();
                anyNew = true;
            }
        }
        if (anyNew) {
            saveChunk.executeBatch();
        }
        for (Map.Entry<ChunkPos, List<EditBatch>> save : saves.entrySet()) {
            EditBatch batch = together(save.getValue());
            if (!batch.isEmpty()) {
                changes.added().put(save.getKey(), addBatch(save.getKey(), batch, numbers.getAsLong()));
            }
        }
        if (!changes.added().isEmpty()) {
            saveBatch.executeBatch();
        }
    }

    private static EditBatch together(List<EditBatch> batches) {
        if (batches.size() == 1) {
            return batches.get(0);
        }
        List<Edit> edits = new ArrayList<>();
        List<AppliedRange> applied = new ArrayList<>();
        for (EditBatch batch : batches) {
            edits.addAll(batch.edits());
            applied.addAll(batch.applied());
        }
        return new EditBatch(edits, applied);
    }

    /** The row is not written before the statement's batch is executed. */
    private Added addBatch(ChunkPos position, EditBatch edits, long number) throws SQLException {
        byte[] bytes = EditBytes.write(edits);
        setContent(saveBatch, position, bytes);
        saveBatch.setLong(6, number);
        saveBatch.addBatch();
        return new Added(number, bytes.length, edits);
    }

    /** Makes a snapshot of a chunk, and deletes these rows and all of single commits below a number. */
    void writeSnapshot(StoredChunk chunk, ChunkPos position, long below, long[] rows) throws SQLException {
        putAside(chunk);
        EditBatch all = chunk.log().all();
        if (!all.isEmpty()) {
            setContent(saveSnapshot, position, EditBytes.write(all));
            saveSnapshot.executeUpdate();
        }
        removeBatches(rows);
        removeBatchesBelow(below);
    }

    /**
     * Writes what is in a chunk's rows of single commits into one more, and deletes all of single commits below a number.
     *
     * @param below not above the lowest of this chunk: they have to stay until it is certain that the new row is there
     */
    Added writeOneRow(StoredChunk rows, ChunkPos position, long number, long below) throws SQLException {
        putAside(rows);
        Added added = addBatch(position, rows.log().all(), number);
        saveBatch.executeBatch();
        removeBatchesBelow(below);
        return added;
    }

    private void putAside(StoredChunk chunk) throws SQLException {
        for (Damage damage : chunk.damage()) {
            damage.putAside(connection);
        }
    }

    private void removeBatchesBelow(long number) throws SQLException {
        removeBatchesBelow.setLong(1, number);
        removeBatchesBelow.executeUpdate();
    }

    void removeBatches(long[] numbers) throws SQLException {
        for (long number : numbers) {
            removeBatch.setLong(1, number);
            removeBatch.addBatch();
        }
        if (numbers.length > 0) {
            removeBatch.executeBatch();
        }
    }

    /** 0 if there is none. */
    long snapshotBytes(ChunkPos position) throws SQLException {
        try (ResultSet row = at(snapshotLength, position).executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private static PreparedStatement at(PreparedStatement statement, ChunkPos position) throws SQLException {
        statement.setInt(1, position.x());
        statement.setInt(2, position.y());
        statement.setInt(3, position.z());
        return statement;
    }

    private static void setContent(PreparedStatement statement, ChunkPos position, byte[] bytes) throws SQLException {
        at(statement, position).setBytes(4, bytes);
        statement.setLong(5, Checksums.of(position, bytes));
    }

    private void put(StoredRecord row) throws SQLException {
        putRecord.setString(1, row.kind());
        putRecord.setString(2, row.key());
        putRecord.setString(3, row.value());
        putRecord.setLong(4, row.writtenMillis());
        putRecord.setLong(5, Checksums.of(row.kind(), row.key(), row.value(), row.writtenMillis()));
        putRecord.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : all) {
            statement.close();
        }
    }
}
