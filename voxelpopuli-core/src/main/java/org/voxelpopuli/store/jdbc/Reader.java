package org.voxelpopuli.store.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.world.ChunkPos;

/**
 * The connection that reads. Belongs to the reader's thread. What is still in the queue counts as written: it is copied before the query,
 * so a write that is committed in between is seen twice, which does no harm, and never missed.
 */
final class Reader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteWorldStore.class);

    private final Path database;
    private final WriteQueue queue;
    private final Connection connection;

    Reader(Path database, WriteQueue queue, Connection connection) throws SQLException {
        this.database = database;
        this.queue = queue;
        this.connection = connection;
        try (Statement sql = connection.createStatement()) {
            SqliteSchema.configure(sql, 512);
            sql.execute("PRAGMA query_only = ON");
        }
    }

    Set<ChunkPos> residentChunks() {
        Set<ChunkPos> positions = new HashSet<>();
        for (Write write : queue.waiting()) {
            if (write instanceof Write.SaveChunk save) {
                positions.add(save.position());
            }
        }
        try (PreparedStatement query = connection.prepareStatement("SELECT x, y, z FROM chunk");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                try {
                    positions.add(new ChunkPos(
                            Math.toIntExact(rows.getLong(1)),
                            Math.toIntExact(rows.getLong(2)),
                            Math.toIntExact(rows.getLong(3))));
                } catch (IllegalArgumentException | ArithmeticException e) {
                    LOG.error("{}: a row of the table chunk is damaged and left out: {}", database, e.getMessage());
                }
            }
        } catch (SQLException e) {
            throw unreadable("the list of chunks", e);
        }
        return positions;
    }

    List<Edit> loadEdits(ChunkPos position) {
        EditLog log = new EditLog();
        for (Write write : queue.waiting()) {
            if (write instanceof Write.SaveChunk save && save.position().equals(position)) {
                save.edits().forEach(log::apply);
            }
        }
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT voxel, block, time, writer, checksum FROM edit WHERE x = ? AND y = ? AND z = ?")) {
            query.setInt(1, position.x());
            query.setInt(2, position.y());
            query.setInt(3, position.z());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    apply(position, rows, log);
                }
            }
        } catch (SQLException e) {
            throw unreadable("chunk " + position, e);
        }
        return log.edits();
    }

    /** A damaged row is one block: the others of the chunk are worth more than a refusal. */
    private void apply(ChunkPos position, ResultSet row, EditLog log) throws SQLException {
        long voxel = row.getLong(1);
        try {
            log.apply(EditRow.read(position, voxel, row.getLong(2), row.getLong(3), row.getBytes(4), row.getLong(5)));
        } catch (RuntimeException e) {
            LOG.error(
                    "{}: a block of chunk {} is lost, since the row of voxel {} is damaged ({}). Restore a backup, or give up that one edit:"
                            + " DELETE FROM edit WHERE x = {} AND y = {} AND z = {} AND voxel = {}",
                    database,
                    position,
                    voxel,
                    e.getMessage(),
                    position.x(),
                    position.y(),
                    position.z(),
                    voxel);
        }
    }

    List<StoredRecord> records(String kind) {
        List<Write> waiting = queue.waiting();
        Map<String, StoredRecord> byKey = new TreeMap<>();
        try (PreparedStatement query =
                connection.prepareStatement("SELECT key, value, written FROM record WHERE kind = ?")) {
            query.setString(1, kind);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    String key = rows.getString(1);
                    byKey.put(key, new StoredRecord(kind, key, rows.getString(2), rows.getLong(3)));
                }
            }
        } catch (SQLException e) {
            throw unreadable("the records of kind " + kind, e);
        }
        for (Write write : waiting) {
            if (write instanceof Write.PutRecord put && put.row().kind().equals(kind)) {
                byKey.put(put.row().key(), put.row());
            } else if (write instanceof Write.RemoveRecord remove
                    && remove.kind().equals(kind)) {
                byKey.remove(remove.key());
            }
        }
        return List.copyOf(byKey.values());
    }

    private StoreException unreadable(String what, SQLException e) {
        return new StoreException(what + " cannot be read from " + database + ": " + SqliteError.words(e), e);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
